import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { filesIn, ifThere, type DataFolder } from '#parts/file/folder.server.ts'

/** Messages written to files, where there is no mail server: '2026-11-22T12-00-00.000Z-1a2b3c4d.eml'. */
const letter = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f]{8}\.eml$/
/** Longer than any link in one lives. */
const term = 30 * 86_400_000

/** Removes messages written to files long ago, by what their names say; any other file stays. Answers how many. */
export async function sweepLetters({ OUTORGA_DATA_DIR }: DataFolder, now: Date): Promise<number> {
  let removed = 0
  for (const { name, path } of await filesIn(join(OUTORGA_DATA_DIR, 'mail'))) {
    const at = Date.parse(name.replace(letter, '$1$2:$3:$4'))
    if (!letter.test(name) || now.getTime() - at < term) continue
    await ifThere(rm(path))
    removed++
  }
  return removed
}

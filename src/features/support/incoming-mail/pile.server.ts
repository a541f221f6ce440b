import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { cutLimit, takeIn, type MailServices } from '#features/support/incoming-mail/arrive.server.ts'
import { mailLimit } from '#features/support/incoming-mail/incoming.ts'
import { filesIn, publish, type DataFolder } from '#parts/file/folder.server.ts'

// Mail that was piped to the command waits in a folder of its own: the command asks no database, and works while the server rests.

const pileFolder = ({ OUTORGA_DATA_DIR }: DataFolder) => join(OUTORGA_DATA_DIR, 'correio')
/** '2026-11-25T12-00-00.000Z-1a2b….eml', or with the full size in bytes where only its beginning was stored: '….41943040.eml'. */
const piled = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}(?:\.(\d{1,12}))?\.eml$/
/** Left for the database, which must be able to finish what it began. */
const spared = 200 * 1024 * 1024

/** Puts one mail on the pile, whole on the disk before it answers; of one that is too long, its beginning. Throws where it cannot. */
export async function pile(config: DataFolder, mail: AsyncIterable<Uint8Array>): Promise<void> {
  const folder = pileFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < mailLimit + spared) throw new Error('não há espaço em disco')
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`
  const draft = join(folder, `${name}.tmp`)
  let size = 0
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      for await (const part of mail) {
        if (size < mailLimit) await file.write(part.subarray(0, mailLimit - size))
        size += part.length
      }
      if (!size) throw new Error('nada chegou')
      if (size > mailLimit) await file.truncate(cutLimit)
      await file.sync()
    } finally {
      await file.close()
    }
    await publish(draft, join(folder, size > mailLimit ? `${name}.${size}.eml` : `${name}.eml`))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Takes in what is on the pile, the oldest first. Answers how many came. */
export async function takePile(house: MailServices, signal: AbortSignal): Promise<number> {
  const waiting = (await filesIn(pileFolder(house.config))).flatMap(({ name, path }) => {
    const told = piled.exec(name)
    return told ? [{ name, path, whole: told[1] }] : []
  })
  let came = 0
  for (const { path, whole } of waiting.toSorted((one, other) => one.name.localeCompare(other.name))) {
    signal.throwIfAborted()
    const { size } = await stat(path)
    const end = whole === undefined ? mailLimit : cutLimit
    const taken = await takeIn(house, {
      size: whole === undefined ? size : Number(whole),
      bytes: createReadStream(path, { end }),
    })
    if (taken === 'new') came++
    await rm(path)
  }
  return came
}

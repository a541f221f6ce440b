import { readFile, stat, writeFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { copyFolder } from '#parts/copy/settings.server.ts'
import { filesIn, ifThere } from '#parts/file/folder.server.ts'
import type { Config } from '#server/config.ts'

/** Where copies are put that have no other place. */
export const placeOfCopies = (config: Config): string =>
  resolve(config.of(copyFolder) ?? join(config.OUTORGA_DATA_DIR, 'copias'))

/** 'outorga-2026-11-28T03-00-12Z.tar', and 'selada' at the end of a sealed one. */
export const copyNameAt = (now: Date, isSealed: boolean): string =>
  `outorga-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${isSealed ? 'selada' : 'tar'}`

const namePattern = /^outorga-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.(?:tar|selada)$/
/** Beside a copy that was opened apart and proven: when that was. */
const proofEnding = '.conferida'

/** A copy in the folder of copies. */
export interface ListedCopy {
  readonly path: string
  readonly takenAt: Date
  readonly bytes: number
  readonly provenAt: Date | null
}

/** The copies of this folder by their names, the newest first; other files in it are nobody's here. */
export async function listCopies(folder: string): Promise<readonly ListedCopy[]> {
  const copies: ListedCopy[] = []
  for (const { name, path } of await filesIn(folder)) {
    const [, day, hour, minute, second] = namePattern.exec(name) ?? []
    const facts = day ? await ifThere(stat(path)) : null
    if (!facts) continue
    const proof = await ifThere(readFile(`${path}${proofEnding}`, 'utf8'))
    const provenAt = new Date(proof?.trim() ?? '')
    copies.push({
      path,
      takenAt: new Date(`${day}T${hour}:${minute}:${second}Z`),
      bytes: facts.size,
      provenAt: Number.isNaN(provenAt.getTime()) ? null : provenAt,
    })
  }
  return copies.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
}

export const noteProof = (path: string, at: Date): Promise<void> =>
  writeFile(`${path}${proofEnding}`, `${at.toISOString()}\n`, { mode: 0o600 })

export async function removeCopy({ path }: Pick<ListedCopy, 'path'>): Promise<void> {
  await rm(path, { force: true })
  await rm(`${path}${proofEnding}`, { force: true })
}

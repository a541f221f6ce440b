import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  binOf,
  everyFile,
  filesIn,
  foldersIn,
  ifThere,
  isDraft,
  isHash,
  pathOf,
  type FolderFile,
  type FileKeeper,
} from '#parts/file/folder.server.ts'
import { askOn, namedAmong, storedHashes, tablesNaming } from '#parts/file/ledger.server.ts'
import { plateName } from '#parts/file/owner.server.ts'
import { spoolFolder } from '#parts/file/spool.server.ts'

/** This many hashes are queried, and files checked, at once. */
const chunk = 500

/**
 * What there is in the data folder, in files and bytes: those a row names, those of the ledger, what nobody knows of (left alone),
 * the bin, what is in course, messages; and how many files rows name that are not there.
 */
export async function measureFolder(keeper: FileKeeper, signal?: AbortSignal) {
  const { config, sql: db } = keeper
  const naming = await tablesNaming(db)
  let [documents, documentBytes, loose, looseBytes, unknown, unknownBytes] = [0, 0, 0, 0, 0, 0]
  for await (const folder of everyFile(config))
    for (const some of inParts(folder)) {
      signal?.throwIfAborted()
      const names = some.map(({ name }) => name)
      const named = await namedAmong(db, naming, names)
      const noted = await notedAmong(keeper, names)
      for (const { name, path } of some) {
        const size = (await ifThere(stat(path)))?.size
        if (size === undefined || name === plateName) continue
        const inPlace = path === pathOf(config, name)
        if (inPlace && named.has(name)) [documents, documentBytes] = [documents + 1, documentBytes + size]
        else if (inPlace && noted.has(name) && (isHash(name) || isDraft(name)))
          [loose, looseBytes] = [loose + 1, looseBytes + size]
        else [unknown, unknownBytes] = [unknown + 1, unknownBytes + size]
      }
    }
  const bin = await sumOf((await foldersIn(binOf(config))).map(day => join(binOf(config), day)))
  const spools = await sumOf([spoolFolder(config)])
  const letters = await sumOf([join(config.OUTORGA_DATA_DIR, 'mail')])
  return {
    documents,
    documentBytes,
    loose,
    looseBytes,
    unknown,
    unknownBytes,
    bin: bin.files,
    binBytes: bin.bytes,
    spools: spools.files,
    spoolBytes: spools.bytes,
    letters: letters.files,
    letterBytes: letters.bytes,
    missing: await countMissing(keeper, signal),
  }
}

const inParts = (all: readonly FolderFile[]) =>
  Array.from({ length: Math.ceil(all.length / chunk) }, (_, i) => all.slice(i * chunk, (i + 1) * chunk))

async function notedAmong({ sql: db }: FileKeeper, names: readonly string[]) {
  const { rows } = await sql<{ name: string }>`
    select name from loose_files where name = any(${[...names]}::text[])`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function sumOf(folders: readonly string[]) {
  let [files, bytes] = [0, 0]
  for (const folder of folders)
    for (const { path } of await filesIn(folder)) {
      const size = (await ifThere(stat(path)))?.size
      if (size !== undefined) [files, bytes] = [files + 1, bytes + size]
    }
  return { files, bytes }
}

/** Hashes that rows name, deleted ones too, and that are not in their place. */
export async function countMissing({ config, sql: db }: FileKeeper, signal?: AbortSignal): Promise<number> {
  let missing = 0
  for await (const sha256 of storedHashes(askOn(db))) {
    signal?.throwIfAborted()
    if (!(await ifThere(stat(pathOf(config, sha256))))) missing++
  }
  return missing
}

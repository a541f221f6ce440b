import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { filesIn, ifThere, isDraft, isHash, type FileKeeper } from '#parts/file/folder.server.ts'
import { askOn, namedAmong, storedHashes, tablesNaming } from '#parts/file/ledger.server.ts'
import { spoolFolder } from '#parts/file/spool.server.ts'
import { markName } from '#parts/file/storage/names.server.ts'
import { openComparison } from '#parts/file/storage/placed.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'

/**
 * What there is in the store of documents and in the data folder, in files and bytes: those a row names, those of the ledger, what nobody knows of (left alone),
 * the bin, what is in course, messages; and how many files rows name that are not there.
 */
export async function measureFolder(keeper: FileKeeper, signal?: AbortSignal) {
  const { config, sql: db } = keeper
  const store = await storeOf(config)
  const naming = await tablesNaming(db)
  let [documents, documentBytes, loose, looseBytes, unknown, unknownBytes] = [0, 0, 0, 0, 0, 0]
  for await (const some of store.list()) {
    signal?.throwIfAborted()
    const names = some.map(({ name }) => name)
    const named = await namedAmong(db, naming, names)
    const noted = await notedAmong(keeper, names)
    for (const { name, size, inPlace } of some) {
      if (name === markName) continue
      if (inPlace && named.has(name)) [documents, documentBytes] = [documents + 1, documentBytes + size]
      else if (inPlace && noted.has(name) && (isHash(name) || isDraft(name)))
        [loose, looseBytes] = [loose + 1, looseBytes + size]
      else [unknown, unknownBytes] = [unknown + 1, unknownBytes + size]
    }
  }
  const bin = await sumOfBin(store)
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

async function sumOfBin(store: FileStore) {
  let [files, bytes] = [0, 0]
  for await (const some of store.listBin()) for (const { size } of some) [files, bytes] = [files + 1, bytes + size]
  return { files, bytes }
}

/**
 * Counts hashes that rows name, deleted ones too, and that are not in their place. Both come in the order of their characters, and are
 * compared as they come: a bucket would otherwise take a request for each.
 */
export async function countMissing({ config, sql: db }: FileKeeper, signal?: AbortSignal): Promise<number> {
  const store = await storeOf(config)
  const present = openComparison(store)
  let missing = 0
  for await (const sha256 of storedHashes(askOn(db))) {
    signal?.throwIfAborted()
    // One that came since the others were listed is there.
    if (!(await present.at(sha256)) && (await store.has(sha256)) === null) missing++
  }
  await present.close()
  return missing
}

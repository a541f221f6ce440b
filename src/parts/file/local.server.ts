import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { StoreConfig } from '#parts/file/folder.server.ts'
import { passingPath, spoolFolder } from '#parts/file/spool.server.ts'
import { openStored } from '#parts/file/store.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'

/**
 * Lets `work` read stored files from paths on this machine, in their order: where they are, or copies that are removed then. A file that
 * is missing has a path where there is none. Throws a 503 where the store does not answer.
 */
export async function withLocalFiles<T>(
  config: StoreConfig,
  hashes: readonly string[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const store = await storeOf(config)
  const fetched: string[] = []
  try {
    const paths: string[] = []
    for (const sha256 of hashes) {
      const path = store.pathOf(sha256)
      paths.push(path ?? (await fetchFile(config, store, sha256, fetched)))
    }
    return await work(paths)
  } finally {
    for (const path of fetched) await rm(path, { force: true })
  }
}

/** The same of one file. */
export const withLocalFile = <T>(config: StoreConfig, sha256: string, work: (path: string) => Promise<T>): Promise<T> =>
  withLocalFiles(config, [sha256], ([path = '']) => work(path))

async function fetchFile(config: StoreConfig, store: FileStore, sha256: string, fetched: string[]): Promise<string> {
  const size = await store.has(sha256)
  if (size === null) return join(spoolFolder(config), randomUUID())
  const path = await passingPath(config, size)
  fetched.push(path)
  const { bytes } = await openStored(config, sha256)
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return path
}

import type { StoreConfig } from '#parts/file/folder.server.ts'
import { fileStore, type StoreKind } from '#parts/file/settings.server.ts'
import { diskStore } from '#parts/file/storage/disk.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'

/** Stores by the settings they are of: a bucket's connections are used again. */
const opened = new WeakMap<StoreConfig, Promise<FileStore>>()

/** The store of an installation's documents. */
export function storeOf(config: StoreConfig): Promise<FileStore> {
  const known = opened.get(config)
  if (known) return known
  const store = openStore(config, config.of(fileStore))
  opened.set(config, store)
  return store
}

/** The store of this kind, whichever one is in use. What speaks S3 is loaded by the first who needs it. */
export async function openStore(config: StoreConfig, kind: StoreKind): Promise<FileStore> {
  if (kind === 'disk') return diskStore(config)
  const { bucketStore } = await import('#parts/file/storage/bucket.server.ts')
  return bucketStore(config)
}

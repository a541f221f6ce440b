import { isHash } from '#parts/file/folder.server.ts'
import type { FileStore, ListedFile } from '#parts/file/storage/port.server.ts'

/** The documents of a store, in the order of their hashes. */
export async function* placedIn(store: FileStore): AsyncGenerator<ListedFile, void, undefined> {
  for await (const some of store.list()) for (const file of some) if (file.inPlace && isHash(file.name)) yield file
}

/** Looks up hashes, which come in their order, in a store: null where it has nothing under one. */
export function openComparison(store: FileStore) {
  const present = placedIn(store)
  let last: IteratorResult<ListedFile, void> | null = null
  return {
    async at(sha256: string): Promise<ListedFile | null> {
      last ??= await present.next()
      while (!last.done && last.value.name < sha256) last = await present.next()
      return !last.done && last.value.name === sha256 ? last.value : null
    },
    close: () => present.return(),
  }
}

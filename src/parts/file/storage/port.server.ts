import type { StoreKind } from '#parts/file/settings.server.ts'

/** A part of a file, first and last byte included. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/** Bytes of a file as they come. They end in an error where they do not come whole. */
export interface StoredBytes {
  /** Bytes of the whole file, whatever part of it comes. */
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

/** A file of the store outside of its bin. */
export interface ListedFile {
  readonly name: string
  readonly size: number
  /** Whether it is where a document of its name belongs: others are not of the product. */
  readonly inPlace: boolean
}

/** A file in the bin, on the day it was put there. */
export interface BinnedFile {
  readonly name: string
  /** '2026-11-28'. */
  readonly day: string
  readonly size: number
}

/**
 * Where documents are, each under the hash of its bytes. A file is there whole or not at all, whenever a process or a connection ends;
 * two may put the same file at once. A store that does not answer in time, or refuses, throws a `StoreFault`.
 */
export interface FileStore {
  readonly kind: StoreKind
  /** 'a pasta /dados/arquivos': begins with its article. */
  readonly title: string
  readonly gender: 'f' | 'm'
  /** A path on this machine for a file of this name that is yet to be written. Throws a 507 where it has no room for so many bytes. */
  draft(name: string, bytes: number): Promise<string>
  /** Takes a whole file on this machine, which is gone from its path then; it is still there where this throws. */
  put(sha256: string, path: string): Promise<void>
  /** Null where there is no such file. A range must be within the file. */
  get(sha256: string, range?: ByteRange): Promise<StoredBytes | null>
  /** Bytes of a file; null where there is no such file. */
  has(sha256: string): Promise<number | null>
  /** Where this machine reads a file without fetching it; null where it must be fetched. */
  pathOf(sha256: string): string | null
  /** All files but those of the bin, some at a time; those in their place in the order of their names. */
  list(): AsyncGenerator<readonly ListedFile[]>
  /** Moves a file to the bin of this day; answers whether there was one. */
  bin(name: string, day: string): Promise<boolean>
  listBin(): AsyncGenerator<readonly BinnedFile[]>
  getBinned(file: BinnedFile): Promise<StoredBytes | null>
  /** Moves a file out of the bin to its place; answers whether there was one. */
  restore(file: BinnedFile): Promise<boolean>
  /** Removes a file of the bin for good. */
  remove(file: BinnedFile): Promise<void>
  /** The text that says whose documents these are; null where none does. */
  readMark(): Promise<string | null>
  writeMark(text: string): Promise<void>
}

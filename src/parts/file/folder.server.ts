import { open, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Where this machine stores what is its own. */
export type DataFolder = Pick<Config, 'OUTORGA_DATA_DIR'>
/** What says where documents are stored. */
export type StoreConfig = Pick<Config, 'OUTORGA_DATA_DIR' | 'of'>
/** And the database whose rows name them. */
export interface FileKeeper {
  readonly config: StoreConfig
  readonly sql: Sql
}

export const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)
/** A file that is being written, and has no name yet. */
export const isDraft = (name: string) => /^[0-9a-f-]{36}\.tmp$/.test(name)

/** What becomes of something that may be gone when it is looked at: null, if it is. */
export const ifThere = <T>(looking: Promise<T>): Promise<T | null> =>
  looking.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  })

/** Under its name from one moment to the next, and still there after the power fails. */
export async function publish(draft: string, path: string) {
  await rename(draft, path)
  const parent = await open(join(path, '..'))
  await parent.sync().finally(() => parent.close())
}

/** Moves a file, where there is one; answers whether there was. */
export async function moveFile(from: string, to: string): Promise<boolean> {
  if (!(await ifThere(stat(from)))) return false
  await mkdir(join(to, '..'), { recursive: true, mode: 0o700 })
  return (await ifThere(rename(from, to).then(() => true))) ?? false
}

export interface FolderFile {
  readonly name: string
  readonly path: string
}

/** Files of a folder, without those of its folders, by name; none where there is no such folder. */
export async function filesIn(folder: string): Promise<readonly FolderFile[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? []
  return entries
    .flatMap(entry => (entry.isFile() ? [{ name: entry.name, path: join(folder, entry.name) }] : []))
    .toSorted(byName)
}

export const foldersIn = async (folder: string): Promise<readonly string[]> =>
  ((await ifThere(readdir(folder, { withFileTypes: true }))) ?? [])
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

/** In the order of their characters' codes, as PostgreSQL and a bucket have hashes. */
const byName = (one: FolderFile, other: FolderFile) => (one.name < other.name ? -1 : 1)

import { open, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Files are stored here. */
export type DataFolder = Pick<Config, 'OUTORGA_DATA_DIR'>
/** And the database whose rows name them. */
export interface FileKeeper {
  readonly config: DataFolder
  readonly sql: Sql
}

export const folderOf = ({ OUTORGA_DATA_DIR }: DataFolder) => join(OUTORGA_DATA_DIR, 'arquivos')
/** On the same disk as the files: to move one there takes no room. */
export const binOf = (config: DataFolder) => join(folderOf(config), 'lixeira')

export const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)
/** A file that is being written, and has no name yet. */
export const isDraft = (name: string) => /^[0-9a-f-]{36}\.tmp$/.test(name)

/** Where the file of this hash is, or this draft. */
export const pathOf = (config: DataFolder, name: string) =>
  isHash(name) ? join(folderOf(config), name.slice(0, 2), name) : join(folderOf(config), name)

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

/** Files of a folder, without those of its folders; none where there is no such folder. */
export async function filesIn(folder: string): Promise<readonly FolderFile[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? []
  return entries.filter(entry => entry.isFile()).map(({ name }) => ({ name, path: join(folder, name) }))
}

export const foldersIn = async (folder: string): Promise<readonly string[]> =>
  ((await ifThere(readdir(folder, { withFileTypes: true }))) ?? [])
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)

/** Everything in the folder of files but the bin, a folder of it at a time. */
export async function* everyFile(config: DataFolder): AsyncGenerator<readonly FolderFile[]> {
  const root = folderOf(config)
  yield await filesIn(root)
  for (const name of await foldersIn(root)) if (join(root, name) !== binOf(config)) yield* filesUnder(join(root, name))
}
async function* filesUnder(folder: string): AsyncGenerator<readonly FolderFile[]> {
  yield await filesIn(folder)
  for (const name of await foldersIn(folder)) yield* filesUnder(join(folder, name))
}

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  filesIn,
  foldersIn,
  ifThere,
  isHash,
  moveFile,
  publish,
  type DataFolder,
  type FolderFile,
} from '#parts/file/folder.server.ts'
import { refuseFull } from '#parts/file/room.server.ts'
import { isBinDay, markName } from '#parts/file/storage/names.server.ts'
import type { ByteRange, FileStore, ListedFile, StoredBytes } from '#parts/file/storage/port.server.ts'

export const documentsFolder = ({ OUTORGA_DATA_DIR }: DataFolder) => join(OUTORGA_DATA_DIR, 'arquivos')
/** On the same disk as the files: to move one there takes no room. */
const binFolder = (config: DataFolder) => join(documentsFolder(config), 'lixeira')

/** Where the file of this hash is, or this draft. */
export const documentPath = (config: DataFolder, name: string) =>
  isHash(name) ? join(documentsFolder(config), name.slice(0, 2), name) : join(documentsFolder(config), name)

/** Documents in the data folder. A network disk that several servers share is one, too. */
export function diskStore(config: DataFolder): FileStore {
  const root = documentsFolder(config)
  const pathOf = (name: string) => documentPath(config, name)
  const binned = ({ day, name }: { readonly day: string; readonly name: string }) => join(binFolder(config), day, name)
  const mark = join(root, markName)
  return {
    kind: 'disk',
    title: `a pasta ${root}`,
    gender: 'f',
    pathOf,
    draft: async (name, bytes) => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await refuseFull(root, bytes)
      return pathOf(name)
    },
    put: async (sha256, path) => {
      await mkdir(join(pathOf(sha256), '..'), { recursive: true, mode: 0o700 })
      await publish(path, pathOf(sha256))
    },
    get: (sha256, range) => openFile(pathOf(sha256), range),
    getBinned: file => openFile(binned(file)),
    has: async sha256 => (await ifThere(stat(pathOf(sha256))))?.size ?? null,
    list: () => listed(config),
    bin: (name, day) => moveFile(pathOf(name), binned({ day, name })),
    async *listBin() {
      for (const day of (await foldersIn(binFolder(config))).filter(isBinDay))
        yield (await measured(await filesIn(join(binFolder(config), day)))).map(({ name, size }) => ({
          name,
          size,
          day,
        }))
    },
    restore: file => moveFile(binned(file), pathOf(file.name)),
    remove: async file => {
      await ifThere(rm(binned(file)))
      // What somebody else put there keeps the folder of the day.
      await rmdir(join(binned(file), '..')).catch(() => undefined)
    },
    readMark: () => ifThere(readFile(mark, 'utf8')),
    writeMark: async text => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      // Two processes may start at once.
      const path = join(root, `${randomUUID()}.tmp`)
      const draft = await open(path, 'wx', 0o600)
      try {
        await draft.writeFile(text)
        await draft.sync()
      } finally {
        await draft.close()
      }
      await publish(path, mark)
    },
  }
}

async function openFile(path: string, range?: ByteRange): Promise<StoredBytes | null> {
  const facts = await ifThere(stat(path))
  return facts && { size: facts.size, bytes: bytesOf(path, range ?? { from: 0, to: facts.size - 1 }) }
}

/** Bytes of a file; a file that became shorter meanwhile is an error. */
async function* bytesOf(path: string, { from, to }: ByteRange) {
  if (to < from) return
  let left = to - from + 1
  for await (const part of createReadStream(path, { start: from, end: to, highWaterMark: 256 * 1024 })) {
    if (!(part instanceof Uint8Array)) continue
    left -= part.length
    yield part
  }
  if (left) throw new Error(`${path} has ${left} bytes less than it had`)
}

const measured = async (files: readonly FolderFile[]) =>
  (
    await Promise.all(
      files.map(async file => {
        const facts = await ifThere(stat(file.path))
        return facts ? [{ ...file, size: facts.size }] : []
      }),
    )
  ).flat()

/** Files whose sizes are read at once. */
const chunk = 500

async function* listed(config: DataFolder): AsyncGenerator<readonly ListedFile[]> {
  for await (const files of everyFile(config))
    for (let at = 0; at < files.length; at += chunk)
      yield (await measured(files.slice(at, at + chunk))).map(({ name, path, size }) => ({
        name,
        size,
        inPlace: path === documentPath(config, name),
      }))
}

/** Everything in the folder but the bin, a folder of it at a time. */
async function* everyFile(config: DataFolder): AsyncGenerator<readonly FolderFile[]> {
  const root = documentsFolder(config)
  yield await filesIn(root)
  for (const name of await foldersIn(root))
    if (join(root, name) !== binFolder(config)) yield* filesUnder(join(root, name))
}
async function* filesUnder(folder: string): AsyncGenerator<readonly FolderFile[]> {
  yield await filesIn(folder)
  for (const name of await foldersIn(folder)) yield* filesUnder(join(folder, name))
}

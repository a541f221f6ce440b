import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readFile, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { problem } from '#kernel/problem.ts'
import { folderOf, pathOf, publish, type FileKeeper, type DataFolder } from '#parts/file/folder.server.ts'
import { inspect } from '#parts/file/inspect.server.ts'
import { noteLoose } from '#parts/file/ledger.server.ts'

/** Bytes that are hashed in a few milliseconds. */
const piece = 1024 * 1024
/** The SHA-256 of bytes that may be many: others are answered between its pieces. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += piece) {
    if (at) await nextTurn()
    hash.update(bytes.subarray(at, at + piece))
  }
  return hash.digest('hex')
}
/** Left for the database, which must be able to finish what it began. */
const spared = 200 * 1024 * 1024

/**
 * Stores bytes under their own hash, whole on the disk before it answers: equal bytes are stored once, and a file that
 * changed is detected. Throws a 507 when the disk is nearly full.
 */
export async function keepFile({ config, sql }: FileKeeper, bytes: Uint8Array): Promise<string> {
  const sha256 = await sha256Of(bytes)
  const draft = `${randomUUID()}.tmp`
  await noteLoose(sql, [sha256, draft], 'begun')
  return write(config, draft, sha256, bytes)
}

/** The same for many small files at once. */
export async function keepFiles({ config, sql }: FileKeeper, all: readonly Uint8Array[]): Promise<readonly string[]> {
  const drafts = await Promise.all(
    all.map(async bytes => ({ bytes, sha256: await sha256Of(bytes), draft: `${randomUUID()}.tmp` })),
  )
  await noteLoose(
    sql,
    drafts.flatMap(({ sha256, draft }) => [sha256, draft]),
    'begun',
  )
  return Promise.all(drafts.map(({ bytes, sha256, draft }) => write(config, draft, sha256, bytes)))
}

async function write(config: DataFolder, name: string, sha256: string, bytes: Uint8Array): Promise<string> {
  const path = await makeRoom(config, sha256, bytes.length)
  const draft = pathOf(config, name)
  await drafted(draft, file => file.writeFile(bytes))
  await publish(draft, path)
  return sha256
}

/** Writes a draft and brings it to the disk, or leaves none behind. */
async function drafted<T>(draft: string, fill: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(draft, 'wx', 0o600)
  try {
    const filled = await fill(file)
    await file.sync()
    return filled
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Where a file goes, once there is a folder and room for it. */
async function makeRoom(config: DataFolder, sha256: string, size: number): Promise<string> {
  const path = pathOf(config, sha256)
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  await refuseFull(folderOf(config), size)
  return path
}

/** Throws a 507 where the disk of a folder has no room for so many bytes. */
export async function refuseFull(folder: string, size: number) {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < size + spared) throw problem('full')
}

/** Keeps a file that was written piece by piece and is whole on the disk: it moves to its place. */
export async function keepWritten({ config, sql }: FileKeeper, written: string): Promise<StoredFile> {
  const sha256 = await hashFile(written)
  const { size } = await stat(written)
  await noteLoose(sql, [sha256], 'begun')
  await publish(written, await makeRoom(config, sha256, 0))
  return { sha256, size }
}

/** The SHA-256 of a file’s bytes. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/** The same as `readStored`, piece by piece: for files that may be long. */
export async function streamStored(config: DataFolder, sha256: string): Promise<{ stream: ReadStream; size: number }> {
  const path = pathOf(config, sha256)
  const { size } = await stat(path).catch(gone)
  if ((await hashFile(path)) !== sha256)
    throw problem('internal', { cause: new Error(`the file ${sha256} is not what was kept`) })
  return { stream: createReadStream(path), size }
}
const gone = (cause: unknown): never => {
  throw problem('missing', { message: 'O arquivo não está mais guardado. Envie de novo.', cause })
}

/** The same for bytes that come little by little and are never whole in memory. Throws a 413 past `limit`, or a 507. */
export async function keepStream(
  { config, sql }: FileKeeper,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredFile> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  await refuseFull(folderOf(config), limit)
  const name = `${randomUUID()}.tmp`
  await noteLoose(sql, [name], 'begun')
  const draft = pathOf(config, name)
  const hash = createHash('sha256')
  let size = 0
  await drafted(draft, async file => {
    for await (const part of stream) {
      size += part.length
      if (size > limit) throw problem('large')
      hash.update(part)
      await file.write(part)
    }
  })
  const sha256 = hash.digest('hex')
  await noteLoose(sql, [sha256], 'begun')
  await publish(draft, await makeRoom(config, sha256, 0))
  return { sha256, size }
}
interface StoredFile {
  readonly sha256: string
  readonly size: number
}

/** Checks and stores a file just sent, and answers fields for its row. Throws a 422 of `file`, or a 507. */
export async function receiveFile(keeper: FileKeeper, given: string, bytes: Uint8Array) {
  const { name, ext } = await inspect(given, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { name, ext, size: bytes.length, sha256: await keepFile(keeper, bytes) }
}

/** The bytes stored under this hash. Throws a 404 when they are missing, and a 500 when they do not match the hash. */
export async function readStored(config: DataFolder, sha256: string): Promise<Buffer> {
  const bytes = await readFile(pathOf(config, sha256)).catch(gone)
  if ((await sha256Of(bytes)) !== sha256)
    throw problem('internal', { cause: new Error(`the file ${sha256} is not what was kept`) })
  return bytes
}

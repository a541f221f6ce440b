import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { problem } from '#kernel/problem.ts'
import { inspect } from '#parts/file/inspect.server.ts'
import type { Config } from '#server/config.ts'

type Place = Pick<Config, 'OUTORGA_DATA_DIR'>
const folder = ({ OUTORGA_DATA_DIR }: Place) => join(OUTORGA_DATA_DIR, 'arquivos')
const pathOf = (config: Place, sha256: string) => join(folder(config), sha256.slice(0, 2), sha256)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Left for the database, which must be able to finish what it began. */
const spared = 200 * 1024 * 1024

/**
 * Keeps bytes under the name of their own hash, whole on the disk before it answers: the same bytes are kept once, and
 * one that comes back different is found out. Throws a 507 when the disk is nearly full.
 */
export async function keepFile(config: Place, bytes: Uint8Array): Promise<string> {
  const sha256 = hashOf(bytes)
  const path = await makeRoom(config, sha256, bytes.length)
  const draft = `${path}.${randomUUID()}.tmp`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await publish(draft, path)
  return sha256
}

/** Where a file goes, once there is a folder and room for it. */
async function makeRoom(config: Place, sha256: string, size: number): Promise<string> {
  const path = pathOf(config, sha256)
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder(config))
  if (bavail * bsize < size + spared) throw problem('full')
  return path
}

/** Under its name from one moment to the next, and still there after the power fails. */
async function publish(draft: string, path: string) {
  await rename(draft, path)
  const parent = await open(join(path, '..'))
  await parent.sync().finally(() => parent.close())
}

/** Keeps a file that was written piece by piece and is whole on the disk: it moves to its place. */
export async function keepWritten(config: Place, written: string): Promise<{ sha256: string; size: number }> {
  const sha256 = await hashFile(written)
  const { size } = await stat(written)
  await publish(written, await makeRoom(config, sha256, 0))
  return { sha256, size }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/** The same as `readKept`, piece by piece: for files that may be long. */
export async function streamKept(config: Place, sha256: string): Promise<{ stream: ReadStream; size: number }> {
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
export async function keepStream(config: Place, stream: AsyncIterable<Uint8Array>, limit: number): Promise<Kept> {
  await mkdir(folder(config), { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder(config))
  if (bavail * bsize < limit + spared) throw problem('full')
  const draft = join(folder(config), `${randomUUID()}.tmp`)
  const hash = createHash('sha256')
  let size = 0
  const file = await open(draft, 'wx', 0o600)
  try {
    for await (const part of stream) {
      size += part.length
      if (size > limit) throw problem('large')
      hash.update(part)
      await file.write(part)
    }
    await file.sync()
  } catch (error) {
    await rm(draft)
    throw error
  } finally {
    await file.close()
  }
  const sha256 = hash.digest('hex')
  await publish(draft, await makeRoom(config, sha256, 0))
  return { sha256, size }
}
interface Kept {
  readonly sha256: string
  readonly size: number
}

/** What a row says of a file just sent, once its bytes are looked at and kept. Throws a 422 of `file`, or a 507. */
export async function receiveFile(config: Place, given: string, bytes: Buffer) {
  const { name, ext } = await inspect(given, bytes)
  return { name, ext, size: bytes.length, sha256: await keepFile(config, bytes) }
}

/** The bytes kept under this hash. Throws a 404 when they are gone, and a 500 when they are not what was kept. */
export async function readKept(config: Place, sha256: string): Promise<Buffer> {
  const bytes = await readFile(pathOf(config, sha256)).catch(gone)
  if (hashOf(bytes) !== sha256)
    throw problem('internal', { cause: new Error(`the file ${sha256} is not what was kept`) })
  return bytes
}

/** Throws away what nothing refers to and is older than a day: an upload whose row was never written. Answers how many. */
export async function sweepFiles(
  config: Place,
  isReferred: (sha256: readonly string[]) => Promise<ReadonlySet<string>>,
) {
  const names = (await readdir(folder(config), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter(entry => entry.isFile())
    .map(entry => ({ name: entry.name, path: join(entry.parentPath, entry.name) }))
  const referred = await isReferred(names.map(({ name }) => name))
  const old = Date.now() - 24 * 3_600_000
  let gone = 0
  for (const { name, path } of names)
    if (!referred.has(name) && (await stat(path)).mtimeMs < old) {
      await rm(path)
      gone++
    }
  return gone
}

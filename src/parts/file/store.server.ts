import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat, type FileHandle } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { problem } from '#kernel/problem.ts'
import type { FileKeeper, StoreConfig } from '#parts/file/folder.server.ts'
import { inspect } from '#parts/file/inspect.server.ts'
import { noteLoose } from '#parts/file/ledger.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'
import { tooLarge } from '#server/body.ts'

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

/**
 * Stores bytes under their own hash, whole before it answers: equal bytes are stored once, and a file that
 * changed is detected. Throws a 507 when there is no room, and a 503 where the store does not answer.
 */
export async function keepFile(keeper: FileKeeper, bytes: Uint8Array): Promise<string> {
  const [sha256 = ''] = await keepFiles(keeper, [bytes])
  return sha256
}

/** The same for many small files at once. */
export async function keepFiles({ config, sql }: FileKeeper, all: readonly Uint8Array[]): Promise<readonly string[]> {
  const drafts = await Promise.all(
    all.map(async bytes => ({ bytes, sha256: await sha256Of(bytes), draft: newDraft() })),
  )
  await noteLoose(
    sql,
    drafts.flatMap(({ sha256, draft }) => [sha256, draft]),
    'begun',
  )
  const store = await storeOf(config)
  return Promise.all(
    drafts.map(async ({ bytes, sha256, draft }) => {
      const path = await writeDraft(store, draft, bytes.length, file => file.writeFile(bytes))
      return putDraft(store, sha256, path)
    }),
  )
}

const newDraft = () => `${randomUUID()}.tmp`

/** Writes a draft and brings it to the disk, or leaves none behind. Answers its path. */
async function writeDraft(
  store: FileStore,
  name: string,
  bytes: number,
  fill: (file: FileHandle) => Promise<void>,
): Promise<string> {
  const path = await store.draft(name, bytes)
  const file = await open(path, 'wx', 0o600)
  try {
    await fill(file)
    await file.sync()
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Gives a draft to its store, which has it then; a draft that the store does not take is removed. */
async function putDraft(store: FileStore, sha256: string, path: string): Promise<string> {
  try {
    await store.put(sha256, path)
    return sha256
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Stores a file of known hash whose bytes come little by little; `draft` names it until it is whole, and is written over where a killed
 * process left one.
 */
export async function putBytes(
  store: FileStore,
  { sha256, size, bytes }: { readonly sha256: string } & VerifiedBytes,
  draft: string,
): Promise<void> {
  const path = await store.draft(draft, size)
  const file = await open(path, 'w', 0o600)
  try {
    for await (const part of bytes) await file.writeFile(part)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await putDraft(store, sha256, path)
}

/** Keeps a file that was written piece by piece and is whole on the disk: it moves to its place. */
export async function keepWritten({ config, sql }: FileKeeper, written: string): Promise<StoredFile> {
  const sha256 = await hashFile(written)
  const { size } = await stat(written)
  await noteLoose(sql, [sha256], 'begun')
  await (await storeOf(config)).put(sha256, written)
  return { sha256, size }
}

/** The SHA-256 of a file’s bytes. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

/** The same for bytes that come little by little and are never whole in memory. Throws a 413 past `limit`, a 503 or a 507. */
export async function keepStream(
  { config, sql }: FileKeeper,
  stream: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<StoredFile> {
  const store = await storeOf(config)
  const name = newDraft()
  await noteLoose(sql, [name], 'begun')
  const hash = createHash('sha256')
  let size = 0
  const path = await writeDraft(store, name, limit, async file => {
    for await (const part of stream) {
      size += part.length
      if (size > limit) throw tooLarge(limit)
      hash.update(part)
      await file.write(part)
    }
  })
  const sha256 = hash.digest('hex')
  await noteLoose(sql, [sha256], 'begun')
  await putDraft(store, sha256, path)
  return { sha256, size }
}
interface StoredFile {
  readonly sha256: string
  readonly size: number
}

/** Checks and stores a file just sent, and answers fields for its row. Throws a 422 of `file`, a 503 or a 507. */
export async function receiveFile(keeper: FileKeeper, given: string, bytes: Uint8Array) {
  const { name, ext } = await inspect(given, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { name, ext, size: bytes.length, sha256: await keepFile(keeper, bytes) }
}

/** The SHA-256 of what a store has under this name, whatever it is; null where it has nothing. */
export async function hashStored(store: FileStore, sha256: string): Promise<string | null> {
  const found = await store.get(sha256)
  if (!found) return null
  const hash = createHash('sha256')
  for await (const part of found.bytes) hash.update(part)
  return hash.digest('hex')
}

/** Bytes of a whole file as they come. The last of them come once all are known to be those of its hash. */
export interface VerifiedBytes {
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * A stored file, piece by piece. Throws a 404 when it is missing and a 503 where its store does not answer; what comes is cut off by a
 * 500 before its end where it does not match the hash, and by a 503 where the store stops.
 */
export async function openStored(config: StoreConfig, sha256: string): Promise<VerifiedBytes> {
  const found = await (await storeOf(config)).get(sha256)
  if (!found) throw gone()
  return { size: found.size, bytes: verified(found.bytes, sha256, found.size) }
}

export const gone = () => problem('missing', 'O arquivo não está mais guardado. Envie de novo.')

/** The same bytes, the last of which come once all are known to be those of the hash. Throws a 500 where they are not. */
export async function* verified(
  bytes: AsyncIterable<Uint8Array>,
  sha256: string,
  size: number,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let [length, last]: [number, Uint8Array | null] = [0, null]
  for await (const part of bytes) {
    hash.update(part)
    length += part.length
    if (last) yield last
    last = part
  }
  if (length !== size || hash.digest('hex') !== sha256)
    throw problem('internal', { cause: new Error(`the file ${sha256} is not what was kept`) })
  if (last) yield last
}

/** The bytes stored under this hash. Throws a 404 when they are missing, a 500 when they do not match the hash, and a 503. */
export const readStored = async (config: StoreConfig, sha256: string): Promise<Buffer> =>
  buffer((await openStored(config, sha256)).bytes)

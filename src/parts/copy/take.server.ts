import { showBytes } from '#kernel/show.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import { unhurried } from '#parts/copy/bytes.server.ts'
import type { CopyContent } from '#parts/copy/format.server.ts'
import { sealed } from '#parts/copy/seal.server.ts'
import { markOfKey } from '#parts/copy/settings.server.ts'
import { openCopyWriter } from '#parts/copy/write.server.ts'
import { filesIn, ifThere, publish } from '#parts/file/folder.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { FileStore } from '#parts/file/storage/port.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { releaseOf } from '#server/migrate.ts'

/** Bytes that a copy leaves free on its disk, which may be that of the database. */
const spared = 1024 ** 3
/** The ending of what is being written; older ones were left by a process that was killed. */
const draftEnding = '.parcial'
const abandonedAfter = 3_600_000

/** A copy on the disk. */
export interface TakenCopy {
  readonly path: string
  readonly bytes: number
  readonly content: CopyContent
}

/**
 * A connection of its own to this database, beside those of its pool. It goes on for as long as it takes: closing it ends what it does.
 */
export async function openClient({ pool }: Pick<Database, 'pool'>): Promise<Client> {
  const client = new Client(pool.options)
  // An error between two queries is an event, and the next query rejects with it.
  client.on('error', () => {})
  await client.connect()
  await client.query(`set application_name to 'outorga-copia'`)
  return client
}

interface CopyTaken {
  readonly database: Database
  readonly config: Config
  readonly key: Buffer | undefined
  /** In a process that answers people: they wait less, and the copy takes longer. */
  readonly isUnhurried?: boolean
}

/** Takes a copy into a file that does not exist yet: it grows under another name, and has its own once it is whole and on the disk. */
export async function takeCopy(
  { database, config, key, isUnhurried = false }: CopyTaken,
  path: string,
  signal?: AbortSignal,
): Promise<TakenCopy> {
  const target = resolve(path)
  if (existsSync(target)) throw new Error(`Já existe um arquivo em ${target}. Nada foi mudado: dê outro nome à cópia.`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await clearDrafts(dirname(target))
  // A copy is at most as large as the database and its documents are now.
  const store = await storeOf(config)
  const largestCopy = (await bytesOfDatabase(database)) + (await bytesOfDocuments(store))
  await refuseFullDisk(dirname(target), largestCopy, 'a cópia')
  const client = await openClient(database)
  const draft = join(dirname(target), `${basename(target)}.${randomUUID()}${draftEnding}`)
  try {
    const { bytes, content } = openCopyWriter({
      client,
      store,
      release: releaseOf(),
      secretsMark: markOfKey(config.of(secretsKey)),
      now: new Date(),
    })
    const whole = key ? sealed(bytes, key) : bytes
    const size = await writeFileWhole(draft, isUnhurried ? unhurried(whole) : whole, signal)
    await publish(draft, target)
    return { path: target, bytes: size, content }
  } finally {
    await rm(draft, { force: true })
    await client.end()
  }
}

async function writeFileWhole(path: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let size = 0
  try {
    for await (const part of bytes) {
      signal?.throwIfAborted()
      await file.writeFile(part)
      size += part.length
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

/** Removes what a killed process left; one that is being written was written to a moment ago. */
export async function clearDrafts(folder: string): Promise<void> {
  for (const { name, path } of await filesIn(folder))
    if (name.endsWith(draftEnding)) {
      const facts = await ifThere(stat(path))
      if (facts && Date.now() - facts.mtimeMs > abandonedAfter) await rm(path, { force: true })
    }
}

/** Bytes of the database now. */
export async function bytesOfDatabase({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  return rows[0]?.bytes ?? 0
}

/** Throws where the disk of this folder has no room for so many bytes and a reserve. */
export async function refuseFullDisk(folder: string, bytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + spared)
    throw new Error(
      `Não há espaço em ${folder} para ${what}: podem ser precisos ${showBytes(bytes)}, e há ${showBytes(bavail * bsize)} livres, dos quais ${showBytes(spared)} ficam de reserva. Nada foi escrito.`,
    )
}

async function bytesOfDocuments(store: FileStore): Promise<number> {
  let bytes = 0
  for await (const some of store.list()) for (const { size } of some) bytes += size
  return bytes
}

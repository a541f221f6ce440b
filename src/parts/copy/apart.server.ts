import { createReadStream, existsSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import type { CopyContent, CopyHead } from '#parts/copy/format.server.ts'
import { loadCopy, type LoadedCopy } from '#parts/copy/load.server.ts'
import { CopyReader, readWhole } from '#parts/copy/read.server.ts'
import { unsealedBytes } from '#parts/copy/seal.server.ts'
import { openClient, refuseFullDisk } from '#parts/copy/take.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { Config } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { tuning, type Database } from '#server/database/database.ts'
import { lockStore, type Lock } from '#server/database/embedded/lock.ts'
import { startEmbedded } from '#server/database/embedded/open.ts'
import { endProcess, isPostmasterOf } from '#server/database/embedded/orphan.ts'

/** Reads a copy from a file. Throws where there is none. */
async function openFile<T>(
  path: string,
  key: Buffer | undefined,
  work: (reader: CopyReader) => Promise<T>,
): Promise<T> {
  if (!existsSync(path)) throw new MissingCopy(`Não há arquivo em ${resolve(path)}.`)
  const stored = createReadStream(path, { highWaterMark: 1024 * 1024 })
  const reader = await CopyReader.open(unsealedBytes(stored, key))
  try {
    return await work(reader)
  } finally {
    await reader.close()
  }
}

/** There is no file where a copy should be. */
export class MissingCopy extends Error {}

/** What a copy says of itself, once all of it is read and found to be true. */
export interface VerifiedCopy {
  readonly head: CopyHead
  readonly content: CopyContent
}

/** Reads all of a copy and writes nothing. Throws a `CopyRefusal` where it is not as it was written. */
export const verifyCopy = (path: string, key: Buffer | undefined): Promise<VerifiedCopy> =>
  openFile(path, key, async reader => ({ content: await readWhole(reader), head: reader.head }))

/** Restores a copy into this database, which must be empty, and its documents into the store of these settings. */
export const restoreCopy = (
  path: string,
  key: Buffer | undefined,
  {
    database,
    config,
    report,
  }: { readonly database: Database; readonly config: Config; readonly report: (line: string) => void },
): Promise<LoadedCopy> =>
  openFile(path, key, reader =>
    withClient(database, async client => {
      const loaded = await loadCopy(reader, { client, store: await storeOf(config), report })
      // Without them the first lists are slow, and nothing else is wrong.
      await client.query('analyze').catch(() => undefined)
      return loaded
    }),
  )

interface ProofOptions {
  readonly report?: (line: string) => void
  /** Bytes of the database that was copied, where they are known. */
  readonly room?: number
}

/** Restores a copy into a packaged PostgreSQL of its own, compares it there, and throws that away. */
export async function proveCopy(
  path: string,
  key: Buffer | undefined,
  config: Pick<Config, 'OUTORGA_DATA_DIR' | 'OUTORGA_DATABASE_USER'>,
  { report, room = 0 }: ProofOptions = {},
): Promise<LoadedCopy> {
  // What is written to the log comes on top of the rows.
  await refuseFullDisk(config.OUTORGA_DATA_DIR, 1.5 * room, 'abrir a cópia à parte')
  return openFile(path, key, reader =>
    openApart(config, database =>
      withClient(database, client => loadCopy(reader, { client, store: null, ...(report && { report }) })),
    ),
  )
}

export async function withClient<T>(
  database: Pick<Database, 'pool'>,
  work: (client: Awaited<ReturnType<typeof openClient>>) => Promise<T>,
): Promise<T> {
  const client = await openClient(database)
  return work(client).finally(() => client.end())
}

/** Below the data folder: what has room for a database there, and who may write there, is settled. */
const apartFolder = ({ OUTORGA_DATA_DIR }: Pick<Config, 'OUTORGA_DATA_DIR'>) => resolve(OUTORGA_DATA_DIR, 'prova')

async function openApart<T>(
  config: Pick<Config, 'OUTORGA_DATA_DIR' | 'OUTORGA_DATABASE_USER'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const folder = apartFolder(config)
  const lock = lockApart(config)
  try {
    await clearApart(config)
    const server = await startEmbedded(folder, config.OUTORGA_DATABASE_USER, tuning)
    giveWay(folder)
    const database = await connect(server, tuning)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await clearApart(config)
    lock.release()
  }
}

/** Has the database of a proof yield to what people work with; its connections inherit that from the process that starts them. */
function giveWay(folder: string): void {
  const pid = postmasterIn(join(realpathSync(folder), 'cluster'))
  if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
}

const postmasterIn = (cluster: string): number => {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
}

/** The folder is one process's at a time: throws where another proves a copy there. */
const lockApart = (config: Pick<Config, 'OUTORGA_DATA_DIR'>): Lock => lockStore(`${apartFolder(config)}-em-uso.lock`)

/** Ends and removes what a killed process left, and touches nothing that another one uses by now. */
export async function clearAfterKill(config: Pick<Config, 'OUTORGA_DATA_DIR'>): Promise<void> {
  let lock: Lock
  try {
    lock = lockApart(config)
  } catch {
    return
  }
  await clearApart(config).finally(() => lock.release())
}

/** Ends and removes the database that a killed proof left. */
async function clearApart(config: Pick<Config, 'OUTORGA_DATA_DIR'>): Promise<void> {
  const folder = apartFolder(config)
  if (existsSync(folder)) {
    const cluster = join(realpathSync(folder), 'cluster')
    const pid = postmasterIn(cluster)
    if (isPostmasterOf(pid, cluster)) await endProcess(pid)
    await rm(realpathSync(folder), { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true })
}

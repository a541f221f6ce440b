import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database, type Tuning } from '#server/database/database.ts'
import { connect } from '#server/database/connect.ts'
import { refusePGlite } from '#server/database/embedded/former.ts'
import { startEmbedded } from '#server/database/embedded/open.ts'
import { reachEmbedded } from '#server/database/embedded/reach.ts'
import { remoteServer } from '#server/database/remote.ts'
import { openDataFolder } from '#server/ready.ts'

export type DatabasePlace = Pick<Config, 'DATABASE_URL' | 'OUTORGA_DATA_DIR'> &
  Partial<
    Pick<
      Config,
      | 'OUTORGA_DATABASE_USER'
      | 'DATABASE_POOL'
      | 'DATABASE_STATEMENT_SECONDS'
      | 'DATABASE_LOCK_SECONDS'
      | 'DATABASE_READ_URL'
      | 'DATABASE_READ_LAG_SECONDS'
      | 'OUTORGA_ROLE'
    >
  >

const embeddedPath = (folder: string) => join(folder, 'postgres')

/**
 * PostgreSQL where DATABASE_URL says, else the packaged one in the data folder. Rejects with an Error in Portuguese when there is no
 * usable database or data folder; nothing is ever wiped to make one.
 */
export async function openDatabase(place: DatabasePlace, tuned: Partial<Tuning> = {}): Promise<Database> {
  const folder = openDataFolder(place.OUTORGA_DATA_DIR)
  const fitted = { ...tuning, ...tuningOf(place), ...tuned }
  const role = place.OUTORGA_ROLE ?? 'all'
  if (place.DATABASE_URL) return connect(remoteServer(place.DATABASE_URL), fitted, { copyAt: copyOf(place), role })
  refusePGlite(folder)
  return connect(await startEmbedded(embeddedPath(folder), place.OUTORGA_DATABASE_USER, fitted), fitted, { role })
}

/** How connections of a command are called, and how those of the server are. */
const commandName = 'outorga-comando'
export const serverName = 'outorga'

/** The same for a command, which a server may run beside: the packaged PostgreSQL is used where it runs, and else started. */
export async function reachDatabase(place: DatabasePlace): Promise<Database> {
  const path = embeddedPath(openDataFolder(place.OUTORGA_DATA_DIR))
  const open = async () => reachEmbedded(path) ?? startEmbedded(path, place.OUTORGA_DATABASE_USER, tuning)
  if (!place.DATABASE_URL) refusePGlite(place.OUTORGA_DATA_DIR)
  const server = place.DATABASE_URL ? remoteServer(place.DATABASE_URL) : await open()
  return connect({ ...server, connection: { ...server.connection, application_name: commandName } }, tuning)
}

/** Connections that servers of the product have to this database. */
export async function countServed({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = $1',
    [serverName],
  )
  return rows[0]?.n ?? 0
}

const tuningOf = ({
  DATABASE_POOL,
  DATABASE_STATEMENT_SECONDS,
  DATABASE_LOCK_SECONDS,
}: DatabasePlace): Partial<Tuning> => ({
  connections: DATABASE_POOL,
  ...(DATABASE_STATEMENT_SECONDS && { statementMs: DATABASE_STATEMENT_SECONDS * 1_000 }),
  ...(DATABASE_LOCK_SECONDS && { lockMs: DATABASE_LOCK_SECONDS * 1_000 }),
})

const copyOf = ({ DATABASE_READ_URL: url, DATABASE_READ_LAG_SECONDS: patience = 5 }: DatabasePlace) =>
  url ? { url, patience: patience * 1_000 } : undefined

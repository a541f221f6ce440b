import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database, type Tuning } from '#server/database/database.ts'
import { connect } from '#server/database/connect.ts'
import { refusePGlite } from '#server/database/embedded/former.ts'
import { startEmbedded } from '#server/database/embedded/open.ts'
import { remoteServer } from '#server/database/remote.ts'
import { openDataFolder } from '#server/ready.ts'

type DatabasePlace = Pick<Config, 'DATABASE_URL' | 'OUTORGA_DATA_DIR'> &
  Partial<
    Pick<
      Config,
      | 'OUTORGA_DATABASE_USER'
      | 'DATABASE_POOL'
      | 'DATABASE_STATEMENT_SECONDS'
      | 'DATABASE_LOCK_SECONDS'
      | 'DATABASE_READ_URL'
      | 'DATABASE_READ_LAG_SECONDS'
    >
  >

/**
 * PostgreSQL where DATABASE_URL says, else the packaged one in the data folder. Rejects with an Error in Portuguese when there is no
 * usable database or data folder; nothing is ever wiped to make one.
 */
export async function openDatabase(place: DatabasePlace, tuned: Partial<Tuning> = {}): Promise<Database> {
  const folder = openDataFolder(place.OUTORGA_DATA_DIR)
  const fitted = { ...tuning, ...tuningOf(place), ...tuned }
  if (place.DATABASE_URL) return connect(remoteServer(place.DATABASE_URL), fitted, copyOf(place))
  refusePGlite(folder)
  return connect(await startEmbedded(join(folder, 'postgres'), place.OUTORGA_DATABASE_USER, fitted), fitted)
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

import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database, type Tuning } from '#server/database/database.ts'
import { connect } from '#server/database/connect.ts'
import { refusePGlite } from '#server/database/embedded/former.ts'
import { startEmbedded } from '#server/database/embedded/open.ts'
import { remoteServer } from '#server/database/remote.ts'
import { openDataFolder } from '#server/ready.ts'

type DatabasePlace = Pick<Config, 'DATABASE_URL' | 'OUTORGA_DATA_DIR'> & Partial<Pick<Config, 'OUTORGA_DATABASE_USER'>>

/**
 * PostgreSQL where DATABASE_URL says, else the packaged one in the data folder. Rejects with an Error in Portuguese when there is no
 * usable database or data folder; nothing is ever wiped to make one.
 */
export async function openDatabase(place: DatabasePlace, tuned: Partial<Tuning> = {}): Promise<Database> {
  const folder = openDataFolder(place.OUTORGA_DATA_DIR)
  const fitted = { ...tuning, ...tuned }
  if (place.DATABASE_URL) return connect(remoteServer(place.DATABASE_URL), fitted)
  refusePGlite(folder)
  return connect(await startEmbedded(join(folder, 'postgres'), place.OUTORGA_DATABASE_USER, fitted), fitted)
}

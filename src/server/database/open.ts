import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database, type Tuning } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded/open.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { openDataFolder } from '#server/ready.ts'

/**
 * PostgreSQL where DATABASE_URL says, else the embedded engine in the data folder. Rejects with an Error in Portuguese when
 * there is no usable database or data folder; nothing is ever wiped to make one.
 */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'OUTORGA_DATA_DIR'>,
  tuned: Partial<Tuning> = {},
): Promise<Database> {
  const folder = openDataFolder(config.OUTORGA_DATA_DIR)
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL, { ...tuning, ...tuned })
  return openEmbedded(join(folder, 'database'), { ...tuning, ...tuned })
}

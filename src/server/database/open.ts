import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { tuning, type Database, type Tuning } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded/open.ts'
import { openPostgres } from '#server/database/postgres.ts'

/**
 * PostgreSQL where DATABASE_URL says, else the embedded engine in the data folder. Rejects with an Error in Portuguese when
 * there is no usable database; nothing is ever wiped to make one.
 */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'OUTORGA_DATA_DIR'>,
  tuned: Partial<Tuning> = {},
): Promise<Database> {
  if (config.DATABASE_URL) return openPostgres(config.DATABASE_URL, { ...tuning, ...tuned })
  const folder = resolve(config.OUTORGA_DATA_DIR)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return openEmbedded(join(folder, 'database'), { ...tuning, ...tuned })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Releases until 0.1.0 stored the data of PGlite, their embedded engine, here. */
export const formerStore = (folder: string) => join(folder, 'database')

/** Throws, in Portuguese, where this data folder has a store of PGlite, which PostgreSQL cannot read. */
export function refusePGlite(folder: string): void {
  if (!existsSync(join(formerStore(folder), 'PG_VERSION'))) return
  throw new Error(
    `A pasta ${folder} tem o banco de uma versão anterior do Outorga (PGlite), que esta não lê. Nada foi mudado. ` +
      'Para levá-lo ao PostgreSQL que vem agora com o Outorga, rode: npm run move-embedded',
  )
}

import { openHouse } from '../../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'

/** A whole product in a process that somebody kills: where it lives comes from its surroundings, unless told here. */
export async function openMortal(
  lease: number,
  told: Readonly<Record<string, string>> = {},
  more: Parameters<typeof openHouse>[2] = {},
) {
  const config = readConfig({
    ...process.env,
    OUTORGA_DEMO: '0',
    ADMIN_EMAIL: 'a@exemplo.com.br',
    ADMIN_PASSWORD: 'quatro cavalos no telhado',
    LOG_LEVEL: 'silent',
    ...told,
  })
  const database = await openDatabase(config)
  const opened = await openHouse(config, database, {
    passwordCost: { memoryCost: 64, timeCost: 1 },
    pace: { lease, pollMs: 200 },
    ...more,
  })
  return { config, database, db: database.kysely, ...opened }
}

import type { FastifyInstance } from 'fastify'
import { authOperations, authenticate, ensureAdministrator, oauthClient } from '#features/auth/auth.server.ts'
import { citiesOnServer, seedCities } from '#features/cities/cities.server.ts'
import { collectsOnServer } from '#features/collects/collects.server.ts'
import { demoAccounts, loadDemo } from '#features/demo/demo.server.ts'
import { features, tenancy } from '#features/index.ts'
import { informativeOnServer } from '#features/informative/informative.server.ts'
import { profilesOnServer } from '#features/profiles/profiles.server.ts'
import { seedProfiles } from '#features/profiles/seed.server.ts'
import { statusesOnServer } from '#features/statuses.server.ts'
import { usersOnServer } from '#features/users/users.server.ts'
import { openApp, type House } from '#server/app.ts'
import { Catalog } from '#server/catalog.ts'
import type { Config } from '#server/config.ts'
import { crud } from '#server/crud.ts'
import type { Database } from '#server/database/database.ts'
import { openMailer } from '#server/mail.ts'
import { migrate } from '#server/migrate.ts'
import { openSite } from '#server/site.ts'

const extensions = [usersOnServer, profilesOnServer, citiesOnServer, statusesOnServer, collectsOnServer, informativeOnServer]

/** Everything the product answers, in one list. */
export function registry() {
  const catalog = new Catalog(features, tenancy, extensions)
  return { catalog, operations: [...authOperations, ...features.flatMap(feature => crud(catalog, feature))] }
}

export interface Opened {
  readonly app: FastifyInstance
  /** What whoever started it should read: how to sign in the first time. */
  readonly notice: readonly string[]
}

/** Brings a database up to this release and opens the house on it, ready to listen. */
export async function openHouse(config: Config, database: Database): Promise<Opened> {
  const { catalog, operations } = registry()
  await migrate(database)
  const notice = await database.unhurried(() =>
    database.kysely.transaction().execute(async sql => {
      await seedCities(sql)
      await seedProfiles(sql, operations)
      const loaded = await loadDemo(sql, config, database.kind)
      return [...loaded, ...(await ensureAdministrator(sql, config))]
    }),
  )
  const house: House = { config, database, catalog, operations, mail: openMailer(config), authenticate }
  const app = await openApp(house)
  const client = await oauthClient(database.kysely, config)
  await openSite(app, house, async () => ({
    name: config.APP_NAME,
    system_type: 'coletas',
    client_id: client.id,
    client_secret: client.secret,
    map: config.MAP_STYLE_URL ?? null,
    demo: await demoAccounts(database.kysely),
  }))
  return { app, notice }
}

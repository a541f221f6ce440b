import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { seedCities } from '#features/network/cities/cities.server.ts'
import type { Database } from '#server/database/database.ts'
import { freshDatabase } from '../../../../test/support/databases.ts'

describe('the municipalities', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database?.close())

  const named = async () => {
    const { rows } = await sql<{ name: string; xmin: string; all: number }>`
      select name, xmin::text, (select count(*)::int from cities) as all from cities where ibge = 3554102`.execute(
      database.kysely,
    )
    return rows[0]
  }
  const renamed = () => sql`update cities set label = 'Tabaté/SP', name = 'Tabaté' where ibge = 3554102`

  test('come in once, and a list that changed is brought again', async () => {
    await seedCities(database.kysely)
    const first = await named()
    expect([first?.name, first?.all]).toEqual(['Taubaté', 5571])
    await seedCities(database.kysely)
    expect(await named()).toEqual(first)
    // As a release with another list left it.
    await renamed().execute(database.kysely)
    await sql`update installation set value = 'older' where key = 'cities'`.execute(database.kysely)
    await seedCities(database.kysely)
    expect((await named())?.name).toBe('Taubaté')
    // Of a list that was brought, nothing is looked at.
    await renamed().execute(database.kysely)
    await seedCities(database.kysely)
    expect((await named())?.name).toBe('Tabaté')
  })
})

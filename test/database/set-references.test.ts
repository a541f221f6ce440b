import { sql, type Kysely, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseProblem } from '#server/database/errors.ts'
import { openWorld, type World } from '../support/world.ts'

// Lines of accesses are written by the hundred thousand: what they point to is looked up once for the set, and holds as a foreign key does.

const references = {
  client_type_id: 'client_types',
  attendance_type_id: 'attendance_types',
  attendance_middle_id: 'attendance_middles',
  product_type_id: 'product_types',
  technology_type_id: 'technology_types',
} as const
const columns = Object.keys(references) as (keyof typeof references)[]
const lines = 'collects_locations_accesses_ordered'
type Db = Kysely<unknown> | Transaction<unknown>

describe('references that are checked as a set', () => {
  let world: World
  let place = 0
  const good = new Map<string, number>()
  beforeAll(async () => {
    world = await openWorld()
    const { rows } = await sql<{ id: number }>`
      insert into collects_locations (parent_id, position, city_id)
      values (${world.target('collects', 'A1')?.id}, 90, (select min(id) from cities)) returning id`.execute(world.db)
    place = rows[0]?.id ?? 0
    for (const [column, table] of Object.entries(references)) {
      const { rows: made } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (name, slug) values ('Só daqui', 'so-daqui') returning id`.execute(world.db)
      good.set(column, made[0]?.id ?? 0)
    }
  })
  afterAll(() => world?.close())

  /** Two lines, the second with another value of some column. */
  const write = (db: Db, told: Partial<Record<keyof typeof references | 'parent_id', number | null>> = {}) => {
    const line: Record<string, number | null> = { parent_id: place, ...Object.fromEntries(good) }
    const both = JSON.stringify([line, { ...line, ...told }].map((each, position) => ({ ...each, position })))
    const names = sql.join(['parent_id', 'position', ...columns].map(name => sql.ref(name)))
    return sql`
      insert into ${sql.table(lines)} (${names}, speed, amount)
      select ${names}, 100, 1 from jsonb_populate_recordset(null::${sql.table(lines)}, ${both}::jsonb)`.execute(db)
  }
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => [Object(error).code, databaseProblem(error).kind],
    )
  const kept = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(lines)}`.execute(world.db)).rows[0]?.n
  const lost = ['23503', 'conflict']

  test.each([...columns, 'parent_id'] as const)(
    'a set in which one line’s %s points to nothing is refused whole',
    async column => {
      const before = await kept()
      expect(await codeOf(write(world.db, { [column]: 9_999_999 }))).toEqual(lost)
      expect(await kept()).toBe(before)
    },
  )

  test('what points to nothing at all is kept, and may not come to point to what is not there', async () => {
    await write(world.db, { technology_type_id: null })
    const change = sql`update ${sql.table(lines)} set product_type_id = 9999999 where technology_type_id is null`
    expect(await codeOf(change.execute(world.db))).toEqual(lost)
  })

  test.each(columns)('what a %s points to is neither deleted nor given another id', async column => {
    await write(world.db)
    const table = sql.table(references[column])
    const id = good.get(column)
    expect(await codeOf(sql`delete from ${table} where id = ${id}`.execute(world.db))).toEqual(lost)
    const other = sql`update ${table} set id = default where id = ${id}`
    expect(await codeOf(other.execute(world.db))).toEqual(lost)
  })

  test('lines go with the place they are of', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into collects_locations (parent_id, position, city_id)
      select parent_id, 1, city_id from collects_locations where id = ${place} returning id`.execute(world.db)
    const id = rows[0]?.id ?? 0
    const before = await kept()
    await write(world.db, { parent_id: id })
    expect(await kept()).toBe(Number(before) + 2)
    await sql`delete from collects_locations where id = ${id}`.execute(world.db)
    expect(await kept()).toBe(Number(before) + 1)
  })

  describe('at the same time', () => {
    /** A row of its own, which nothing points to yet. */
    async function loose() {
      const { rows } = await sql<{ id: number }>`
        insert into client_types (name, slug) values ('Passageiro', 'passageiro') returning id`.execute(world.db)
      return rows[0]?.id ?? 0
    }
    const remove = (id: number) => sql`delete from client_types where id = ${id}`.execute(world.db)

    test('who deletes what lines being written point to waits, and is refused', async () => {
      const id = await loose()
      const { deleting } = await world.db.transaction().execute(async writer => {
        await write(writer, { client_type_id: id })
        const later = codeOf(remove(id))
        expect(await Promise.race([later, new Promise(tick => setTimeout(tick, 150, 'waits'))])).toBe('waits')
        return { deleting: later }
      })
      expect(await deleting).toEqual(lost)
    })

    test('who writes lines to what is being deleted waits, and is refused', async () => {
      const id = await loose()
      const { writing } = await world.db.transaction().execute(async deleter => {
        await sql`delete from client_types where id = ${id}`.execute(deleter)
        const later = codeOf(write(world.db, { client_type_id: id }))
        expect(await Promise.race([later, new Promise(tick => setTimeout(tick, 150, 'waits'))])).toBe('waits')
        return { writing: later }
      })
      expect(await writing).toEqual(lost)
    })
  })
})

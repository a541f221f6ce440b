import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { databaseProblem } from '#server/database/errors.ts'
import { plannedByValues } from '#server/database/prepared.ts'
import { freshDatabase } from '../support/databases.ts'

const codeOf = (error: unknown) => databaseProblem(error).kind

describe('the database', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase({ waiting: 3 })
    await database.pool.query('create table things (id integer primary key, name text)')
  })
  afterAll(() => database.close())

  test('values come out the same', async () => {
    const { rows } = await database.pool.query(`
      select date '2026-02-28' as day, 9007199254740991 as big, 12::bigint as small, 1234567890123.45::numeric(15, 2) as exact,
        0.1::float8 as real, timestamptz '2026-01-31 23:30:00.5-03' as moment, timestamp '2026-01-31 12:00' as plain,
        array[date '2026-02-28'] as days, true as yes, '{"a": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes,
        null as nothing, 'Ítalo 🎈' as text, array['a', null] as texts`)
    expect(rows).toEqual([
      {
        day: '2026-02-28',
        big: 9007199254740991,
        small: 12,
        exact: 1234567890123.45,
        real: 0.1,
        moment: '2026-02-01T02:30:00.500Z',
        plain: '2026-01-31T12:00:00.000Z',
        days: ['2026-02-28'],
        yes: true,
        json: { a: [1, null] },
        bytes: Buffer.from([0, 255]),
        nothing: null,
        text: 'Ítalo 🎈',
        texts: ['a', null],
      },
    ])
  })

  test('the session is in UTC', async () => {
    const { rows } = await database.pool.query('show timezone')
    expect(rows).toEqual([{ TimeZone: 'UTC' }])
  })

  test('names sort as a Brazilian expects', async () => {
    const names = ['Zebra', 'árvore', 'Ítalo', 'Abelha', 'Água', 'ção', 'cao', 'Cão', 'igreja', 'Iza']
    const { rows } = await database.pool.query('select name from unnest($1::text[]) name order by name collate pt_br', [
      names,
    ])
    const sorted = ['Abelha', 'Água', 'árvore', 'cao', 'Cão', 'ção', 'igreja', 'Ítalo', 'Iza', 'Zebra']
    expect(rows.map(row => row.name)).toEqual(sorted)
  })

  test('plain text has neither capitals nor accents, and can be indexed by its parts', async () => {
    await database.pool.query(`
      create table places (name text);
      create index places_name on places using gin (plain(name) gin_trgm_ops);
      insert into places values ('São João'), ('ÁGUA FRIA'), ('Belém')`)
    const { rows } = await database.pool.query(`select name from places where plain(name) like plain('%água%')`)
    expect(rows).toEqual([{ name: 'ÁGUA FRIA' }])
    const plan = await database.kysely.transaction().execute(async work => {
      await sql`set local enable_seqscan = off`.execute(work)
      return sql`explain select * from places where plain(name) like '%agua%'`.execute(work)
    })
    expect(JSON.stringify(plan.rows)).toContain('places_name')
  })

  test('many large rows come whole', async () => {
    const { rows } = await database.pool.query(`select n, repeat('ç', 1000) as text from generate_series(1, 3000) n`)
    expect(rows).toHaveLength(3000)
    expect(rows.every((row, at) => row.n === at + 1 && row.text.length === 1000)).toBe(true)
  })

  test('a large parameter goes whole', async () => {
    const text = 'é'.repeat(1_000_000)
    const { rows } = await database.pool.query('select length($1) as length, md5($1) as md5', [text])
    expect(rows[0].length).toBe(1_000_000)
  })

  test.each([
    ['insert into things values (1), (1)', 'invalid'],
    [`select 'x'::integer`, 'invalid'],
    ['select 1 / 0', 'invalid'],
    ['select 99999999999::integer', 'invalid'],
    ['select * from nowhere', 'internal'],
  ])('%s is told as %s, and the next statement works', async (statement, kind) => {
    expect(await database.pool.query(statement).catch(codeOf)).toBe(kind)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('what is asked often is planned once, and sees what changes meanwhile', async () => {
    const found = await database.kysely.connection().execute(async db => {
      const name = async () =>
        (await sql<{ name: string }>`select name from things where id = ${70}`.execute(db)).rows[0]?.name
      const given = [await name()]
      await sql`insert into things values (70, 'antes')`.execute(db)
      for (let i = 0; i < 8; i++) given.push(await name())
      await sql`create index if not exists things_name on things (name)`.execute(db)
      await sql`update things set name = ${'depois'} where id = 70`.execute(db)
      given.push(await name())
      const wrong = sql`select ${1}::integer / 0 from things`
      for (let i = 0; i < 5; i++) await expect(wrong.execute(db)).rejects.toThrow(/division by zero/)
      const { rows } = await sql<{ kept: number }>`
        select count(*)::integer as kept from pg_prepared_statements where statement like 'select name from things%'`.execute(
        db,
      )
      return { given, kept: rows[0]?.kept }
    })
    expect(found).toEqual({ given: [undefined, ...Array<string>(8).fill('antes'), 'depois'], kept: 1 })
  })

  test('a statement planned by its values is stored under no name, however often it runs', async () => {
    await database.kysely.connection().execute(async db => {
      const marked = sql.raw(plannedByValues)
      for (let i = 0; i < 8; i++) {
        await sql`select ${i}::integer as plain`.execute(db)
        const { rows } = await sql`${marked} select ${i}::integer as marked`.execute(db)
        expect(rows).toEqual([{ marked: i }])
      }
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%::integer as plain' or statement like '%::integer as marked'`.execute(
        db,
      )
      expect(rows).toEqual([{ statement: 'select $1::integer as plain' }])
    })
  })

  test('more statements than are kept are answered all the same', async () => {
    await database.kysely.connection().execute(async db => {
      for (let i = 0; i < 320; i++)
        for (let times = 0; times < 3; times++) {
          const { rows } = await sql.raw<{ n: number }>(`select ${i} as n`).execute(db)
          expect(rows).toEqual([{ n: i }])
        }
      const { rows } = await sql<{
        kept: number
      }>`select count(*)::integer as kept from pg_prepared_statements`.execute(db)
      expect(rows[0]?.kept).toBeLessThanOrEqual(300)
    })
  })

  test('a NUL is invalid', async () => {
    expect(await database.pool.query('select $1::text', ['a\0b']).catch(codeOf)).toBe('invalid')
  })

  test('a transaction that fails leaves nothing', async () => {
    const failing = database.kysely.transaction().execute(async work => {
      await sql`insert into things values (7, 'x')`.execute(work)
      await sql`select 1 / 0`.execute(work)
    })
    await expect(failing).rejects.toThrow()
    expect((await database.pool.query('select from things where id = 7')).rowCount).toBe(0)
  })

  test('a transaction left open by a connection that drops is undone', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(`insert into things values (8, 'x')`)
    await client.query(`set search_path = nowhere`)
    client.release(true)
    expect((await database.pool.query('select from things where id = 8')).rowCount).toBe(0)
  })

  test('once too many wait for a connection the next is turned away', async () => {
    const held = await Promise.all(Array.from({ length: 10 }, () => database.pool.connect()))
    const ask = () => sql`select 1`.execute(database.kysely)
    const waiting = [ask(), ask(), ask()]
    expect(await ask().catch(codeOf)).toBe('unavailable')
    for (const client of held) client.release()
    await Promise.all(waiting)
  })

  test('it says how it is', async () => {
    const { milliseconds, connections, writable } = await database.health()
    expect(milliseconds).toBeLessThan(2_000)
    expect(connections.open).toBeGreaterThan(0)
    expect(writable).toBe(true)
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendAlong, sendNow } from '#server/database/driver.ts'
import type { Database } from '#server/database/database.ts'
import { databaseProblem } from '#server/database/errors.ts'
import { fly } from '#server/database/flight.ts'
import { freshDatabase } from '../support/databases.ts'
import { recording } from '../support/statements.ts'

// What nobody waits for goes in one message with what is asked next: of several, the first that fails is the last that runs.

describe('statements in one message', () => {
  let database: Database
  beforeAll(async () => {
    database = await freshDatabase()
    await database.pool.query('create table things (id integer primary key, name text)')
  })
  afterAll(() => database.close())
  beforeEach(() => database.pool.query('truncate things'))

  const put = (id: number) => sql<{ id: number }>`insert into things values (${id}, ${`n${id}`}) returning id`
  const kept = async () =>
    (await database.pool.query<{ id: number }>('select id from things order by id')).rows.map(({ id }) => id)
  const kindOf = (error: unknown) => databaseProblem(error).kind

  test('a transaction begins with its first statement, and one that asks nothing begins none', async () => {
    const asked = recording(database.pool)
    let messages = 0
    await database.kysely.transaction().execute(async trx => {
      messages = asked.messages()
      await put(1).execute(trx)
    })
    expect([messages, asked.messages()]).toEqual([0, 2])
    await database.kysely.transaction().execute(() => Promise.resolve())
    await expect(database.kysely.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(asked.stop().map(({ text }) => text.split(' ')[0])).toEqual(['begin', 'insert', 'commit'])
    expect(await kept()).toEqual([1])
  })

  test('what goes along is sent with what is asked next, in order, and its rows are there then', async () => {
    await database.kysely.transaction().execute(async trx => {
      const [one, two] = [await sendAlong(trx, put(1)), await sendAlong(trx, put(2))]
      expect(one).toThrow('not there yet')
      const { rows } = await sql<{ n: number }>`select count(*)::integer as n from things`.execute(trx)
      expect([one(), two(), rows]).toEqual([[{ id: 1 }], [{ id: 2 }], [{ n: 2 }]])
      const three = await sendAlong(trx, put(3))
      await sendNow(trx)
      expect(three()).toEqual([{ id: 3 }])
    })
    expect(await kept()).toEqual([1, 2, 3])
  })

  test('what goes along last is sent with the commit', async () => {
    const asked = recording(database.pool)
    const rows = await database.kysely.transaction().execute(trx => sendAlong(trx, put(1)))
    expect([rows(), asked.messages()]).toEqual([[{ id: 1 }], 1])
    asked.stop()
  })

  test('outside a transaction nothing waits', async () => {
    const rows = await sendAlong(database.kysely, put(1))
    expect([rows(), await kept()]).toEqual([[{ id: 1 }], [1]])
  })

  test.each([
    ['the first', [sql`select 1 / 0`, put(1), put(2)]],
    ['one between', [put(1), sql`select 1 / 0`, put(2)]],
    ['the last', [put(1), put(2), sql`select 1 / 0`]],
    ['a constraint', [put(1), put(1), put(2)]],
    ['one that is no SQL', [put(1), sql`selekt`, put(2)]],
  ])('where %s fails nothing is committed, and the connection goes on', async (_name, queries) => {
    for (let times = 0; times < 5; times++) {
      const boarding = database.kysely.transaction().execute(async trx => {
        for (const query of queries) await sendAlong<unknown>(trx, query)
      })
      expect(['invalid', 'internal']).toContain(await boarding.then(() => 'done', kindOf))
      expect(await kept()).toEqual([])
      // The same texts, whose names were said and not heard.
      const well = await database.kysely.transaction().execute(trx => sendAlong(trx, put(7)))
      expect([well(), await kept()]).toEqual([[{ id: 7 }], [7]])
      await database.pool.query('truncate things')
    }
  })

  test('a begin that fails takes what follows with it', async () => {
    const client = await database.pool.connect()
    const flown = fly(client, [{ text: 'begin isolation level none' }, { text: 'insert into things values (1)' }])
    await expect(flown).rejects.toThrow()
    client.release()
    expect(await kept()).toEqual([])
  })

  test('what cannot be said at all stops what was to follow', async () => {
    const unsayable = {
      toPostgres: () => {
        throw new Error('mute')
      },
    }
    for (let times = 0; times < 5; times++) {
      const flown = database.kysely.transaction().execute(async trx => {
        await sendAlong(trx, put(1))
        await sendAlong<unknown>(trx, sql`select ${unsayable}::text`)
        await sendAlong(trx, put(2))
      })
      await expect(flown).rejects.toThrow('mute')
      expect(await kept()).toEqual([])
    }
  })

  test('a connection that breaks on the way fails all of it, and commits nothing', async () => {
    const flown = database.kysely.transaction().execute(async trx => {
      await sendAlong(trx, put(1))
      await sendAlong<unknown>(trx, sql`select pg_terminate_backend(pg_backend_pid())`)
      await sendAlong(trx, put(2))
    })
    expect(await flown.then(() => 'done', kindOf)).toBe('unavailable')
    expect(await kept()).toEqual([])
  })

  test('what is written out of its writer’s sight is missing, and is not committed', async () => {
    const flown = database.kysely.transaction().execute(async trx => {
      await sendAlong(trx, put(1))
      return sendAlong<unknown>(trx, sql`select from things where id = 1 and must_be_seen(name is null)`)
    })
    expect(await flown.then(() => 'done', kindOf)).toBe('missing')
    expect(await kept()).toEqual([])
  })
})

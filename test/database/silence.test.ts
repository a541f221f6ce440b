import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseProblem } from '#server/database/errors.ts'
import { openDatabase } from '#server/database/open.ts'
import { openReadiness } from '#server/ready.ts'
import { callerOf } from '../support/calls.ts'
import { freshFolder, freshPostgresUrl } from '../support/databases.ts'
import { openMortal } from '../support/mortal.ts'
import { enter } from '../support/population.ts'
import { startWire, type Wire } from '../support/wire.ts'

// A cut cable says nothing: whoever waits has to know for how long.

let target: Awaited<ReturnType<typeof freshPostgresUrl>>
let wire: Wire
beforeAll(async () => {
  target = await freshPostgresUrl()
  wire = await startWire(target.url)
})
afterAll(async () => {
  await wire.close()
  await target.drop()
})

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

describe('a database that goes silent', () => {
  test('is waited for no longer than its limit and two seconds, and used again once it speaks', async () => {
    const place = { DATABASE_URL: wire.url, OUTORGA_DATA_DIR: freshFolder() }
    const database = await openDatabase(place, { statementMs: 500 })
    const ready = openReadiness(place, database)
    expect(await ready()).toMatchObject({ serve: true, grava: true, motivos: [] })
    const watch = database.watch(['profiles'], () => {})
    await expect.poll(watch.isComplete).toBe(true)
    await database.pool.query('create table things (id integer)')
    let isSilent = false
    let began: () => void = () => {}
    const begun = new Promise<void>(resolve => (began = resolve))
    const writing = database.kysely.transaction().execute(async trx => {
      await sql`insert into things values (1)`.execute(trx)
      began()
      await expect.poll(() => isSilent).toBe(true)
      await sql`insert into things values (2)`.execute(trx)
    })
    await begun
    wire.silence()
    isSilent = true

    const refused = async (work: Promise<unknown>) =>
      databaseProblem(
        await work.then(
          () => null,
          (error: unknown) => error,
        ),
      )
    const waits: number[] = []
    waits.push(
      await seconds(async () =>
        expect(await refused(writing)).toMatchObject({ status: 503, detail: { retryAfter: 2 } }),
      ),
      await seconds(async () =>
        expect(await refused(sql`select 1`.execute(database.kysely))).toMatchObject({ status: 503 }),
      ),
    )
    for (const wait of waits) expect(wait).toBeLessThan(4)
    expect(waits[0]).toBeGreaterThan(2)
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        seconds(async () =>
          expect(await ready()).toMatchObject({
            serve: false,
            grava: false,
            motivos: ['O banco de dados não responde.'],
          }),
        ),
      ),
    )
    for (const answer of answers) expect(answer).toBeLessThan(2)
    // A line that only listens is asked now and then: nothing is remembered while it is down.
    await expect.poll(watch.isComplete, { timeout: 10_000 }).toBe(false)

    wire.speak()
    await expect.poll(async () => (await ready()).serve, { timeout: 10_000 }).toBe(true)
    expect((await database.pool.query('select id from things')).rows).toEqual([])
    await expect.poll(watch.isComplete, { timeout: 10_000 }).toBe(true)
    await database.close()
  })

  test('leaves alone what was given more time, and what has no limit', async () => {
    const place = { DATABASE_URL: wire.url, OUTORGA_DATA_DIR: freshFolder() }
    const database = await openDatabase(place, { statementMs: 200 })
    const longer = database.kysely.transaction().execute(async trx => {
      await sql`set local statement_timeout = 10000`.execute(trx)
      await sql`select pg_sleep(2.6)`.execute(trx)
    })
    const client = await database.pool.connect()
    await client.query('set statement_timeout = 0')
    await expect(Promise.all([longer, client.query('select pg_sleep(2.6)')])).resolves.toHaveLength(2)
    client.release(true)
    // The next transaction of the same connection has the limit of all.
    await expect(sql`select pg_sleep(1)`.execute(database.kysely)).rejects.toMatchObject({ code: '57014' })
    await database.close()
  })
})

test('requests are answered 503 with when to try again, and nothing is served from before', async () => {
  const { app, db, database } = await openMortal(30, {
    DATABASE_URL: wire.url,
    DATABASE_STATEMENT_SECONDS: '1',
    OUTORGA_DATA_DIR: freshFolder(),
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
  })
  const { rows } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
  const call = callerOf(app, { admin: await enter(db, rows[0]?.id ?? 0) })
  expect((await call('admin', 'GET', 'ticket-types')).status).toBe(200)
  wire.silence()
  const asked = [
    call('admin', 'GET', 'ticket-types'),
    call('admin', 'POST', 'ticket-types', { body: { name: 'Em silêncio' } }),
  ]
  const wait = await seconds(async () => {
    for (const reply of await Promise.all(asked)) {
      expect(reply.status).toBe(503)
      expect(reply.headers['retry-after']).toBe('2')
    }
  })
  expect(wait).toBeLessThan(5)
  const ready = await seconds(async () => expect((await call('', 'GET', '/readyz')).status).toBe(503))
  expect(ready).toBeLessThan(2)
  wire.speak()
  await expect.poll(async () => (await call('admin', 'GET', 'ticket-types')).status, { timeout: 10_000 }).toBe(200)
  const { body } = await call('admin', 'GET', 'ticket-types?per_page=100')
  expect(JSON.stringify(body)).not.toContain('Em silêncio')
  await app.close()
  await database.close()
})

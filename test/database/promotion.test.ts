import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { callerOf, rowsOf, type Call, type Reply } from '../support/calls.ts'
import { freshFolder } from '../support/databases.ts'
import { openMortal } from '../support/mortal.ts'
import { enter } from '../support/population.ts'
import { startPair, type ClusterPair } from '../support/standby.ts'
import { startWire, type Wire } from '../support/wire.ts'

// Two PostgreSQL, the second of which has all that the first acknowledged, and an address that leads to one of them.

let pair: ClusterPair
let wire: Wire
let product: Awaited<ReturnType<typeof openMortal>>
let call: Call
beforeAll(async () => {
  pair = await startPair()
  wire = await startWire(pair.primary.url)
  product = await openMortal(30, {
    DATABASE_URL: wire.url,
    DATABASE_READ_URL: pair.standby.url,
    DATABASE_READ_LAG_SECONDS: '1',
    OUTORGA_DATA_DIR: freshFolder(),
  })
  const { rows } = await sql<{ id: number }>`select min(id) as id from users`.execute(product.db)
  call = callerOf(product.app, { admin: await enter(product.db, rows[0]?.id ?? 0) })
})
afterAll(async () => {
  await product?.app.close()
  await product?.database.close()
  await wire?.close()
  await pair?.stop()
})

describe('a copy that is read', () => {
  test('has all that was committed before, and is counted', async () => {
    const { copy } = product.database
    for (let n = 0; n < 20; n++) {
      const { body } = await call('admin', 'POST', 'ticket-types', { body: { name: `Copiado ${n}` } })
      const read = await copy?.since((await copy.mark()) ?? '')
      const found = read && (await sql`select from ticket_types where id = ${Object(body.data).id}`.execute(read))
      expect(found?.rows).toHaveLength(1)
      await expect(sql`delete from ticket_types`.execute(read ?? product.db)).rejects.toMatchObject({ code: '25006' })
    }
    expect(copy?.reads).toEqual({ copia: 20, atrasada: 0, ausente: 0 })
  })

  test('is not read while it is behind, and the database is', async () => {
    const { copy } = product.database
    await pair.ask(pair.standby, 'select pg_wal_replay_pause()')
    await call('admin', 'POST', 'ticket-types', { body: { name: 'Ainda não copiado' } })
    const mark = (await copy?.mark()) ?? ''
    expect(await copy?.since(mark)).toBeNull()
    expect(copy?.reads.atrasada).toBe(1)
    expect(await copy?.lag()).toBeGreaterThan(0)
    await pair.ask(pair.standby, 'select pg_wal_replay_resume()')
    expect(await copy?.since(mark)).not.toBeNull()
    await expect.poll(() => copy?.lag()).toBe(0)
    expect((await product.app.inject('/metrics')).body).toMatch(/^database_copy_lag_seconds [\d.]+$/m)
  })

  test('serves an export, whose file has what was written right before', async () => {
    await call('admin', 'POST', 'ticket-types', { body: { name: 'Escrito há pouco' } })
    const before = product.database.copy?.reads.copia ?? 0
    const asked = { resource: 'ticket-types', format: 'csv', query: 'search=pouco' }
    const { rows } = await sql<{ uuid: string; user_id: number }>`
      insert into exports (name, user_id, resource, format, query, kind)
      select 'Tipos', min(id), 'ticket-types', 'csv', ${asked.query}, 'lista' from users returning uuid, user_id`.execute(
      product.db,
    )
    const [{ uuid, user_id } = { uuid: '', user_id: 0 }] = rows
    await product.house.jobs.queue.send(product.db, uuid, {
      user_id,
      company: null,
      work: 'exports.write',
      given: asked,
    })
    product.runner.nudge()
    await product.runner.settled()
    const written = await sql`select state, rows_done from exports where uuid = ${uuid}`.execute(product.db)
    expect(written.rows).toEqual([{ state: 'concluido', rows_done: 1 }])
    expect(product.database.copy?.reads.copia).toBeGreaterThan(before)
  })

  test('of another database is refused at the start', async () => {
    const place = {
      DATABASE_URL: wire.url,
      DATABASE_READ_URL: process.env.TEST_DATABASE_URL,
      OUTORGA_DATA_DIR: freshFolder(),
    }
    await expect(openDatabase(place)).rejects.toThrow('O banco de DATABASE_READ_URL não é uma cópia')
  })
})

test('while the second takes over, refusals are 503 and say when to come back, and nothing acknowledged is missing', async () => {
  const acknowledged: string[] = []
  const refusals: Reply[] = []
  let isOver = false
  const write = async (who: number) => {
    for (let n = 0; !isOver; n++) {
      const name = `Promovido ${who} ${n}`
      const reply = await call('admin', 'POST', 'ticket-types', { body: { name } })
      if (reply.status === 201) acknowledged.push(name)
      else refusals.push(reply)
      if (reply.status !== 201) await after(20)
    }
  }
  const writers = [1, 2, 3].map(write)
  await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(20)
  process.kill(pair.primary.pid(), 'SIGQUIT')
  wire.lead(pair.standby.url)
  await after(500)
  const beforePromotion = acknowledged.length

  // The second only reads for now: so does the product.
  await expect.poll(async () => (await call('admin', 'GET', 'ticket-types')).status, { timeout: 5_000 }).toBe(200)
  const ready = await call('', 'GET', '/readyz')
  expect([ready.status, ready.body]).toMatchObject([200, { status: 'so-leitura', serve: true, grava: false }])
  const page: unknown = (await product.app.inject('/config.json')).json()
  const { client_id, client_secret } = Object(page)
  const person = { username: 'a@exemplo.com.br', password: 'quatro cavalos no telhado' }
  const body = { client_id, client_secret, grant_type: 'password', ...person }
  const entering = () => call('', 'POST', '/oauth/token', { body })
  const refused = await entering()
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])

  await pair.ask(pair.standby, 'select pg_promote()')
  await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(beforePromotion + 20)
  isOver = true
  await Promise.all(writers)
  expect((await entering()).status).toBe(200)
  expect(refusals.length).toBeGreaterThan(3)
  expect(new Set(refusals.map(reply => `${reply.status} ${reply.headers['retry-after']}`))).toEqual(new Set(['503 2']))
  const { rows } = await sql<{ name: string }>`select name from ticket_types where name like 'Promovido%'`.execute(
    product.db,
  )
  const found = new Set(rows.map(({ name }) => name))
  expect(acknowledged.filter(name => !found.has(name))).toEqual([])
  expect(rowsOf(await call('admin', 'GET', 'ticket-types?search=Promovido')).length).toBeGreaterThan(0)
})

import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callerOf } from './support/calls.ts'
import { freshFolder, freshPostgresUrl } from './support/databases.ts'
import { openMortal } from './support/mortal.ts'
import { enter } from './support/population.ts'

// One process answers people, another does what they leave to it: both on one database and one folder.

type Opened = Awaited<ReturnType<typeof openMortal>>
let target: Awaited<ReturnType<typeof freshPostgresUrl>>
const opened: Opened[] = []
let place = {}
beforeAll(async () => {
  target = await freshPostgresUrl()
  place = { DATABASE_URL: target.url, OUTORGA_DATA_DIR: freshFolder() }
})
afterAll(async () => {
  for (const { app, database } of opened) {
    await app.close()
    await database.close()
  }
  await target.drop()
})

async function start(OUTORGA_ROLE: string, more = {}): Promise<Opened> {
  const product = await openMortal(30, { ...place, OUTORGA_ROLE, ...more })
  opened.push(product)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  return product
}

async function askedExport({ db, house }: Opened): Promise<string> {
  const given = { resource: 'profiles', format: 'csv', query: '' }
  const { rows } = await sql<{ uuid: string; user_id: number }>`
    insert into exports (name, user_id, resource, format, query, kind)
    select 'Perfis', min(id), 'profiles', 'csv', '', 'lista' from users returning uuid, user_id`.execute(db)
  const [{ uuid, user_id } = { uuid: '', user_id: 0 }] = rows
  await house.jobs.queue.send(db, uuid, { user_id, company: null, work: 'exports.write', given })
  return uuid
}
const stateOf = async ({ db }: Opened, uuid: string) =>
  (await sql<{ state: string }>`select state from exports where uuid = ${uuid}`.execute(db)).rows[0]?.state

test('what people leave to the background waits for the process that does it', async () => {
  const web = await start('web')
  const { rows } = await sql<{ id: number }>`select min(id) as id from users`.execute(web.db)
  const token = await enter(web.db, rows[0]?.id ?? 0)
  const asking = callerOf(web.app, { admin: token })
  expect((await asking('admin', 'GET', 'profiles')).status).toBe(200)
  const uuid = await askedExport(web)
  await after(1_000)
  expect(await stateOf(web, uuid)).toBe('na-fila')

  const jobs = await start('jobs', { DATABASE_POOL: '4' })
  await expect.poll(() => stateOf(web, uuid), { timeout: 10_000 }).toBe('concluido')
  expect(jobs.database.pool.options.max).toBe(4)
  // It answers who watches it, and nobody else.
  const working = callerOf(jobs.app, { admin: token })
  expect((await working('', 'GET', '/readyz')).body).toMatchObject({ status: 'ok', serve: true, grava: true })
  expect((await jobs.app.inject('/metrics')).statusCode).toBe(200)
  for (const url of ['/', '/config.json', '/oauth/token', 'profiles'])
    expect([url, (await working('admin', 'GET', url)).status]).toEqual([url, 404])
  // What the one did, the other shows.
  expect((await asking('admin', 'GET', 'exports')).body).toMatchObject({ data: [{ uuid, state: 'concluido' }] })
})

import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { Commits } from '#server/database/commits.ts'
import { openBallast } from '#server/database/embedded/ballast.ts'
import { freeBytes, watchSpace } from '#server/database/embedded/space.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { kyselyOn, survive } from '#server/database/pool.ts'
import { freshFolder } from '../support/databases.ts'
import { openWorld } from '../support/world.ts'

// On a full disk people still come in to read, and to delete.

const folder = freshFolder()
afterAll(() => rmSync(folder, { recursive: true }))

test('the ballast takes its room, is let go on a disk that is nearly full, and taken again once there is room', async () => {
  const path = join(folder, 'reserva')
  const ballast = openBallast(path, 2_500_000)
  const asked: string[] = []
  const pool = { query: async (text: string) => void asked.push(text) } as unknown as Pool
  const free = freeBytes(folder)
  const at = async (freeFloor: number) => {
    const { room, stop } = await watchSpace(pool, folder, ballast, { freeFloor }, 0)
    stop()
    return [room(), ballast.isHeld(), existsSync(path)]
  }
  expect(await at(1)).toEqual(['enough', true, true])
  expect(statSync(path).size).toBe(2_500_000)
  expect(openBallast(path, 2_500_000).isHeld()).toBe(true)
  expect(openBallast(path, 1).isHeld()).toBe(false)
  expect(await at(free * 2)).toEqual(['spare', true, true])
  expect(await at(free * 8)).toEqual(['none', false, false])
  expect(await at(free * 2)).toEqual(['spare', false, false])
  expect(await at(1)).toEqual(['enough', true, true])
  expect(asked.filter(text => text.startsWith('alter'))).toEqual(
    ['off', 'on', 'on', 'on', 'off'].map(value => `alter system set default_transaction_read_only = ${value}`),
  )
})

test('the packaged server writes sessions while all else only reads, and says so', async () => {
  const data = freshFolder()
  const first = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: undefined })
  await first.pool.query('create table things (id integer)')
  expect(first.reserve()).toBeNull()
  await first.close()
  const free = freeBytes(data)
  const database = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: undefined }, { freeFloor: free * 2 })
  const write = sql`insert into things values (1)`
  await expect.poll(() => write.execute(database.kysely).then(() => '', String)).toContain('read-only')
  const reserve = database.reserve()
  expect((await write.execute(reserve ?? database.kysely)).numAffectedRows).toBe(1n)
  expect(await database.health()).toMatchObject({ writable: false, recovering: false })
  await database.close()
  rmSync(data, { recursive: true })
})

test('on a full disk signing in, out and deleting go on, and what else writes is refused as that', async () => {
  let reserve: Pool | undefined
  let isFull = false
  const wrap = (database: Database): Database => {
    const { onConnect: _, ...settings } = database.pool.options
    reserve = survive(new Pool({ ...settings, options: '-c default_transaction_read_only=off' }), new Commits())
    const kysely = kyselyOn(reserve, 100)
    return { ...database, reserve: () => (isFull ? kysely : null) }
  }
  const world = await openWorld({ wrap })
  const made = await world.call('superAdmin', 'POST', 'ticket-types', { body: { name: 'Antes' } })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const name = rows[0]?.name ?? ''
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(world.db)
  await world.runner.settled()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`.execute(
    world.db,
  )
  // The connection that asked is an old one, too.
  await sql`set default_transaction_read_only = on`.execute(world.db)
  isFull = true

  const post = () => world.call('superAdmin', 'POST', 'ticket-types', { body: { name: 'Depois' } })
  await expect.poll(async () => (await post()).status).toBe(507)
  expect((await post()).body.message).toContain('falta de espaço em disco')
  const page: unknown = (await world.app.inject('/config.json')).json()
  const { client_id, client_secret } = Object(page)
  const token = await world.call('', 'POST', '/oauth/token', {
    body: {
      client_id,
      client_secret,
      grant_type: 'password',
      username: 'zzsuperzz@exemplo.com.br',
      password: 'quatro cavalos no telhado',
    },
  })
  expect(token.status).toBe(200)
  const headers = { authorization: `Bearer ${String(token.body.access_token)}` }
  expect((await world.call('', 'GET', 'ticket-types', { headers })).status).toBe(200)
  expect((await world.call('', 'DELETE', `ticket-types/${Object(made.body.data).id}`, { headers })).status).toBe(200)
  expect((await world.call('', 'POST', 'logout', { headers })).status).toBe(200)
  // This reserve has commits of its own: what it wrote is known to the other pool by the notification alone.
  await expect.poll(async () => (await world.call('', 'GET', 'ticket-types', { headers })).status).toBe(401)
  await world.close()
  await reserve?.end()
})

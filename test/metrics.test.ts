import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sometimes } from '#server/figures.ts'
import { releaseOf } from '#server/migrate.ts'
import { valuesOf } from './support/metrics.ts'
import { openWorld, type World } from './support/world.ts'

const scrape = async ({ app }: Pick<World, 'app'>) => {
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  return body
}

describe('what wakes somebody up', () => {
  // Nobody does the jobs of this world: they wait.
  const idle = { pace: { pollMs: 3_600_000 } }
  let world: World
  beforeAll(async () => {
    world = await openWorld({ fittings: idle })
  })
  afterAll(() => world?.close())

  test('the program, its room, and whether it serves', async () => {
    const body = await scrape(world)
    expect(valuesOf(body, 'outorga_build_info')).toEqual({
      [`version="${releaseOf()}",commit="",node="${process.versions.node}"`]: 1,
    })
    expect(valuesOf(body, 'server_ready')).toEqual({ 'to="read"': 1, 'to="write"': 1 })
    expect(valuesOf(body, 'data_folder_free_bytes')['']).toBeGreaterThan(1_000_000)
    expect(valuesOf(body, 'live_listeners')).toEqual({ '': 0 })
  })

  test('jobs that wait, run, failed and were stopped, and how long the oldest waits', async () => {
    const other = await openWorld({ fittings: idle })
    const { queue } = other.house.jobs
    const send = async (work: string) => {
      const id = randomUUID()
      await queue.send(other.db, id, { user_id: other.people.superAdmin, company: null, work, given: {} })
      return id
    }
    for (let n = 0; n < 3; n++) await send('contas')
    const [failing, running] = [await queue.take(randomUUID()), await queue.take(randomUUID())]
    expect([failing?.work, running?.work]).toEqual(['contas', 'contas'])
    if (failing) await queue.giveUp(other.db, failing)
    await queue.cancel(other.db, await send('parados'))
    await send('amanha')
    await sql`update pgboss.job set start_after = now() + case data ->> 'work'
      when 'amanha' then interval '1 day' else interval '-90 seconds' end where state = 'created'`.execute(other.db)
    const body = await scrape(other)
    const jobs = valuesOf(body, 'jobs')
    const states = ['na-fila', 'processando', 'falhou', 'cancelado']
    const of = (work: string) => states.map(state => jobs[`work="${work}",state="${state}"`])
    expect([of('contas'), of('parados'), of('amanha')]).toEqual([
      [1, 1, 1, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
    ])
    const waits = valuesOf(body, 'jobs_oldest_waiting_seconds')
    expect(waits['work="contas"']).toBeGreaterThanOrEqual(90)
    expect(waits['work="contas"']).toBeLessThan(150)
    expect([waits['work="amanha"'], waits['work="parados"']]).toEqual([0, 0])
    // Tried again by a person, it is no failure any more.
    if (failing) await queue.again(other.db, failing.id, { user_id: other.people.superAdmin })
    const [again] = (await queue.standing()).filter(({ work }) => work === 'contas')
    expect(again?.states).toMatchObject({ 'na-fila': 2, falhou: 0 })
    await other.close()
  })

  test('refused sign-ins, each as it happens', async () => {
    const { client_id, client_secret } = (await world.call('anonymous', 'GET', '/config.json')).body
    const failures = async () => valuesOf(await scrape(world), 'sign_in_failures_total')
    const before = await failures()
    const body = { grant_type: 'password', client_id, client_secret, username: 'x@exemplo.com.br', password: 'errada' }
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await world.call('anonymous', 'POST', '/oauth/token', { body })).status)
    const after = await failures()
    const grown = (reason: string) => (after[`reason="${reason}"`] ?? 0) - (before[`reason="${reason}"`] ?? 0)
    const throttled = statuses.filter(status => status === 429).length
    expect(throttled).toBeGreaterThan(0)
    expect([grown('throttled'), grown('refused')]).toEqual([throttled, statuses.length - throttled])
  })

  test('documents that are missing, as the chore counted them, and the last proven copy', async () => {
    const run = async (name: string) => {
      const { begin } = await world.house.chores.ask(world.db, name, null)
      begin()
      await world.house.chores.settled()
    }
    await sql`update documents set sha256 = ${'ab'.repeat(32)} where id = (select min(id) from documents)`.execute(
      world.db,
    )
    await run('pasta')
    const provenAt = Date.parse('2026-03-02T06:00:00Z')
    await sql`update chores set succeeded_at = now(), figures = ${JSON.stringify({ on: 1, provenAt })}::jsonb
      where name = 'copias'`.execute(world.db)
    const standing = await world.house.chores.standing()
    const missing = standing.find(({ name }) => name === 'pasta')?.figures?.missing
    expect(missing).toBeGreaterThan(0)
    // Read anew once the last reading is no longer believed.
    await expect
      .poll(async () => valuesOf(await scrape(world), 'documents_missing'), { timeout: 8_000 })
      .toEqual({ '': missing })
    expect(valuesOf(await scrape(world), 'copy_proven_timestamp_seconds')).toEqual({ '': provenAt / 1000 })
  })
})

test('a scrape is answered while the database is away, without what only the database knows', async () => {
  const world = await openWorld()
  await world.database.close()
  const body = await scrape(world)
  expect(Object.keys(valuesOf(body, 'outorga_build_info'))).toHaveLength(1)
  expect(valuesOf(body, 'server_ready')).toEqual({ 'to="read"': 0, 'to="write"': 0 })
  for (const name of ['jobs', 'mails', 'documents_missing', 'chore_failures_total']) {
    expect(body).toContain(`# TYPE ${name} gauge`)
    expect([name, valuesOf(body, name)]).toEqual([name, {}])
  }
  await world.app.close()
})

test('what is read now and then is read once for many, and again after a failure', async () => {
  let reads = 0
  let isBroken = true
  const read = sometimes(async () => {
    reads += 1
    if (isBroken) throw new Error('away')
    return reads
  })
  expect(await Promise.all([read(), read(), read()])).toEqual([null, null, null])
  isBroken = false
  expect(await Promise.all([read(), read(), read()])).toEqual([2, 2, 2])
  expect([await read(), reads]).toEqual([2, 2])
})

test('what does not answer in time is left out', async () => {
  const begun = performance.now()
  expect(await sometimes(() => new Promise(() => {}))()).toBeNull()
  expect(performance.now() - begun).toBeLessThan(3_000)
})

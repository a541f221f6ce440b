import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { sweepDrafts } from '#features/regulatory/collects/drafts.server.ts'
import { openWorld, type World } from '#test/support/world.ts'

describe('drafts of a coleta', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const work = { before: { locations: [] }, changed: { locations: [{ city_id: 'Itú', accesses_ordered: [] }] } }
  const draft = { version: 1, at: '2026-03-04T17:32:00.000Z', device: 'balcao', ...work }
  const fresh = async () => `collects/${(await world.make(collects, 'A1', { locations: [] })).uuid}`
  const keep = (coleta: string, body: unknown = draft, who = 'staffA') =>
    world.call(who, 'PUT', `${coleta}/rascunho`, { body })
  const kept = async (coleta: string, who = 'staffA') => (await world.call(who, 'GET', `${coleta}/rascunho`)).body.data
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from collect_drafts`.execute(world.db)
    return rows[0]?.n
  }

  test('what was typed comes back as it was, to who typed it alone, and the coleta has not changed', async () => {
    const coleta = await fresh()
    const before = await world.call('staffA', 'GET', coleta)
    expect(await kept(coleta)).toBeNull()
    expect((await keep(coleta)).status).toBe(200)
    expect(await kept(coleta)).toEqual(draft)
    expect(await kept(coleta, 'adminA')).toBeNull()
    const later = { ...draft, at: '2026-03-04T17:40:00.000Z', changed: { hide_report: true } }
    await keep(coleta, later)
    expect(await kept(coleta)).toEqual(later)
    expect((await world.call('staffA', 'GET', coleta)).body).toEqual(before.body)
    expect((await world.call('staffA', 'DELETE', `${coleta}/rascunho`)).status).toBe(200)
    expect(await kept(coleta)).toBeNull()
  })

  test('whoever types in a coleta hears that somebody else saved it, and nobody else does', async () => {
    const coleta = await fresh()
    const told: unknown[] = []
    const deaf = world.house.events.hear(({ of, uuid, users }) => told.push([`${of.path}/${uuid}`, users]))
    const hide = (hide_report: boolean) => world.call('staffA', 'PUT', coleta, { body: { hide_report } })
    await hide(true)
    await keep(coleta, draft, 'adminA')
    await keep(coleta)
    await hide(false)
    deaf()
    expect(told).toEqual([[coleta, [world.people.adminA]]])
  })

  test('what keeps a draft tells which version the coleta has by now', async () => {
    const coleta = await fresh()
    const version = async () => (await keep(coleta, draft, 'adminA')).body.data
    expect(await version()).toEqual({ version: 1 })
    await world.call('staffA', 'PUT', coleta, { body: { hide_report: true } })
    expect(await version()).toEqual({ version: 2 })
  })

  test('a save ends the draft of who saved; a step does not', async () => {
    const coleta = await fresh()
    await keep(coleta)
    await keep(coleta, draft, 'adminA')
    expect((await world.call('staffA', 'PUT', `${coleta}/pedir-ao-cliente`)).status).toBe(200)
    expect(await kept(coleta)).toEqual(draft)
    expect((await world.call('staffA', 'PUT', coleta, { body: { hide_report: true } })).status).toBe(200)
    expect(await kept(coleta)).toBeNull()
    expect(await kept(coleta, 'adminA')).toEqual(draft)
  })

  test('what no database likes to keep is kept, what is no draft or too much of one is refused', async () => {
    const coleta = await fresh()
    const odd = { ...draft, changed: { error: '\0 \ud800 😀' } }
    expect((await keep(coleta, odd)).status).toBe(200)
    expect(await kept(coleta)).toMatchObject({ changed: { error: expect.stringContaining('😀') } })
    for (const wrong of [{}, { ...draft, version: 0 }, { ...draft, device: '' }, { ...draft, more: 1 }])
      expect((await keep(coleta, wrong)).status).toBe(422)
    expect((await keep(coleta, { ...draft, changed: { a: 'a'.repeat(5_000_000) } })).status).toBe(413)
    const lines = Array.from({ length: 20_000 }, (_, i) => ({ speed: i, amount: i, product_type_id: 1 }))
    expect((await keep(coleta, { ...draft, changed: { locations: [{ accesses_ordered: lines }] } })).status).toBe(200)
  })

  test('a closed coleta takes no draft and offers none; the hourly round forgets those and the old', async () => {
    const [closed, old, open] = [await fresh(), await fresh(), await fresh()]
    for (const each of [closed, old, open]) await keep(each)
    expect((await world.call('staffA', 'PUT', `${closed}/dispensar`)).status).toBe(200)
    expect((await keep(closed)).status).toBe(409)
    expect(await kept(closed)).toBeNull()
    await sql`update collect_drafts set updated_at = now() - interval '31 days'
      where collect_id = (select id from collects where uuid = ${old.slice('collects/'.length)})`.execute(world.db)
    const before = await count()
    await sweepDrafts(world.db)
    expect(await count()).toBe((before ?? 0) - 2)
    expect(await kept(open)).toEqual(draft)
  })

  test('the next pending coleta of the month is told, and after the last comes the first', async () => {
    const period = { year: 2034, month: 5, locations: [] }
    const [one, other] = [await world.make(collects, 'A1', period), await world.make(collects, 'A2', period)]
    const next = async (uuid: string) =>
      Object((await world.call('staffA', 'GET', `collects/${uuid}/proxima-pendente`)).body.data)
    expect(await next(one.uuid)).toMatchObject({ uuid: other.uuid, left: 1 })
    expect(await next(other.uuid)).toMatchObject({ uuid: one.uuid, left: 1 })
    await world.call('staffA', 'PUT', `collects/${other.uuid}/dispensar`)
    expect((await world.call('staffA', 'GET', `collects/${one.uuid}/proxima-pendente`)).body.data).toBeNull()
  })
})

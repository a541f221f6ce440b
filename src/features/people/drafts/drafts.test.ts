import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepDrafts } from '#features/people/drafts/sweep.server.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import type { FormLook, ListedDraft } from '#parts/draft/api.ts'
import { declaredForm } from '#parts/draft/forms.ts'
import { keyOf } from '#kernel/resource.ts'
import { openWorld, type Principal, type World } from '#test/support/world.ts'

describe('drafts of forms', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())
  beforeEach(() => sql`delete from form_drafts`.execute(world.db))

  const work = { before: { locations: [] }, changed: { locations: [{ city_id: 'Itú', accesses_ordered: [] }] } }
  const typed = { version: 1, at: '2026-03-04T17:32:00.000Z', device: 'balcao', ...work }
  /** A new coleta as the place of a form. */
  const fresh = async (owner: 'A1' | 'B1' = 'A1') => {
    const { uuid } = await world.make(collects, owner, { locations: [] })
    return { resource: 'collects', row: uuid, address: `/collects/${uuid}` }
  }
  type Place = Awaited<ReturnType<typeof fresh>>
  const uuidOf = async (who: Principal) => {
    const { rows } = await sql<{ uuid: string }>`select uuid from users where id = ${world.people[who]}`.execute(
      world.db,
    )
    return rows[0]?.uuid
  }
  const newPlan = { resource: 'plans', address: '/plans/create' }
  const form = 'users/me/rascunhos/formulario'
  const keep = async (place: object, who: Principal = 'staffA', draft: object = {}) => {
    const user = await uuidOf(who)
    const body = { user, row: null, over: null, ...typed, ...place, ...draft }
    const answer = await world.call(who, 'PUT', form, { body })
    const data: FormLook & { readonly revision: number | null } = Object(answer.body.data)
    return { ...answer, data }
  }
  const keepPlan = (who: Principal = 'staffA', draft: object = {}) =>
    keep(newPlan, who, { version: null, before: { name: null }, changed: { name: 'Plano por fazer' }, ...draft })
  const query = (place: object) => new URLSearchParams({ ...place }).toString()
  const look = async (place: object, who = 'staffA'): Promise<FormLook> =>
    Object((await world.call(who, 'GET', `${form}?${query(place)}`)).body.data)
  const drop = (place: object, who = 'staffA') => world.call(who, 'DELETE', `${form}?${query(place)}`)
  const listed = async (who = 'staffA'): Promise<readonly ListedDraft[]> =>
    Object((await world.call(who, 'GET', 'users/me/rascunhos')).body.data)
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from form_drafts`.execute(world.db)
    return rows[0]?.n
  }

  test('what was typed comes back as it was, to who typed it alone, and the row has not changed', async () => {
    const place = await fresh()
    const before = await world.call('staffA', 'GET', `collects/${place.row}`)
    expect(await look(place)).toEqual({ draft: null, editors: [], version: 1 })
    const { status, data } = await keep(place)
    expect(status).toBe(200)
    expect((await look(place)).draft).toEqual({ revision: data.revision, ...typed })
    expect((await look(place, 'adminA')).draft).toBeNull()
    expect(await listed('adminA')).toEqual([])
    expect((await world.call('staffA', 'GET', `collects/${place.row}`)).body).toEqual(before.body)
    expect((await drop(place, 'adminA')).status).toBe(200)
    expect((await look(place)).draft).not.toBeNull()
    expect((await drop(place)).status).toBe(200)
    expect((await look(place)).draft).toBeNull()
  })

  test('a draft written elsewhere since is answered, and overwritten only by who has seen it', async () => {
    const place = await fresh()
    const first = (await keep(place)).data.revision
    const other = { device: 'celular', changed: { hide_report: true } }
    const second = (await keep(place, 'staffA', { ...other, over: first })).data.revision
    expect(second).toBeGreaterThan(first ?? 0)
    const stale = (await keep(place, 'staffA', { over: first })).data
    expect(stale).toMatchObject({ revision: null, draft: { revision: second, ...other } })
    expect((await look(place)).draft).toMatchObject(other)
    expect((await keep(place, 'staffA', { over: second })).data.revision).toBeGreaterThan(second ?? 0)
    // Saved or thrown away elsewhere: who did not know of it is answered so before anything is stored.
    await drop(place)
    expect((await keep(place, 'staffA', { over: second })).data).toMatchObject({ revision: null, draft: null })
    expect(await count()).toBe(0)
  })

  test('of twelve first drafts at once one is stored, and the others are told of it', async () => {
    const place = await fresh()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => keep(place, 'staffA', { device: `aba-${n}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    const [won, ...more] = answers.filter(({ data }) => data.revision !== null)
    expect(more).toEqual([])
    const stored = (await look(place)).draft
    expect(stored?.revision).toBe(won?.data.revision)
    for (const { data } of answers.filter(each => each !== won)) expect(data.draft).toEqual(stored)
  })

  test('nobody stores a draft of a form they may not save, nor of a row they may not see', async () => {
    const [own, foreign] = [await fresh(), await fresh('B1')]
    expect((await keep(foreign)).status).toBe(404)
    expect((await world.call('staffA', 'GET', `${form}?${query(foreign)}`)).status).toBe(404)
    expect((await keep(own, 'withoutRoutes')).status).toBe(403)
    expect((await keepPlan('clientA')).status).toBe(403)
    expect((await keep({ ...own, resource: 'nada' })).status).toBe(404)
    // Somebody else signed in, in the browser it was typed in.
    expect((await keep(own, 'staffA', { user: await uuidOf('adminA') })).status).toBe(409)
    expect(await count()).toBe(0)
    // Who may no longer see the row sees nothing of its draft.
    await keep(own)
    await sql`update form_drafts set row_uuid = ${foreign.row}, form = ${foreign.row}`.execute(world.db)
    expect(await listed()).toEqual([])
  })

  test('a draft is made of fields its user may write; secrets and fields of the office are refused', async () => {
    const user = { resource: 'users', row: null, address: '/users/create', version: null, before: {} }
    const refused = await keep(user, 'superAdmin', { changed: { name: 'Bia', password: 'nove pipas no quintal' } })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['password'])
    const place = await fresh()
    expect((await keep(place, 'staffA', { changed: { nada: 1 } })).status).toBe(422)
    expect((await keep(place, 'staffA', { before: { id: 1 } })).status).toBe(422)
    const [internal = ''] = Object.entries(collects.fields).flatMap(([name, field]) =>
      field.writable && field.options.internal ? [keyOf(name, field)] : [],
    )
    expect(internal).not.toBe('')
    const changed = { [internal]: null }
    expect((await keep(place, 'clientA', { before: {}, changed })).status).toBe(422)
    expect((await keep(place, 'staffA', { before: {}, changed })).status).toBe(200)
  })

  test('the form of a new ticket has its first message, and a drawing is no row of its own', async () => {
    const ticket = { resource: 'tickets', address: '/tickets/create', version: null, before: {} }
    expect((await keep(ticket, 'clientA', { changed: { name: 'Boleto', message: 'Não abre' } })).status).toBe(200)
    expect(await listed('clientA')).toMatchObject([{ title: 'Novo chamado', about: 'Boleto' }])
    const drawing = { resource: 'station-links/desenho', address: '/station-links/create', version: null, before: {} }
    expect((await keep(drawing, 'staffA', { changed: { connections: [] } })).status).toBe(200)
    expect(await listed()).toMatchObject([{ title: 'Novo enlace', address: '/station-links/create' }])
  })

  test('what no database likes to store is stored, what is no draft or too much of one is refused', async () => {
    const place = await fresh()
    const odd = { changed: { hide_report: '\0 \ud800 😀' } }
    const { data } = await keep(place, 'staffA', odd)
    expect((await look(place)).draft).toMatchObject({ changed: { hide_report: expect.stringContaining('😀') } })
    const over = data.revision
    const wrong: readonly object[] = [
      { version: 0 },
      { device: '' },
      { more: 1 },
      { changed: [] },
      { changed: 'texto' },
      { address: 'https://fora.example' },
      { address: '//fora.example' },
      { address: '/plans/create?a=<script>' },
      { row: 'um' },
      { at: 'ontem' },
    ]
    const refused = await Promise.all(wrong.map(each => keep(place, 'staffA', { over, ...each })))
    expect(refused.map(({ status }) => status)).toEqual(wrong.map(() => 422))
    const big = await keep(place, 'staffA', { over, changed: { hide_report: 'a'.repeat(10 * 1_048_576) } })
    expect(big.status).toBe(413)
    const lines = Array.from({ length: 20_000 }, (_, i) => ({ speed: i, amount: i, product_type_id: 1 }))
    expect((await keep(place, 'staffA', { over, changed: { locations: [{ accesses_ordered: lines }] } })).status).toBe(
      200,
    )
    let deep: unknown = 1
    for (let n = 0; n < 40; n++) deep = [deep]
    expect((await keep(place, 'staffA', { over, changed: { locations: deep } })).status).toBe(400)
  })

  test('a user has fifty drafts at most, and a new one is refused in words', async () => {
    await sql`
      insert into form_drafts (user_id, resource, form, address, work, device, agent, at)
      select ${world.people.staffA}, 'plans', '/plans/create?' || n, '/plans/create', '{"before":{},"changed":{}}', 'a', '', now()
      from generate_series(1, 50) n`.execute(world.db)
    const refused = await keepPlan()
    expect(refused.status).toBe(409)
    expect(refused.body.message).toContain('50 rascunhos')
    expect((await keepPlan('staffB')).status).toBe(200)
  })

  test('the list names the row or what is new, and a draft that is thrown away comes back', async () => {
    const place = await fresh()
    await keep(place)
    await keepPlan('staffA', { at: '2026-03-05T10:00:00.000Z' })
    const [plan, coleta] = await listed()
    expect(plan).toMatchObject({ title: 'Novo plano', about: 'Plano por fazer', address: '/plans/create' })
    expect(coleta).toMatchObject({ title: expect.stringMatching(/ · \d\d\/\d{4}$/), about: 'Coleta', device: 'balcao' })
    const at = (draft?: ListedDraft) => `users/me/rascunhos/${draft?.uuid}`
    expect((await world.call('adminA', 'DELETE', at(plan))).status).toBe(404)
    expect((await world.call('staffA', 'DELETE', at(plan))).status).toBe(200)
    expect(await listed()).toHaveLength(1)
    expect((await look(newPlan)).draft).toBeNull()
    expect((await world.call('adminA', 'PUT', `${at(plan)}/restaurar`)).status).toBe(404)
    expect((await world.call('staffA', 'PUT', `${at(plan)}/restaurar`)).status).toBe(200)
    expect((await look(newPlan)).draft).toMatchObject({ changed: { name: 'Plano por fazer' } })
  })

  test('a closed row takes no draft and offers none', async () => {
    const place = await fresh()
    await keep(place)
    expect((await world.call('staffA', 'PUT', `collects/${place.row}/dispensar`)).status).toBe(200)
    expect((await keep(place)).status).toBe(409)
    expect((await look(place)).draft).toBeNull()
    expect(await listed()).toEqual([])
  })

  const backdate = (place: Place, by: string) =>
    sql`update form_drafts set updated_at = now() - ${by}::interval, begun_at = now() - ${by}::interval
      where row_uuid = ${place.row}`.execute(world.db)

  test('who else types in a row is named to the team, and to nobody by what they typed', async () => {
    const place = await fresh()
    await keep(place, 'adminA')
    const named = await look(place)
    expect(named).toEqual({
      draft: null,
      editors: [{ name: expect.any(String), since: expect.any(String) }],
      version: 1,
    })
    expect((await look(place, 'adminA')).editors).toEqual([])
    expect((await look(place, 'clientA')).editors).toMatchObject([{ name: 'Alguém da equipe' }])
    await keep(place, 'clientA', { before: {}, changed: {} })
    expect((await look(place)).editors.map(({ name }) => name)).not.toContain('Outra pessoa')
    // Nothing to who may not see the row, or may not change it.
    expect((await world.call('staffB', 'GET', `${form}?${query(place)}`)).status).toBe(404)
    expect((await look(place, 'withoutRoutes')).editors).toEqual([])
    await backdate(place, '11 minutes')
    expect((await look(place)).editors).toEqual([])
  })

  test('who types hears that somebody else began, ended or saved; and nobody else does', async () => {
    const place = await fresh()
    const told: unknown[] = []
    const deaf = world.house.events.hear(({ of, uuid, users }) => told.push([`${of.path}/${uuid}`, users]))
    const hide = (hide_report: boolean) =>
      world.call('staffA', 'PUT', `collects/${place.row}`, { body: { hide_report } })
    await hide(true)
    await keep(place, 'adminA')
    expect(told).toEqual([])
    const toAdmin = [`collects/${place.row}`, [world.people.adminA]]
    const { data } = await keep(place)
    expect(told.splice(0)).toEqual([toAdmin])
    // It goes on: that is no news.
    await keep(place, 'staffA', { over: data.revision })
    expect(told).toEqual([])
    await hide(false)
    await drop(place)
    deaf()
    expect(told).toEqual([toAdmin, toAdmin])
  })

  test('what stores a draft tells which version the row has by now', async () => {
    const place = await fresh()
    const { data } = await keep(place, 'adminA')
    expect(data.version).toBe(1)
    await world.call('staffA', 'PUT', `collects/${place.row}`, { body: { hide_report: true } })
    expect((await keep(place, 'adminA', { over: data.revision })).data.version).toBe(2)
  })

  test('the hourly round forgets the old, the thrown away, and those of deleted rows', async () => {
    const [old, deleted, open] = [await fresh(), await fresh(), await fresh()]
    for (const each of [old, deleted, open]) await keep(each)
    await keepPlan()
    await backdate(old, '31 days')
    await sql`update form_drafts set discarded_at = now() - interval '2 hours' where resource = 'plans'`.execute(
      world.db,
    )
    const remove = (days: number) =>
      sql`update collects set deleted_at = now() - make_interval(days => ${days}) where uuid = ${deleted.row}`.execute(
        world.db,
      )
    const sweep = () => sweepDrafts(world.db, path => (path === 'collects' ? declaredForm(collects) : undefined))
    await remove(0)
    expect(await sweep()).toBe(2)
    await remove(2)
    expect(await sweep()).toBe(1)
    expect((await look(open)).draft).toMatchObject(work)
  })
})

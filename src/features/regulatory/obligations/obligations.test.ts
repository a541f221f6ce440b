import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collecting, lastDay, next } from '#parts/period/period.ts'
import { followed } from '#features/regulatory/obligations/load.server.ts'
import { dayIn } from '#kernel/clock.ts'
import { loggedPath } from '#server/log.ts'
import { readConfig } from '#settings.server.ts'
import { cnpj } from '#test/support/drafts.ts'
import { makeProvider } from '#test/support/provider.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

interface Item {
  readonly obligation: string
  readonly client: { readonly name: string; readonly uuid: string }
  readonly situation: string
  readonly done_on: string | null
  readonly by: string | null
  readonly note: string | null
  readonly collect: string | null
}
interface Group {
  readonly obligation: string
  readonly period: string
  readonly counts: Readonly<Record<string, number>>
}

const today = dayIn(new Date()).day
const month = collecting(today)
const period = `${month.year}-${String(month.month).padStart(2, '0')}`
/** All that falls due of the month being collected. */
const span = `from=${period}-01&to=${lastDay(next(month))}`

test('a house leaves out what it does not follow, and a name that is none is told at start', () => {
  const ids = (OBLIGATIONS_OFF?: string) => new Set(followed(readConfig({ OBLIGATIONS_OFF })).map(({ id }) => id))
  expect(ids()).toContain('funttel')
  expect(ids(' funttel, tff ')).not.toContain('funttel')
  expect(() => ids('funttel,nada')).toThrow('OBLIGATIONS_OFF cita o que não existe: nada')
})

test('no log knows the secret of a private link', () => {
  const token = 'A-b_'.repeat(10) + 'xyz'
  for (const url of [`/calendar/${token}.ics`, `/calendar/${token}.ics?x=${token}`, `/calendar/${token}`])
    expect(loggedPath(url)).not.toContain(token)
  expect(loggedPath('/api/v1/clients/11111111-2222-4333-8444-555555555555?page=2')).toBe(
    '/api/v1/clients/11111111-2222-4333-8444-555555555555',
  )
})

describe('obligations', () => {
  let world: World
  let n = 7_000_000
  beforeAll(async () => void (world = await openWorld()))
  afterAll(() => world?.close())

  /** A client with an SCM fistel, known for a year. */
  async function provider(name: string, owner: 'A1' | 'B1' = 'A1', more: object = {}) {
    const held = await makeProvider(world, { name, document: cnpj(++n), tax_regime_id: null, ...more }, owner)
    await sql`update fistel_tenures set since = since - 365 where fistel_id = ${held.fistel.id}`.execute(world.db)
    return held
  }
  const ask = async (who: string, query: string) => {
    const { status, body } = await world.call(who, 'GET', `obligations?${span}&${query}`)
    expect(status).toBe(200)
    return { groups: body.groups as readonly Group[], items: body.data as readonly Item[], body }
  }
  const of = async (client: { readonly uuid: string }, obligation: string, who = 'staffA') =>
    (await ask(who, `client=${client.uuid}&obligation=${obligation}&period=${period}`)).items[0]
  const put = (what: 'concluir' | 'reabrir', body: object, who = 'staffA') =>
    world.call(who, 'PUT', `obligations/${what}`, { body })

  test('what was done is said with the day, the note and the name, and taken back', async () => {
    const { client } = await provider('Provedor do Prazo')
    expect((await of(client, 'fust'))?.situation).toMatch(/atrasada|a-fazer/)
    const items = ['fust', 'funttel'].map(obligation => ({ client: client.uuid, obligation, period }))
    const done = await put('concluir', { items, done_on: today, note: 'Pago pelo contador' })
    expect(done).toMatchObject({ status: 200, body: { message: '2 obrigações feitas.', data: { marked: 2 } } })
    expect(await of(client, 'fust')).toMatchObject({
      situation: 'feita',
      done_on: today,
      by: 'zzAzz staffA',
      note: 'Pago pelo contador',
    })
    // Said twice, it was done once.
    expect((await put('concluir', { items, done_on: today })).body.data).toEqual({ marked: 0 })
    const undone = await put('reabrir', { items: items.slice(0, 1) })
    expect(undone.body).toMatchObject({ message: '1 obrigação reaberta.', data: { reopened: 1 } })
    expect(await of(client, 'fust')).toMatchObject({ done_on: null, note: null })
    expect((await of(client, 'funttel'))?.situation).toBe('feita')
    expect((await put('concluir', { items, done_on: today })).body.data).toEqual({ marked: 1 })
    const { rows } = await sql<{ event: string }>`
      select h.event from audit_events h join client_obligations o on o.id = h.row_id
      where h.resource = 'client_obligations' and o.client_id = ${client.id} and o.obligation = 'fust' order by h.id`.execute(
      world.db,
    )
    expect(rows.map(({ event }) => event)).toEqual(['obligations.store', 'obligations.destroy', 'obligations.store'])
  })

  test('the monthly file is done when its coleta is sent, and by nobody’s word', async () => {
    const { client, fistel } = await provider('Provedor da Coleta')
    const { uuid } = dataOf(
      await world.call('staffA', 'POST', 'collects', {
        body: { client_id: client.id, fistel_id: fistel.id, ...month },
      }),
    )
    expect(await of(client, 'acessos')).toMatchObject({ collect: uuid, done_on: null })
    const word = await put('concluir', {
      items: [{ client: client.uuid, obligation: 'acessos', period }],
      done_on: today,
    })
    expect(word.status).toBe(422)
    await sql`update collects set status_id = (select id from statuses where model = 'Collect' and slug = 'enviada')
      where uuid = ${uuid}`.execute(world.db)
    expect(await of(client, 'acessos')).toMatchObject({ situation: 'feita', done_on: today })
  })

  test('what cannot be is refused in words', async () => {
    const { client } = await provider('Provedor Recusado')
    const item = { client: client.uuid, obligation: 'fust', period }
    for (const [body, field] of [
      [{ items: [item], done_on: '2099-01-01' }, 'done_on'],
      [{ items: [item] }, 'done_on'],
      [{ items: [], done_on: today }, 'items'],
      [{ items: [item], done_on: today, note: 'nulo\0' }, 'note'],
      [{ items: [{ ...item, period: '2026\0' }], done_on: today }, 'items'],
      [{ items: [{ ...item, obligation: 'nada' }], done_on: today }, 'items'],
      [{ items: [{ ...item, period: '2026-99' }], done_on: today }, 'items'],
    ] as const) {
      const { status, body: said } = await put('concluir', body)
      expect([status, Object.keys(said.errors ?? {})]).toEqual([422, [field]])
    }
    for (const query of [
      '',
      'month=2026-13',
      'from=2026-01-01',
      'from=2026-02-01&to=2026-01-01',
      'from=2020-01-01&to=2026-01-01',
      'month=2026-01&nada=1',
      'month=2026-01&situation=x',
      'month=2026-01&per_page=101',
    ])
      expect([query, (await world.call('staffA', 'GET', `obligations?${query}`)).status]).toEqual([query, 422])
  })

  test('each sees and marks what their company and their clients let them', async () => {
    const [own, other] = [await provider('Provedor de A'), await provider('Provedor de B', 'B1')]
    const names = async (who: string) => new Set((await ask(who, 'per_page=100')).items.map(each => each.client.name))
    expect(await names('staffA')).toContain('Provedor de A')
    expect(await names('staffA')).not.toContain('Provedor de B')
    expect(await names('staffB')).toContain('Provedor de B')
    expect([...(await names('superAdmin'))]).toEqual(expect.arrayContaining(['Provedor de A', 'Provedor de B']))
    const foreign = { items: [{ client: other.client.uuid, obligation: 'fust', period }], done_on: today }
    expect((await put('concluir', foreign)).status).toBe(404)
    // One that is not theirs among many: none is done.
    const mixed = { ...foreign, items: [{ ...foreign.items[0], client: own.client.uuid }, ...foreign.items] }
    expect((await put('concluir', mixed)).status).toBe(404)
    expect((await of(own.client, 'fust'))?.done_on).toBeNull()
    expect((await world.call('staffA', 'GET', `obligations?${span}&client=${other.client.uuid}`)).status).toBe(404)

    await sql`insert into clients_client_users (parent_id, position, user_id) values (${own.client.id}, 1, ${world.people.clientA})`.execute(
      world.db,
    )
    await put('concluir', {
      items: [{ client: own.client.uuid, obligation: 'fust', period }],
      done_on: today,
      note: 'Só da casa',
    })
    expect(await names('clientA')).toContain('Provedor de A')
    expect(await of(own.client, 'fust', 'clientA')).toMatchObject({ situation: 'feita', note: null })
    expect((await put('reabrir', mixed, 'clientA')).status).toBe(403)
  })

  test('groups count everybody, whatever the page; who left is not asked for', async () => {
    const left = await provider('Provedor que Saiu')
    await sql`update fistel_tenures set since = '2019-01-10', until = '2020-03-15' where fistel_id = ${left.fistel.id}`.execute(
      world.db,
    )
    expect((await ask('staffA', `client=${left.client.uuid}`)).body).toMatchObject({ total: 0, groups: [] })
    const { groups, items, body } = await ask('staffA', `obligation=fust&period=${period}&per_page=1`)
    const fust = groups.find(each => each.obligation === 'fust' && each.period === period)
    const sum = Object.values(fust?.counts ?? {}).reduce((all, each) => all + each, 0)
    expect(items).toHaveLength(1)
    expect(body.total).toBe(sum)
    const seen = new Set<string>()
    for (let page = 1; page <= sum; page++)
      for (const { client } of (await ask('staffA', `obligation=fust&period=${period}&per_page=1&page=${page}`)).items)
        seen.add(client.uuid)
    expect(seen.size).toBe(sum)
    const late = await ask('staffA', 'situation=atrasada')
    expect(late.items.every(({ situation }) => situation === 'atrasada')).toBe(true)
    expect((await ask('staffA', `search=${encodeURIComponent('provedor de a')}`)).items.length).toBeGreaterThan(0)
    expect((await ask('superAdmin', `empresa=${world.companies.B}`)).items.map(each => each.client.name)).not.toContain(
      'Provedor de A',
    )
  })

  describe('the private link', () => {
    const link = async (who: string) => {
      const { body } = await world.call(who, 'PUT', 'users/me/calendario')
      return new URL(String(Object(body.data).url)).pathname
    }
    const read = (path: string) => world.app.inject({ method: 'GET', url: path })

    test('opens its holder’s calendar without a session, and nobody keeps the secret', async () => {
      const path = await link('staffA')
      const answer = await read(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'no-store',
      })
      expect(answer.body).toMatch(/^BEGIN:VCALENDAR\r\n/)
      expect(answer.body).toContain('Provedor de A')
      expect(answer.body).not.toContain('Provedor de B')
      const [, token = ''] = /calendar\/([\w-]{43})\.ics/.exec(path) ?? []
      expect(token).toHaveLength(43)
      const { rows } = await sql<{ kept: string }>`select l::text as kept from calendar_links l`.execute(world.db)
      expect(rows.some(({ kept }) => kept.includes(token))).toBe(false)
      const { rows: told } = await sql<{
        kept: string
      }>`select h::text as kept from audit_events h where event like 'users.me.calendario%'`.execute(world.db)
      expect(told.length).toBeGreaterThan(0)
      expect(told.some(({ kept }) => kept.includes(token))).toBe(false)
      expect((await world.call('staffA', 'GET', 'users/me/calendario')).body.data).toMatchObject({
        created_at: expect.any(String),
      })
    })

    test('ends with the next one, when revoked, and with the rights of its holder', async () => {
      const first = await link('staffA')
      const second = await link('staffA')
      expect((await read(first)).statusCode).toBe(404)
      expect((await read(second)).statusCode).toBe(200)
      const turn = (change: ReturnType<typeof sql>) =>
        sql`update users set ${change} where id = ${world.people.staffA}`.execute(world.db)
      await turn(sql`active = false`)
      expect((await read(second)).statusCode).toBe(404)
      await turn(sql`active = true, redefinir_senha_apos_login = true`)
      expect((await read(second)).statusCode).toBe(404)
      // Another company's from now on.
      await turn(sql`redefinir_senha_apos_login = false, empresa_id = ${world.companies.B}`)
      const moved = await read(second)
      expect(moved.body).toContain('Provedor de B')
      expect(moved.body).not.toContain('Provedor de A')
      await turn(sql`empresa_id = ${world.companies.A}`)
      const profile = sql`profile_id = (select id from profiles where slug = 'sem-rotas')`
      await turn(profile)
      expect((await read(second)).statusCode).toBe(404)
      await turn(sql`profile_id = (select id from profiles where slug = 'colaborador')`)
      expect((await world.call('staffA', 'DELETE', 'users/me/calendario')).status).toBe(200)
      expect((await read(second)).statusCode).toBe(404)
      for (const odd of ['x'.repeat(43), 'x', '%00', `${'x'.repeat(43)}'--`]) {
        const { statusCode, headers } = await read(`/calendar/${odd}.ics`)
        expect([odd, statusCode]).toEqual([odd, 404])
        expect(headers['cache-control']).toBe('no-store')
      }
    })

    test('shows people of a client their own alone', async () => {
      const { body } = await read(await link('clientA'))
      expect(body).toContain('acessos-')
      for (const other of ['Provedor de B', 'Provedor que Saiu', 'Só da casa']) expect(body).not.toContain(other)
    })
  })
})

import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { joinValues } from '#kernel/condition.ts'
import { openWorld, rowsOf, type World } from './support/world.ts'

// What narrows a list, over the wire.

describe('a list is narrowed', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    for (const [name, document] of [
      ['Açaí Telecom Ltda', '11222333000181'],
      ['ACAI Fibra', '11444777000161'],
      ['Rede 50% Melhor_Já', '33000167000101'],
      ['Silva, Souza e Cia', '60746948000112'],
    ] as const)
      await world.make(clients, 'A1', {
        name,
        document,
        fantasy_name: 'Do teste',
        crm_name: name.startsWith('A') ? name : null,
      })
  })
  afterAll(() => world?.close())

  const ask = (query: Readonly<Record<string, string>>, who: 'superAdmin' | 'clientA' = 'superAdmin') =>
    world.call(who, 'GET', `clients?${new URLSearchParams(query).toString()}`)
  const names = async (query: Readonly<Record<string, string>>) => {
    const reply = await ask({ 'filter[fantasy_name]': 'Do teste', sort: 'id', ...query })
    expect([query, reply.status, reply.text.slice(-200)]).toEqual([query, 200, expect.anything()])
    const rows = rowsOf(reply).map(({ name }) => String(name).split(/[\s,]/)[0])
    expect(reply.body.total).toBe(rows.length)
    return rows
  }

  test.each([
    [{ 'filter[name][contains]': 'açai' }, ['Açaí', 'ACAI']],
    [{ 'filter[name][contains]': 'acai', 'filter[name][contains][2]': 'LTDA' }, ['Açaí']],
    [{ 'filter[name][contains]': 'acai', 'filter[name][not]': 'acai fibra' }, ['Açaí']],
    [{ 'filter[name][starts]': 'rede' }, ['Rede']],
    [{ 'filter[name][starts]': 'telecom' }, []],
    [{ 'filter[name][is]': 'AÇAÍ FIBRA' }, ['ACAI']],
    [{ 'filter[name]': 'AÇAÍ FIBRA' }, []],
    [{ 'filter[name]': 'ACAI Fibra' }, ['ACAI']],
    [{ 'filter[name][contains]': '%' }, ['Rede']],
    [{ 'filter[name][contains]': '0_' }, []],
    [{ 'filter[name][contains]': 'r_já' }, ['Rede']],
    [{ 'filter[name][contains]': '\\' }, []],
    [{ 'filter[name][is]': joinValues(['silva, souza e cia', 'açaí fibra', 'ninguém']) }, ['ACAI', 'Silva']],
    [{ 'filter[name][not]': joinValues(['silva, souza e cia', 'açaí fibra']) }, ['Açaí', 'Rede']],
    [{ 'or[1][name][contains]': 'açai', 'or[1][document][starts]': '33' }, ['Açaí', 'ACAI', 'Rede']],
    [{ 'or[1][name][contains]': 'fibra', 'or[1][name][contains][2]': 'ltda' }, ['Açaí', 'ACAI']],
    [
      {
        'or[1][name][contains]': 'açai',
        'or[1][name][starts]': 'rede',
        'or[2][crm_name][empty]': 'true',
        'or[2][name]': 'x',
      },
      ['Rede'],
    ],
    [{ 'or[1][name][starts]': 'rede', 'filter[name][contains]': 'açai' }, []],
    [{ 'or[3][id][gte]': '1', 'or[3][id][lte]': '2', 'or[3][name][starts]': 'rede' }, ['Rede']],
    [{ 'or[3][id][gte]': '1', 'or[3][id][lte][2]': '2' }, ['Açaí', 'ACAI', 'Rede', 'Silva']],
    [{ 'filter[document][contains]': '1.222.3' }, ['Açaí']],
    [{ 'filter[document][starts]': '11.' }, ['Açaí', 'ACAI']],
    [{ 'filter[document]': '11.222.333/0001-81' }, ['Açaí']],
    [{ 'filter[document][is]': '11.222.333/0001-81,11444777000161' }, ['Açaí', 'ACAI']],
    [{ 'filter[document][not]': '11.222.333/0001-81' }, ['ACAI', 'Rede', 'Silva']],
    [{ 'filter[crm_name][not]': 'acai fibra' }, ['Açaí', 'Rede', 'Silva']],
    [{ 'filter[crm_name][empty]': 'true' }, ['Rede', 'Silva']],
    [{ 'filter[crm_name][empty]': 'false' }, ['Açaí', 'ACAI']],
    [{ any: joinValues(['11.222.333/0001-81', 'silva, souza e cia', 'nada']) }, ['Açaí', 'Silva']],
    [{ any: 'nada' }, []],
    [{ 'filter[created_at]': 'hoje' }, ['Açaí', 'ACAI', 'Rede', 'Silva']],
    [{ 'filter[created_at][not]': 'hoje' }, []],
    [{ 'filter[created_at][gt]': 'ontem' }, ['Açaí', 'ACAI', 'Rede', 'Silva']],
    [{ 'filter[created_at][lt]': 'hoje' }, []],
    [{ 'filter[created_at]': 'este-mes' }, ['Açaí', 'ACAI', 'Rede', 'Silva']],
    [{ 'filter[created_at]': 'mes-passado' }, []],
  ] as const)('by %j to %j', async (query, found) => expect(await names(query)).toEqual(found))

  test('by words for days, which are those of Brasília on the day of the request', async () => {
    const { day } = dayIn(new Date())
    const { id } = await world.make(clients, 'A1')
    const found = async (test: string, value: string) =>
      rowsOf(await ask({ 'filter[id]': String(id), [`filter[updated_at]${test}`]: value })).length
    const put = (moment: string) =>
      sql`update clients set updated_at = ${moment}::timestamp at time zone 'America/Sao_Paulo' where id = ${id}`.execute(
        world.db,
      )
    await put(`${day} 00:00:00`)
    expect([await found('', 'hoje'), await found('', 'ontem'), await found('[lte]', 'ontem')]).toEqual([1, 0, 0])
    await put(`${dayAfter(day, -1)} 23:59:59.9`)
    expect([await found('', 'hoje'), await found('', 'ontem'), await found('[lt]', 'hoje')]).toEqual([0, 1, 1])
    expect([await found('[gte]', 'esta-semana'), await found('[gt]', 'este-mes')]).toEqual([
      await found('[gte]', 'esta-semana'),
      0,
    ])
  })

  test('by who asks, in a filter by a person and in no other', async () => {
    const mine = await world.make(clients, 'A1', { responsible_id: world.people.superAdmin })
    await world.make(clients, 'A1', { responsible_id: null })
    const found = rowsOf(await ask({ 'filter[responsible_id]': '@eu' }))
    expect(found.map(({ id }) => id)).toContain(mine.id)
    expect(found.every(row => row.responsible_id === world.people.superAdmin)).toBe(true)
    const others = rowsOf(await ask({ 'filter[responsible_id][not]': '@eu', per_page: '100' }))
    expect(others.length).toBeGreaterThan(0)
    expect(others.filter(row => row.responsible_id === world.people.superAdmin)).toEqual([])
    const { status, body } = await ask({ 'filter[plan_id]': '@eu' })
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['filter[plan_id]']])
  })

  test('by the company one looks at, which of who looks at all of them narrows nothing', async () => {
    const look = async (company: number | null) => {
      const body = { empresa_visualizacao_id: company ?? 'todos' }
      expect((await world.call('superAdmin', 'PUT', 'users/me/empresa-visualizacao-id', { body })).status).toBe(200)
    }
    const total = async (query: Readonly<Record<string, string>>) => Number((await ask(query)).body.total)
    const field = 'filter[empresa_responsavel_id]'
    const not = `${field}[not]`
    const all = await total({})
    expect(await total({ [field]: '@minha-empresa' })).toBe(all)
    expect(await total({ [not]: '@minha-empresa' })).toBe(0)
    expect(await total({ 'or[1][empresa_responsavel_id]': '@minha-empresa', 'or[1][id]': '0' })).toBe(all)
    for (const company of [world.companies.A, world.companies.B]) {
      await look(company)
      const named = await total({ [field]: String(company) })
      expect(named).toBeGreaterThan(0)
      expect(await total({ [field]: '@minha-empresa' })).toBe(named)
      expect(await total({ [field]: String(world.companies.A + world.companies.B - company) })).toBe(0)
      expect(await total({ [not]: '@minha-empresa' })).toBe(0)
    }
    await look(null)
    expect(await total({ [field]: '@minha-empresa' })).toBe(all)
    for (const company of [null, world.companies.A]) {
      await look(company)
      const { status, body } = await ask({ 'filter[plan_id][not]': '@minha-empresa' })
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['filter[plan_id][not]']])
    }
    await look(null)
  })

  test('for people of a client to their own rows, whatever they write', async () => {
    const all = rowsOf(await ask({ per_page: '100' }, 'clientA')).map(({ id }) => id)
    expect(all.length).toBeGreaterThan(0)
    const every = rowsOf(await ask({ per_page: '100' })).map(({ id, name }) => ({ id, name: String(name) }))
    expect(every.length).toBeGreaterThan(all.length)
    for (const query of [
      { any: joinValues(every.map(({ id }) => String(id))) },
      { 'filter[name][is]': joinValues(every.map(({ name }) => name)) },
      { 'filter[name][not]': 'nada' },
      { 'filter[id][gt]': '0' },
      { 'or[1][id][gt]': '0', 'or[1][name][not]': 'nada' },
    ])
      expect(rowsOf(await ask({ ...query, per_page: '100' }, 'clientA')).filter(({ id }) => !all.includes(id))).toEqual(
        [],
      )
  })

  test('by nothing but text, whatever is typed', async () => {
    const before = await world.fingerprint()
    const nasty = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        "'; drop table clients; --",
        "') or 1=1 --",
        '${1}',
        '{}',
        '\\',
        "\\'",
        '%%',
        '{a,"b}',
        'null',
        '"',
      ),
    )
    const how = fc.constantFrom('contains', 'starts', 'is', 'not', 'contains][2')
    const key = fc.constantFrom('name', 'document', 'email', 'crm_name')
    await fc.assert(
      fc.asyncProperty(key, how, nasty, async (name, condition, value) => {
        const reply = await ask({ [`filter[${name}][${condition}]`]: value, per_page: '1' })
        const { status } = reply
        expect([200, 422]).toContain(status)
        // Signs alone are looked for as they are.
        const isSigns = condition === 'contains' && name === 'name' && /^[^\p{L}\p{N}]+$/u.test(value.trim())
        const found = isSigns && status === 200 ? rowsOf(reply) : []
        expect(found.filter(row => !String(row.name).includes(value.trim()))).toEqual([])
      }),
      { numRuns: 120 },
    )
    expect(await world.fingerprint()).toEqual(before)
  })

  test('by as many documents as one address takes, and by no more', async () => {
    const documents = Array.from({ length: 499 }, (_, i) => String(11_222_333_000_000 + i))
    const url = `clients?any=${[...documents, '11222333000181'].join(',')}`
    expect(url.length).toBeLessThan(7_700)
    const { status, body } = await world.call('superAdmin', 'GET', url)
    expect([status, body.total]).toEqual([200, 1])
    const more = await ask({ any: [...documents, '1', '2'].join(',') })
    expect([more.status, more.body.errors]).toEqual([422, { any: ['Use no máximo 500 valores de uma vez.'] }])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getJson } from '#parts/asked/json.server.ts'
import { exchange, Unanswered } from '#server/outbound.ts'
import {
  endless,
  json,
  minhaReceita,
  moved,
  office,
  openOutside,
  silent,
  viaCep,
  type Outside,
} from '#test/support/outside.ts'
import { openWorld, type World } from '#test/support/world.ts'

// What services outside say is proposed, kept and never trusted; what they do not say is filled in by hand.

const cnpj = { good: '11222333000181', second: '60872504000123', unknown: '33000167000101', none: '00360305000104' }
const alphanumeric = '12ABC34501DE35'

describe('the registry', () => {
  let outside: Outside
  let world: World
  beforeAll(async () => {
    outside = await openOutside({
      [`/cnpja/office/${cnpj.good}`]: json(200, office('Vale Net Telecom Ltda')),
      [`/cnpja/office/${cnpj.second}`]: json(200, { nothing: 'we know' }),
      [`/brasilapi/cnpj/v1/${cnpj.second}`]: json(200, minhaReceita('SERRA NET LTDA')),
      [`/cnpja/office/${cnpj.unknown}`]: json(404, { code: 404, message: 'tax id not registered' }),
      [`/cnpja/office/${cnpj.none}`]: json(503, {}),
      [`/brasilapi/cnpj/v1/${cnpj.none}`]: moved,
      [`/cnpja/office/${alphanumeric}`]: json(400, { code: 400, message: 'bad request' }),
      '/viacep/12020000/': json(200, viaCep),
      '/viacep/99999999/': json(200, { erro: 'true' }),
      '/viacep/88888888/': json(400, {}),
    })
    world = await openWorld({ env: { ...outside.env, CNPJ_PER_MINUTE: '1000' } })
  })
  afterAll(async () => {
    await world?.close()
    await outside?.close()
  })
  const ask = (path: string, who = 'staffA') => world.call(who, 'GET', `registry/${path}`)

  test('a CNPJ is told in the words of a client’s record, with its municipality', async () => {
    const { status, body } = await ask(`cnpj/${cnpj.good}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      cnpj: cnpj.good,
      name: 'Vale Net Telecom Ltda',
      fantasy_name: 'Vale Net',
      email: 'contato@valenet.example',
      phone: '+551236210000',
      opening_data: '2011-03-04',
      capital_social: 150_000,
      situation: 'Ativa',
      address: { zipcode: '12020000', address: 'Rua das Palmeiras', number: '120', city: { name: 'Taubaté' } },
      partners: [{ name: 'Marina Prado de Souza', document: '***123456**', categories: ['Sócio-Administrador'] }],
      activities: [
        { code: '6110803', main: true },
        { code: '0111301', main: false },
      ],
    })
  })

  test('what was told is not asked again', async () => {
    await ask(`cnpj/${cnpj.good}`)
    const before = outside.asked.length
    expect((await ask(`cnpj/${cnpj.good}`)).status).toBe(200)
    expect(outside.asked.length).toBe(before)
  })

  test('where the first cannot be understood the second is asked, in the same words', async () => {
    const { body } = await ask(`cnpj/${cnpj.second}`)
    expect(body.data).toMatchObject({
      name: 'SERRA NET LTDA',
      fantasy_name: null,
      email: null,
      phone: '+551236210000',
      address: { address: 'RUA DAS PALMEIRAS', city: { name: 'Taubaté' } },
      activities: [{ code: '6110803', main: true }],
    })
  })

  test.each([
    ['a CNPJ the registry does not know', `cnpj/${cnpj.unknown}`, 404, 'não conhece'],
    ['one that no service answers for', `cnpj/${cnpj.none}`, 424, 'Preencha à mão'],
    ['one with letters, which the first does not take', `cnpj/${alphanumeric}`, 424, 'Preencha à mão'],
    ['what is no CNPJ', 'cnpj/11222333000182', 404, 'CNPJ inválido'],
    ['a CEP that does not exist', 'cep/99999999', 404, 'não existe'],
    ['a CEP that is refused', 'cep/88888888', 424, 'Preencha à mão'],
    ['what is no CEP', 'cep/123', 404, 'CEP inválido'],
  ])('%s is told in one sentence', async (_what, path, status, words) => {
    await sql`delete from registry_answers`.execute(world.db)
    const told = await ask(path)
    expect([told.status, told.body.message]).toEqual([status, expect.stringContaining(words)])
  })

  test('a CEP brings street, district and municipality', async () => {
    const { body } = await ask('cep/12020-000', 'clientA')
    expect(body.data).toMatchObject({ address: 'Rua das Palmeiras', neighborhood: 'Centro', city: { name: 'Taubaté' } })
  })

  test('an old answer serves while nobody gives a newer one', async () => {
    await ask(`cnpj/${cnpj.good}`)
    await sql`insert into registry_answers (kind, key, answer, at)
      select kind, ${cnpj.none}, answer, '2020-01-01T00:00:00Z' from registry_answers where key = ${cnpj.good}`.execute(
      world.db,
    )
    const { status, body } = await ask(`cnpj/${cnpj.none}`)
    expect([status, body.at]).toEqual([200, '2020-01-01T00:00:00.000Z'])
  })

  test('partners and activities are brought into the record, keeping a document written in full', async () => {
    const client = await world.make(world.house.catalog.at('clients'), 'A1', {
      document: cnpj.good,
      client_partners: [
        { name: 'MARINA PRADO DE SOUZA', document: '529.982.247-25', categories: [], since: null },
        { name: 'Quem saiu', document: null, categories: [], since: null },
      ],
      activities: [],
    })
    const path = `clients/${client.uuid}/sincronizar-socios-e-atividades`
    const { status, body } = await world.call('staffA', 'PUT', path)
    expect([status, body.message]).toEqual([200, 'Sócios e atividades sincronizados com a Receita.'])
    expect(body.data).toMatchObject({
      client_partners: [
        { name: 'Marina Prado de Souza', document: '529.982.247-25', categories: ['Sócio-Administrador'] },
      ],
      activities: [{ code: '6110803', main: true }, { code: '0111301' }],
    })
    expect((await world.call('staffA', 'PUT', path, { headers: { 'if-match': '"1"' } })).status).toBe(412)
    const person = await world.make(world.house.catalog.at('clients'), 'A1', { document: '52998224725' })
    expect((await world.call('staffA', 'PUT', `clients/${person.uuid}/sincronizar-socios-e-atividades`)).status).toBe(
      409,
    )
  })
})

test('no more is asked in a minute than the service gives', async () => {
  const outside = await openOutside({ '/cnpja': json(503, {}), '/brasilapi': json(503, {}) })
  const world = await openWorld({ env: { ...outside.env, CNPJ_PER_MINUTE: '1' } })
  const ask = (key: string) => world.call('staffA', 'GET', `registry/cnpj/${key}`)
  expect((await ask(cnpj.good)).status).toBe(424)
  const told = await ask(cnpj.second)
  expect([told.status, told.headers['retry-after']]).toEqual([429, '60'])
  expect(outside.asked.filter(path => path.startsWith('/cnpja'))).toHaveLength(1)
  await world.close()
  await outside.close()
})

describe('asking outside', () => {
  let outside: Outside
  beforeAll(async () => {
    outside = await openOutside({ '/cnpja/silent': silent, '/cnpja/moved': moved, '/cnpja/endless': endless })
  })
  afterAll(() => outside?.close())

  test.each(['silent', 'moved', 'endless'])('one that is %s is not waited for, followed or swallowed', async path => {
    const started = Date.now()
    await expect(getJson(new URL(`${outside.env.CNPJ_URL}/${path}`), exchange)).rejects.toBeInstanceOf(Unanswered)
    expect(Date.now() - started).toBeLessThan(6_000)
  })

  test('a name that leads into a private network is refused', async () => {
    const { port } = new URL(outside.env.CNPJ_URL)
    await expect(getJson(new URL(`http://localhost:${port}/cnpja/moved`), exchange)).rejects.toThrow(/leads to/)
    expect(outside.asked.filter(path => path === '/cnpja/moved').length).toBeLessThanOrEqual(1)
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { prospects } from '#features/clients/clients/prospects.ts'
import { cnpj, fistelOf } from '#test/support/drafts.ts'
import { dataOf, openWorld, rowsOf, type World } from '#test/support/world.ts'

const header =
  'Tipo de Identificação;CNPJ ou CPF;Nome Entidade Prestadora de Serviço;Nome Fantasia;Tipo de Entidade;Tipo de Outorga;Fistel da Outorga;Processo SEI da Outorga;Data Inclusão da Outorga;Serviço da Notificação;Código e Nome do Serviço da Notificação;Fistel da Notificação;Processo SEI da Notificação;Data Inclusão da Notificação;Logradouro do Endereço Sede;Número do Endereço Sede;Complemento do Endereço Sede;Bairro do Endereço Sede;CEP do Endereço Sede;Código IBGE do Munícipio do Endereço Sede;Nome do Munícipio do Endereço Sede;UF do Endereço Sede;Telefone Principal;Endereço Eletrônico'
const line = (
  document: string,
  name: string,
  fistel: string,
  more: { service?: string; uf?: string; city?: string; ibge?: string } = {},
) =>
  `CNPJ;${document};${name};N/I;Outorgada;SIC;${fistel};53500.000001/2020-11;20/11/2020;SCM;${more.service ?? '045 - Serviço de Comunicação Multimídia'};${fistel};-;N/A;"Rua ""A""; fundos";10;N/I;Centro;12020-000;${more.ibge ?? '3554102'};${more.city ?? 'Taubaté'};${more.uf ?? 'SP'};(12) 99712-3456;contato@provedor.com.br`
const fileOf = (lines: readonly string[]) => `\uFEFF${[header, ...lines].join('\r\n')}\r\n`

describe("Anatel's file of providers", () => {
  let world: World
  let answer = { status: 200, body: Buffer.from('') }
  const outside = createServer((_request, response) => response.writeHead(answer.status).end(answer.body))
  let n = 8_900_000
  beforeAll(async () => {
    await new Promise<void>(done => outside.listen(0, '127.0.0.1', done))
    const { port } = outside.address() as AddressInfo
    world = await openWorld({ env: { ANATEL_PROVIDERS_URL: `http://127.0.0.1:${port}/prestadoras.zip` } })
  })
  afterAll(async () => {
    outside.close()
    await world?.close()
  })
  const [ours, spoken, fresh, far] = [cnpj(++n), cnpj(++n), cnpj(++n), cnpj(++n)]
  const [one, two] = [fistelOf(++n), fistelOf(++n)]
  const file = fileOf([
    line(ours, 'Nossa Cliente', one),
    line(ours, 'Nossa Cliente', two, { service: '214 STFC' }),
    line(spoken, 'Já Falamos', fistelOf(++n)),
    line(fresh, 'Rede Nova', fistelOf(++n)),
    line(far, 'Rede do Acre', fistelOf(++n), { uf: 'AC', city: 'Rio Branco', ibge: '1200401' }),
    line('12345678909', 'Pessoa de Carne e Osso', fistelOf(++n)),
  ])
  const call = (method: 'GET' | 'POST', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  async function send(bytes: Uint8Array | string, type = 'application/zip') {
    const token = await world.enter('staffA', world.people.staffA)
    const sent = await world.app.inject({
      method: 'POST',
      url: '/api/v1/anatel/arquivo?name=prestadoras.zip',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload: Buffer.from(bytes),
    })
    await world.runner.settled()
    const { uuid } = sent.json<{ data: { uuid: string } }>().data
    return dataOf(await call('GET', `imports/${uuid}`))
  }
  const standing = async () => (await call('GET', 'anatel/situacao')).body
  const found = async (query = '') => rowsOfProviders(await call('GET', `anatel/prestadoras?${query}`))
  const rowsOfProviders = ({ body }: Awaited<ReturnType<typeof call>>) =>
    (Array.isArray(body.data) ? body.data : []).map(each => String(Object(each).name))

  test('before there is one, nothing is found and it is said so', async () => {
    expect(await standing()).toMatchObject({ data: null, fetches: true, services: [] })
    expect(await found()).toEqual([])
    expect((await call('GET', `anatel/prestadoras/${ours}`)).body).toMatchObject({ at: null, data: null, fistels: [] })
  })

  test('what is not the file is refused, and the one in force stays', async () => {
    expect(await send('<!DOCTYPE html><html>', 'application/vnd.anatel.csv')).toMatchObject({
      state: 'falhou',
      error: 'Veio uma página da internet no lugar do arquivo. Confira o endereço, ou baixe o arquivo e envie.',
    })
    expect(await send('a;b;c\r\n1;2;3')).toMatchObject({
      state: 'falhou',
      error: expect.stringContaining('Faltam as colunas'),
    })
    expect(await send(zipSync({ 'leia.txt': Buffer.from('x') }))).toMatchObject({
      error: 'O ZIP não traz um arquivo CSV.',
    })
    expect(await send(`${header}\n${';'.repeat(1_000_000)}`)).toMatchObject({
      state: 'falhou',
      error: 'O arquivo está danificado: não é o CSV da Anatel, ou veio pela metade.',
    })
    expect(await send(zipSync({ 'a.csv': Buffer.from(file) }).subarray(0, 400))).toMatchObject({ state: 'falhou' })
    expect(await standing()).toMatchObject({ data: null })
  })

  test('comes by upload, packed or not, and finds who is not in the books yet', async () => {
    await world.make(clients, 'A1', { name: 'Nossa', document: ours, client_users: [] })
    await world.make(prospects, 'A1', { name: 'Falada', document: spoken })
    expect(await send(zipSync({ 'prestadoras.csv': Buffer.from(file) }))).toMatchObject({
      state: 'concluido',
      rows_done: 6,
    })
    expect(await standing()).toMatchObject({
      data: { providers: 4, notices: 5 },
      services: [
        { code: '045', name: 'Serviço de Comunicação Multimídia' },
        { code: '214', name: 'STFC' },
      ],
    })
    expect(await found()).toEqual(['Rede do Acre', 'Rede Nova'])
    expect(await found('uf=sp')).toEqual(['Rede Nova'])
    expect(await found('city=rio')).toEqual(['Rede do Acre'])
    expect(await found(`search=${fresh}`)).toEqual(['Rede Nova'])
    expect(await found('service=214')).toEqual([])
    expect(await found('entity=dispensada')).toEqual([])
    expect((await call('GET', 'anatel/prestadoras?uf=XX')).status).toBe(422)
    // What one company has in its books, another does not see.
    expect(rowsOfProviders(await call('GET', 'anatel/prestadoras?uf=SP', undefined, 'staffB'))).toHaveLength(3)
  })

  test('tells of a client what is otherwise, and which fistels are missing, with their service', async () => {
    const { body } = await call('GET', `anatel/prestadoras/${ours}`)
    expect(body.data).toMatchObject({
      name: 'Nossa Cliente',
      fantasy_name: null,
      phone: '+5512997123456',
      address: { address: 'Rua "A"; fundos', zipcode: '12020000', city: { name: 'Taubaté/SP' } },
    })
    expect(body.fistels).toMatchObject(
      [
        { fistel: one, service_type: { name: expect.any(String) }, since: null },
        { fistel: two, service: '214 STFC' },
      ].toSorted((a, b) => a.fistel.localeCompare(b.fistel)),
    )
  })

  test('prospects are made of those chosen, once', async () => {
    const take = (documents: readonly string[], who = 'staffA') => call('POST', 'anatel/prospectos', { documents }, who)
    const done = await take([fresh, far, spoken, cnpj(1)])
    expect(done.body).toMatchObject({
      message: '2 prospectos registrados.',
      data: { created: 2, known: 1, refused: [] },
    })
    expect((await take([fresh])).body.data).toMatchObject({ created: 0, known: 1 })
    expect(await found()).toEqual([])
    const [row] = rowsOf(await call('GET', `prospectos?filter[document]=${fresh}`))
    expect(dataOf(await call('GET', `prospectos/${row?.id}`))).toMatchObject({
      name: 'Rede Nova',
      email: 'contato@provedor.com.br',
      addresses: [{ neighborhood: 'Centro', city: { name: 'Taubaté/SP' }, address_type_id: 1 }],
    })
    expect((await take([fresh], 'clientA')).status).toBe(403)
  })

  test('is fetched where the settings say, and takes the place of the one before in one stroke', async () => {
    answer = {
      status: 200,
      body: Buffer.from(zipSync({ 'a.csv': Buffer.from(fileOf([line(cnpj(++n), 'Só Esta', fistelOf(++n))])) })),
    }
    const begun = await call('POST', 'anatel/buscar', {})
    expect(begun.status).toBe(201)
    await world.runner.settled()
    expect(await standing()).toMatchObject({ data: { providers: 1 } })
    expect(await found()).toEqual(['Só Esta'])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from anatel_providers`.execute(world.db)
    expect(rows[0]?.n).toBe(1)
    answer = { status: 200, body: Buffer.from('<html>não há</html>') }
    const wrong = dataOf(await call('POST', 'anatel/buscar', {}))
    await world.runner.settled()
    expect(dataOf(await call('GET', `imports/${wrong.uuid}`))).toMatchObject({ state: 'falhou' })
    answer = { status: 302, body: Buffer.from('') }
    const moved = dataOf(await call('POST', 'anatel/buscar', {}))
    await world.runner.settled()
    expect(dataOf(await call('GET', `imports/${moved.uuid}`)).error).toContain('A Anatel não respondeu')
    expect(await found()).toEqual(['Só Esta'])
  })
})

import { strFromU8, unzipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients.ts'
import { keysAt, type Mapping } from '#features/intake/mapping.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { readHere } from '#parts/table/read.server.ts'
import { engines } from './support/databases.ts'
import { cnpj, fistelOf } from './support/drafts.ts'
import { dataOf, openWorld, rowsOf, type World } from './support/world.ts'

interface Preview {
  readonly data: readonly {
    readonly row: number
    readonly cells: readonly string[]
    readonly verdict: string
    readonly problems: readonly { readonly column: string | null; readonly rule: string; readonly message: string }[]
    readonly changes: readonly (readonly string[])[]
    readonly state: string | null
    readonly said: string | null
    readonly target: number | null
  }[]
  readonly rows: number
  readonly step: string
  readonly header: readonly string[]
  readonly mapping: Mapping
  readonly counts: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, number>>
  readonly groups: readonly {
    readonly label: string
    readonly rule: string
    readonly rows: number
    readonly first: number
    readonly last: number
  }[]
}
type Lines = readonly (readonly (string | number)[])[]

const csv = (lines: Lines) => lines.map(line => line.join(';')).join('\r\n')

const accessHeader = [
  'FISTEL',
  'CNPJ',
  'ANO',
  'MES',
  'COD_IBGE',
  'TIPO_CLIENTE',
  'TIPO_ATENDIMENTO',
  'TIPO_MEIO',
  'TIPO_PRODUTO',
  'TIPO_TECNOLOGIA',
  'VELOCIDADE',
  'ACESSOS',
] as const
const access: Readonly<Record<string, string>> = {
  ANO: '2026',
  MES: '9',
  COD_IBGE: '3554102',
  TIPO_CLIENTE: 'PF',
  TIPO_ATENDIMENTO: 'URBANO',
  TIPO_MEIO: 'fibra',
  TIPO_PRODUTO: 'internet',
  TIPO_TECNOLOGIA: 'FTTH',
  VELOCIDADE: '250',
  ACESSOS: '60',
}
/** A row of accesses of a fistel, alike but for what is told. */
function accessLine(fistel: string, told: Readonly<Record<string, string>> = {}) {
  const cells: Readonly<Record<string, string>> = { ...access, FISTEL: fistel, ...told }
  return accessHeader.map(name => cells[name] ?? '')
}

describe.each(engines)('spreadsheets that come in, on %s', engine => {
  let world: World
  let n = 8_200_000
  beforeAll(async () => {
    world = await openWorld(engine)
  })
  afterAll(() => world?.close())

  const fresh = () => cnpj(++n)
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  const send = (resource: string, lines: Lines | string, { who = 'staffA', name = 'planilha.csv', more = '' } = {}) =>
    world.call(who, 'POST', `imports/arquivo?resource=${resource}&name=${name}${more}`, {
      body: typeof lines === 'string' ? lines : csv(lines),
      headers: { 'content-type': 'application/octet-stream' },
    })
  const settled = () => world.runner.settled()
  const preview = async (uuid: string, query = '', who = 'staffA') =>
    (await call('GET', `imports/${uuid}/conferencia${query}`, undefined, who)).body.data as Preview
  const row = async (uuid: string) => dataOf(await call('GET', `imports/${uuid}`))
  /** Sent and judged. */
  async function judged(resource: string, lines: Lines | string, more = {}) {
    const sent = await send(resource, lines, more)
    if (sent.status !== 201) throw new Error(sent.text)
    await settled()
    return dataOf(sent).uuid
  }
  async function prepare(uuid: string, mode: string, match_by: string) {
    const { mapping } = await preview(uuid)
    const reply = await call('PUT', `imports/${uuid}/preparar`, { mapping, mode, match_by })
    await settled()
    return reply
  }
  async function run(uuid: string, whole = false) {
    const reply = await call('PUT', `imports/${uuid}/importar`, { whole })
    await settled()
    return reply
  }
  async function undo(uuid: string) {
    const reply = await call('PUT', `imports/${uuid}/desfazer`, {})
    await settled()
    return reply
  }
  /** The number of a new fistel of a client and service. */
  async function fistelWith(term: string, client_id: unknown) {
    const { rows } = await sql<{ id: number }>`select id from service_types where term = ${term}`.execute(world.db)
    const fistel = fistelOf(++n)
    await world.make(fistels, 'A1', { fistel, client_id, service_type_id: rows[0]?.id, active_anatel: true })
    return fistel
  }
  /** The rows that did not come in, as the file of them says. */
  async function refusedOf(uuid: unknown) {
    const file = await world.app.inject({
      url: `/api/v1/imports/${String(uuid)}/recusadas`,
      headers: { authorization: `Bearer ${await world.enter('staffA', world.people.staffA)}` },
    })
    const table = await readHere(new Uint8Array(file.rawPayload))
    if (typeof table === 'string') throw new Error(table)
    const [first, ...others] = table.records
    if (!first) throw new Error('nothing was refused')
    return { header: table.header, records: [first, ...others] } as const
  }
  const byDocument = async (document: string, who = 'staffA') =>
    rowsOf(await call('GET', `clients?filter[document]=${document}`, undefined, who))[0]

  test('clients are judged before anything is written: what comes in, what changes, what is refused and why', async () => {
    const [there, new1] = [fresh(), fresh()]
    await world.make(clients, 'A1', { name: 'Provedor Antigo', document: there, client_users: [] })
    const before = await world.fingerprint()
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Telefone', 'Município', 'UF', 'Logradouro', 'Capital social', 'O que é isto'],
      ['Provedor Novo', new1, '(12) 3622-1234', 'Taubaté', 'SP', 'Rua A', '1.234,56', 'x'],
      ['Provedor Mudado', there, '', '', '', '', '', ''],
      ['Provedor Torto', '11.222.333/0001-82', '12', 'Cidade Nenhuma', 'SP', '', 'mil', ''],
      ['', fresh(), '', '', '', '', '', ''],
      ['Provedor Novo de novo', new1, '', '', '', '', '', ''],
    ])
    expect(await world.fingerprint()).not.toBe(before)
    const seen = await preview(uuid)
    expect(keysAt(seen.mapping, seen.header)).toEqual([
      'name',
      'document',
      'phone',
      'addresses.city',
      'addresses.uf',
      'addresses.address',
      'capital_social',
      null,
    ])
    expect(seen.data.map(({ verdict }) => verdict)).toEqual(['criar', 'atualizar', 'recusada', 'recusada', 'recusada'])
    expect(seen.data[0]?.changes).toContainEqual(['Município', '', 'Taubaté/SP'])
    expect(seen.data[1]?.changes).toEqual([['Razão social', 'Provedor Antigo', 'Provedor Mudado']])
    expect(seen.data[2]?.problems.map(({ column, rule }) => [column, rule])).toEqual([
      ['document', 'formato'],
      ['phone', 'formato'],
      ['addresses.city', 'nao-existe'],
      ['capital_social', 'formato'],
    ])
    expect(seen.data[3]?.problems).toMatchObject([{ column: 'name', rule: 'vazio' }])
    expect(seen.data[4]?.problems).toMatchObject([{ rule: 'linha', message: 'Repete a linha 2. Deixe uma só.' }])
    expect(seen.groups.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['CPF ou CNPJ', 'Telefone', 'Município', 'Linha']),
    )
    expect(await byDocument(new1)).toBeUndefined()
    expect((await preview(uuid, '?verdict=recusada')).data).toHaveLength(3)
    expect((await preview(uuid, '?problem=phone:formato')).data.map(each => each.row)).toEqual([4])

    // All or nothing is refused while something is refused; a cell is put right in place.
    expect(await call('PUT', `imports/${uuid}/importar`, { whole: true })).toMatchObject({
      status: 409,
      body: { message: 'Há 3 linhas por resolver. Corrija, ou importe só as boas.' },
    })
    const fix = (rows: number[], at: number, to: string) => call('PUT', `imports/${uuid}/corrigir`, { rows, at, to })
    await fix([4], 1, fresh())
    await fix([4], 2, '')
    await fix([4], 6, '')
    expect((await fix([5], 0, 'Provedor com Nome')).status).toBe(200)
    expect((await fix([6], 1, fresh())).status).toBe(200)
    const swapped = await call('PUT', `imports/${uuid}/corrigir`, { at: 3, from: 'Cidade Nenhuma', to: 'Ubatuba' })
    expect(swapped.body.message).toBe('1 linha corrigida.')
    expect((await preview(uuid)).counts).toEqual({ criar: 4, atualizar: 1 })

    expect((await run(uuid, true)).status).toBe(200)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: 4, updated: 1, refused: 0, errors: [] })
    const made = await byDocument(new1)
    expect(dataOf(await call('GET', `clients/${made?.id}`))).toMatchObject({
      phone: '+551236221234',
      capital_social: 1234.56,
      addresses: [{ address: 'Rua A', city: { name: 'Taubaté/SP' } }],
    })
    expect((await byDocument(there))?.name).toBe('Provedor Mudado')
    const { rows: events } =
      await sql`select 1 from audit_events where request_id = ${uuid} and resource = 'clients'`.execute(world.db)
    expect(events).toHaveLength(5)
    // It is over: nothing of it changes any more, and the same file is known when it comes again.
    expect((await run(uuid)).status).toBe(409)
    expect((await fix([2], 0, 'Outro')).status).toBe(409)
  })

  test('all that is wrong with a row is told at once, what cannot be read and what does not fit', async () => {
    const there = fresh()
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Telefone', 'Capital social'],
      ['', fresh(), '12', 'mil'],
      ['Com tudo', there, '', ''],
      ['x'.repeat(161), '123', '', ''],
      ['Com tudo, de novo', there, '12', ''],
      ['', fresh(), '', ''],
    ])
    const { data, groups } = await preview(uuid)
    expect(data.map(({ problems }) => problems.map(({ column, rule }) => `${column}:${rule}`))).toEqual([
      ['phone:formato', 'capital_social:formato', 'name:vazio'],
      // What is wrong with the one that repeats it is no matter of its own.
      [],
      ['document:formato', 'name:limite'],
      ['phone:formato', 'null:linha'],
      ['name:vazio'],
    ])
    expect(data[1]?.verdict).toBe('criar')
    expect(groups.map(({ label, rule, rows, first, last }) => [label, rule, rows, first, last])).toEqual([
      ['Razão social', 'vazio', 2, 2, 6],
      ['Telefone', 'formato', 2, 2, 5],
      ['Capital social (R$)', 'formato', 1, 2, 2],
      ['CPF ou CNPJ', 'formato', 1, 4, 4],
      ['Razão social', 'limite', 1, 4, 4],
      ['Linha', 'linha', 1, 5, 5],
    ])
    // A row known by what was not read may be there already: of what the file does not bring nothing is asked.
    const unread = await judged('clients', [
      ['CNPJ', 'Telefone'],
      ['123', '(12) 3622-1234'],
    ])
    expect((await preview(unread)).data[0]?.problems).toMatchObject([{ column: 'document' }])
  })

  test('what an import did is undone, unless somebody changed it since', async () => {
    const [kept, changed, new1, new2] = [fresh(), fresh(), fresh(), fresh()]
    const addresses = [{ address: 'Rua Velha', address_type_id: 1 }]
    await world.make(clients, 'A1', { name: 'Um', document: kept, client_users: [], addresses })
    await world.make(clients, 'A1', { name: 'Dois', document: changed, client_users: [] })
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Logradouro'],
      ['Um Novo', kept, 'Rua Nova'],
      ['Dois Novo', changed, ''],
      ['Três', new1, ''],
      ['Quatro', new2, ''],
    ])
    await run(uuid)
    const [two, four] = [await byDocument(changed), await byDocument(new2)]
    await call('PUT', `clients/${two?.id}`, { fantasy_name: 'Mexido' })
    await call('PUT', `clients/${four?.id}`, { fantasy_name: 'Mexido' })
    expect((await undo(uuid)).body.message).toBe('Desfazendo a importação.')
    expect(await row(uuid)).toMatchObject({ state: 'desfeito' })
    expect(await byDocument(new1)).toBeUndefined()
    expect(await byDocument(new2)).toMatchObject({ name: 'Quatro' })
    expect(await byDocument(changed)).toMatchObject({ name: 'Dois Novo', fantasy_name: 'Mexido' })
    const one = await byDocument(kept)
    expect(dataOf(await call('GET', `clients/${one?.id}`))).toMatchObject({ name: 'Um', addresses })
    const left = await preview(uuid, '?verdict=mantida')
    expect(left.data.map(each => each.row)).toEqual([3, 5])
    expect(left.data[0]?.said).toBe('Alguém alterou o cliente depois da importação: ficou como está.')
    expect((await undo(uuid)).status).toBe(409)
  })

  test('fistels find their client and service by code or name, and are created only or updated only', async () => {
    const document = fresh()
    const { id } = await world.make(clients, 'A1', { name: 'Dono dos Fistéis', document, client_users: [] })
    const [old, young] = [fistelOf(++n), fistelOf(++n)]
    await world.make(fistels, 'A1', { fistel: old, client_id: id, active_anatel: true })
    const uuid = await judged('fistels', [
      ['FISTEL', 'Cliente', 'Serviço', 'Ativo na Anatel'],
      [old, 'dono dos fisteis', '045', 'N'],
      [young, document, 'SCM', 'sim'],
      [fistelOf(++n), 'Ninguém', '999', 'talvez'],
    ])
    expect((await preview(uuid)).counts).toEqual({ atualizar: 1, criar: 1, recusada: 1 })
    await prepare(uuid, 'criar', 'fistel')
    expect((await preview(uuid)).data.map(each => each.problems[0]?.rule)).toEqual([
      'ja-existe',
      undefined,
      'nao-existe',
    ])
    await prepare(uuid, 'atualizar', 'fistel')
    expect((await preview(uuid)).data.map(each => each.problems[0]?.rule)).toEqual([
      undefined,
      'nao-encontrado',
      'nao-existe',
    ])
    await prepare(uuid, 'ambos', 'fistel')
    await run(uuid)
    const kept = rowsOf(await call('GET', `fistels?filter[client_id]=${id}&sort=fistel`))
    expect(kept.map(each => [each.fistel, each.active_anatel])).toEqual(
      [
        [old, false],
        [young, true],
      ].toSorted(),
    )
    // The rows that did not come in are a file that comes in again.
    const titles = ['FISTEL', 'Cliente', 'Serviço', 'Ativo na Anatel', 'Erro']
    const table = await refusedOf(uuid)
    const [out] = table.records
    expect(table.header).toEqual(titles)
    expect(out.cells.at(-1)).toContain('Escreva Sim ou Não.')
    expect(await row(uuid)).toMatchObject({ refused: 1, errors: [{ row: 4 }, { row: 4 }, { row: 4 }] })
    // Half put right, it is refused for the rest, beside what was wrong before; then it comes in.
    const [number = ''] = out.cells
    const half = await judged('fistels', [table.header, [number, document, '045', ...out.cells.slice(3)]])
    expect((await preview(half)).data[0]?.problems).toMatchObject([{ column: 'active_anatel', rule: 'formato' }])
    const rest = await refusedOf(half)
    expect(rest.header).toEqual(titles)
    expect(rest.records[0].cells.slice(3)).toEqual(['talvez', 'Escreva Sim ou Não.'])
    const right = await judged('fistels', [rest.header, [number, document, '045', 'sim', 'Escreva Sim ou Não.']])
    await run(right, true)
    expect(await row(right)).toMatchObject({ state: 'concluido', created: 1, refused: 0 })
    expect(rowsOf(await call('GET', `fistels?filter[client_id]=${id}`)).map(each => each.fistel)).toContain(number)
  })

  test('stations come with their place, in degrees or in decimals', async () => {
    const document = fresh()
    await world.make(clients, 'A1', { name: 'Dono das Torres', document, client_users: [] })
    const number = String(++n)
    const uuid = await judged('stations', [
      [
        'Nome',
        'Cliente',
        'Número da estação',
        'Meio',
        'Tecnologia',
        'Código IBGE',
        'Latitude',
        'Longitude',
        'É virtual',
      ],
      ['Torre Um', document, number, 'fibra', 'FTTH', '3554102', '-23,026389', `"45°33'19,00"" W"`, 'não'],
      ['Torre Dois', document, '', 'radio', '', '355410', '-123', '', 'x'],
      ['Torre Três', document, '', 'radio', '', 'Bom Jesus', '', '', ''],
    ])
    const { data } = await preview(uuid)
    expect(data[0]?.verdict).toBe('criar')
    expect(data[1]?.problems.map(({ column }) => column)).toEqual(['address.city', 'address.lat'])
    // Said as the upload of a coleta says it.
    expect(data[1]?.problems[0]?.message).toBe('Falta o último dígito: Taubaté/SP é 3554102.')
    expect(data[2]?.problems[0]?.message).toMatch(/^Há mais de um município com este nome: .*Diga qual\.$/)
    await run(uuid)
    const [made] = rowsOf(await call('GET', `stations?filter[station_number]=${number}`))
    expect(dataOf(await call('GET', `stations/${made?.id}`))).toMatchObject({
      is_virtual: false,
      attendance_middle: { name: expect.any(String) },
      address: [{ lat: -23.026389, lng: -45.555278, city: { name: 'Taubaté/SP' } }],
    })
    const twice = await judged('stations', [
      ['Número da estação', 'Nome', 'Latitude'],
      [number, 'Torre Um', '-23,5'],
    ])
    expect((await preview(twice)).data[0]?.changes).toEqual([['Latitude', '-23,026389', '-23,5']])
    await run(twice)
    expect(dataOf(await call('GET', `stations/${made?.id}`))).toMatchObject({
      address: [{ lat: -23.5, lng: -45.555278, city: { name: 'Taubaté/SP' } }],
    })
  })

  test('a coleta is all the rows of its fistel and month, equal ones summed, and comes in whole or not at all', async () => {
    const document = fresh()
    const { id } = await world.make(clients, 'A1', { name: 'Dono das Coletas', document, client_users: [] })
    const [one, two] = [await fistelWith('045', id), await fistelWith('045', id)]
    const header = accessHeader
    const line = (fistel: string, ibge: string, speed: string, amount: string, owner = document) =>
      accessLine(fistel, { CNPJ: owner, COD_IBGE: ibge, VELOCIDADE: speed, ACESSOS: amount })
    const uuid = await judged('collects', [
      header,
      line(one, '3554102', '250', '60'),
      line(one, '3554102', '250', '40'),
      line(two, '3554102', '250', '10'),
      line(one, '3555406', '0,5', '5'),
      line(two, '3554102', 'rápida', '10'),
    ])
    const seen = await preview(uuid)
    expect(seen.counts).toEqual({ criar: 3, recusada: 2 })
    expect(seen.units).toMatchObject({ criar: 1 })
    expect(seen.data[0]?.changes).toEqual([
      ['Acessos', '', '105'],
      ['Municípios', '', '2'],
      ['Registros', '', '2'],
    ])
    expect(seen.data[2]?.problems[0]?.message).toContain('A linha 6, desta mesma coleta, foi recusada')
    await run(uuid)
    const made = rowsOf(await call('GET', `collects?filter[client_id]=${id}`))
    expect(made).toHaveLength(1)
    expect(dataOf(await call('GET', `collects/${made[0]?.id}`))).toMatchObject({
      year: 2026,
      month: 9,
      fistel: { name: one },
      locations: [
        { accesses_ordered: [{ speed: 250, amount: 100 }] },
        { accesses_ordered: [{ speed: 0.5, amount: 5 }] },
      ],
    })
    const again = await judged('collects', [
      header,
      line(one, '3554102', '250', '100'),
      line(one, '3555406', '0,50', '5'),
    ])
    expect((await preview(again)).counts).toEqual({ igual: 2 })
    expect((await run(again)).body.message).toBe('Não há o que gravar: nenhuma linha nova ou mudada.')
    const more = await judged('collects', [header, line(one, '3554102', '250', '120')])
    expect((await preview(more)).data[0]?.changes[0]).toEqual(['Acessos', '105', '120'])
    const wrong = await judged('collects', [header, line(one, '3554102', '250', '1', cnpj(8_000_001))])
    expect((await preview(wrong)).data[0]?.problems[0]?.rule).toBe('nao-existe')
    await run(more)
    await undo(more)
    expect(dataOf(await call('GET', `collects/${made[0]?.id}`))).toMatchObject({
      locations: [{ accesses_ordered: [{ amount: 100 }] }, { accesses_ordered: [{ amount: 5 }] }],
    })
  })

  test('a coleta is refused by what is wrong in any of its rows, each told on its own, and by what its service asks', async () => {
    const { id } = await world.make(clients, 'A1', { name: 'Dono de Três', document: fresh(), client_users: [] })
    const [internet, phone, tv] = [
      await fistelWith('045', id),
      await fistelWith('171', id),
      await fistelWith('750', id),
    ]
    const bare = { TIPO_ATENDIMENTO: '', TIPO_PRODUTO: '', TIPO_TECNOLOGIA: '', VELOCIDADE: '' }
    const uuid = await judged('collects', [
      accessHeader,
      accessLine(internet),
      accessLine(internet, bare),
      accessLine(internet, { VELOCIDADE: '2000000', TIPO_CLIENTE: '' }),
      accessLine(phone, { ...bare, TIPO_ATENDIMENTO: 'URBANO' }),
      accessLine(tv, { ...bare, TIPO_TECNOLOGIA: 'FTTH' }),
      accessLine(phone, { ...bare, MES: '8' }),
      // The month is not told: neither is the layout.
      accessLine(internet, { ...bare, MES: '' }),
    ])
    const { data, counts } = await preview(uuid)
    const told = data.map(({ row: at, problems }) => [at, problems.map(({ column, rule }) => `${column}:${rule}`)])
    expect(Object.fromEntries(told)).toEqual({
      2: ['null:linha'],
      3: ['attendance_type:vazio', 'product_type:vazio', 'technology_type:vazio', 'speed:vazio'],
      4: ['speed:limite', 'client_type:vazio'],
      5: [],
      6: [],
      7: ['attendance_type:vazio'],
      8: ['month:vazio'],
    })
    expect(data[0]?.problems[0]?.message).toContain('A linha 3, desta mesma coleta, foi recusada')
    expect(counts).toEqual({ criar: 2, recusada: 5 })
    // What is shown as good is written: nothing more is asked then.
    await run(uuid)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: 2, refused: 5 })
  })

  test('rows of another company are neither seen nor touched', async () => {
    const document = fresh()
    const other = await world.make(clients, 'B1', { name: 'zzB1zz de outra casa', document, client_users: [] })
    const uuid = await judged('fistels', [
      ['Fistel', 'Cliente', 'Tipo de serviço'],
      [fistelOf(++n), document, '045'],
      [fistelOf(++n), 'zzB1zz de outra casa', '045'],
    ])
    const reply = await call('GET', `imports/${uuid}/conferencia`)
    expect((reply.body.data as Preview).counts).toEqual({ recusada: 2 })
    const made = await judged('clients', [
      ['Nome', 'CNPJ'],
      ['O mesmo CNPJ, desta casa', document],
      ['Pelo código dos outros', fresh()],
    ])
    await run(made)
    expect(await byDocument(document)).toMatchObject({ name: 'O mesmo CNPJ, desta casa' })
    expect(dataOf(await call('GET', `clients/${other.id}`, undefined, 'superAdmin')).name).toBe('zzB1zz de outra casa')
    const coded = await judged('clients', [
      ['Código', 'Nome', 'CNPJ'],
      [other.id, 'Tomado', fresh()],
    ])
    await prepare(coded, 'atualizar', 'id')
    expect((await preview(coded)).data[0]?.problems[0]?.rule).toBe('nao-encontrado')
    // Another company's people do not see the import either.
    expect((await call('GET', `imports/${uuid}`, undefined, 'staffB')).status).toBe(404)
    expect((await call('GET', `imports/${uuid}/conferencia`, undefined, 'staffB')).status).toBe(404)
  })

  test('who may not create clients imports none, not even with what was allowed when the file came', async () => {
    const lines = (document: string): Lines => [
      ['Nome', 'CNPJ'],
      ['Sem direito', document],
    ]
    const first = fresh()
    const uuid = await judged('clients', lines(first))
    const take = (names: readonly string[]) =>
      sql`update profiles_profile_roles set active = not active where role = any(${names}::text[]) and parent_id = (select id from profiles where slug = 'colaborador')`.execute(
        world.db,
      )
    await take(['clients.store'])
    try {
      expect(await run(uuid)).toMatchObject({ status: 403, body: { message: 'Falta permissão para criar clientes.' } })
      await take(['clients.update'])
      try {
        expect((await send('clients', lines(fresh()))).status).toBe(403)
      } finally {
        await take(['clients.update'])
      }
    } finally {
      await take(['clients.store'])
    }
    expect(await byDocument(first)).toBeUndefined()
    await settled()
  })

  // A statement that joined its rows with themselves took all its ten seconds, and was begun again.
  test('many rows are judged before the database knows that there are many', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => [`Longo ${at}`, fresh()])
    const uuid = await judged('clients', [['Razão social', 'CNPJ'], ...many])
    expect((await preview(uuid)).counts).toMatchObject({ criar: 1_500 })
  })

  test('a writing that is cancelled, or whose rights are taken away, stops there; taken up again it ends with every row once', async () => {
    const documents = Array.from({ length: 500 }, fresh)
    const uuid = await judged('clients', [
      ['Nome', 'CNPJ'],
      ...documents.map((document, at) => [`Aos poucos ${at}`, document]),
    ])
    const done = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from import_rows r join imports i on i.id = r.import_id
        where i.uuid = ${uuid} and r.state = 'feita'`.execute(world.db)
      return rows[0]?.n ?? 0
    }
    /** Set going, and stopped at once, whatever was written by then. */
    async function stopped(stop: () => Promise<unknown>) {
      expect((await call('PUT', `imports/${uuid}/importar`, { whole: false })).status).toBe(200)
      await stop()
      await settled()
      expect(await done()).toBeLessThan(documents.length)
      return row(uuid)
    }
    const cancel = async () => expect((await call('PUT', `imports/${uuid}/cancelar`, {})).status).toBe(200)
    expect(await stopped(cancel)).toMatchObject({ state: 'cancelado' })
    const turn = () =>
      sql`update profiles_profile_roles set active = not active where role = 'imports.importar' and parent_id = (select id from profiles where slug = 'colaborador')`.execute(
        world.db,
      )
    try {
      expect(await stopped(turn)).toMatchObject({ state: 'falhou', error: 'Falta permissão para gravar importações.' })
      expect((await run(uuid)).status).toBe(403)
    } finally {
      await turn()
    }
    await run(uuid)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: documents.length, refused: 0 })
    const { rows } = await sql<{ n: number; different: number }>`
      select count(*)::int as n, count(distinct document)::int as different from clients
      where document = any(${documents}::text[])`.execute(world.db)
    expect(rows[0]).toEqual({ n: documents.length, different: documents.length })
  })

  test('what changed since it was shown is not written: nobody agreed to that', async () => {
    const document = fresh()
    const { id } = await world.make(clients, 'A1', { name: 'Antes', document, client_users: [] })
    const created = fresh()
    const uuid = await judged('clients', [
      ['Nome', 'CNPJ'],
      ['Depois', document],
      ['Novo', created],
    ])
    await call('PUT', `clients/${id}`, { name: 'No meio' })
    await run(uuid)
    expect(await row(uuid)).toMatchObject({ state: 'concluido', created: 1, updated: 0, refused: 1 })
    expect(await row(uuid)).toMatchObject({
      errors: [{ row: 2, message: 'O cadastro mudou desde a conferência. Confira a linha de novo.' }],
    })
    expect(await byDocument(document)).toMatchObject({ name: 'No meio' })

    // All or nothing: one that fails takes the others back.
    const [one, two] = [fresh(), fresh()]
    const whole = await judged('clients', [
      ['Nome', 'CNPJ'],
      ['Fica de fora', one],
      ['Mudou', document],
      ['Fica de fora também', two],
    ])
    await call('PUT', `clients/${id}`, { name: 'De novo no meio' })
    await run(whole, true)
    expect(await row(whole)).toMatchObject({
      state: 'falhou',
      error: 'Nada foi importado. Linha 3: O cadastro mudou desde a conferência. Confira a linha de novo.',
    })
    expect([await byDocument(one), await byDocument(two)]).toEqual([undefined, undefined])
  })

  test('a header is mapped by hand once, and known from then on', async () => {
    const lines = (document: string): Lines => [
      ['Quem', 'Inscrição federal', 'Nota'],
      ['Pelo mapa', document, 'sem uso'],
    ]
    const uuid = await judged('clients', lines(fresh()))
    expect((await preview(uuid)).mapping.columns).toEqual({})
    const from = (text: string, how = 'coluna') => ({ from: how, text })
    const set = (columns: object, more = {}) =>
      call('PUT', `imports/${uuid}/preparar`, {
        mapping: { columns, values: [], kbps: false },
        mode: 'ambos',
        match_by: 'document',
        ...more,
      })
    const [name, document] = [from('Quem'), from('Inscrição federal')]
    expect((await set({ nada: name })).body.errors).toHaveProperty('mapping')
    expect((await set({ name: from('Outra') })).body.errors?.mapping).toEqual(['O arquivo não tem a coluna “Outra”.'])
    expect((await set({ name: from('', 'coleta') })).body.errors).toHaveProperty('mapping')
    expect((await set({ name, document: from('1', 'valor') })).body.errors).toHaveProperty('match_by')
    const strange = [{ column: 'nada', from: 'x', to: 'y' }]
    const sent = {
      mapping: { columns: { name, document }, values: strange, kbps: false },
      mode: 'ambos',
      match_by: 'document',
    }
    expect((await call('PUT', `imports/${uuid}/preparar`, sent)).body.errors).toHaveProperty('mapping')
    expect((await set({ name })).body.errors).toHaveProperty('match_by')
    expect((await set({ name, document })).status).toBe(200)
    await settled()
    expect((await preview(uuid)).counts).toEqual({ criar: 1 })
    const next = await judged('clients', lines(fresh()))
    expect((await preview(next)).mapping.columns).toEqual({ name, document })
    // What nobody has seen yet is told by its name; what was left out stays out.
    const wider = await judged('clients', [
      ['Quem', 'Inscrição federal', 'Nota', 'E-mail'],
      ['Pelo mapa, com mais', fresh(), 'sem uso', 'a@exemplo.com.br'],
    ])
    expect((await preview(wider)).mapping.columns).toEqual({ name, document, email: from('E-mail') })
    // Another company has said nothing yet.
    const other = await judged('clients', lines(fresh()), { who: 'staffB' })
    expect((await preview(other, '', 'staffB')).mapping.columns).toEqual({})
    const [taught] = rowsOf(await call('GET', 'mappings?filter[intake]=clients&sort=-id'))
    expect(taught).toMatchObject({ name: 'Clientes: planilha.csv', client: null })
    expect((await call('GET', `mappings/${taught?.uuid}`, undefined, 'staffB')).status).toBe(404)
    expect((await call('GET', `mappings/${taught?.uuid}`, undefined, 'clientA')).status).toBe(404)
    expect((await call('DELETE', `mappings/${taught?.uuid}`)).status).toBe(200)
    const forgotten = await judged('clients', lines(fresh()))
    expect((await preview(forgotten)).mapping.columns).toEqual({})
  })

  test('what the file says in its own words is said once: the same for all rows, and each value for another', async () => {
    const header = ['Razão social', 'CNPJ', 'Regime']
    const rows = Array.from({ length: 3 }, (_, at): string[] => [`Em palavras ${at}`, fresh(), at ? 'SN' : 'sn.'])
    const uuid = await judged('clients', [header, ...rows])
    const { mapping, data } = await preview(uuid)
    expect(data[0]?.problems).toMatchObject([{ column: 'tax_regime', rule: 'nao-existe', value: 'sn.' }])
    const { rows: regimes } = await sql<{ name: string }>`select name from tax_regimes order by id limit 1`.execute(
      world.db,
    )
    const regime = regimes[0]?.name ?? ''
    const set = (given: object) =>
      call('PUT', `imports/${uuid}/preparar`, {
        mapping: { ...mapping, ...given },
        mode: 'ambos',
        match_by: 'document',
      })
    const values = [{ column: 'tax_regime', from: 'SN', to: regime }]
    expect((await set({ values })).body.message).toBe('3 linhas de novo em conferência.')
    expect((await preview(uuid)).counts).toEqual({ criar: 3 })
    // Taken back, it is asked again.
    await set({ values: [] })
    expect((await preview(uuid)).counts).toEqual({ recusada: 3 })
    const columns = {
      ...mapping.columns,
      tax_regime: { from: 'valor', text: regime },
      'addresses.city': { from: 'valor', text: 'Taubaté/SP' },
    }
    await set({ columns })
    await settled()
    expect((await preview(uuid)).data[0]?.changes).toEqual(
      expect.arrayContaining([
        ['Regime tributário', '', regime],
        ['Município', '', 'Taubaté/SP'],
      ]),
    )
  })

  test('the siglas of a coleta are understood as providers write them, and speeds in Kbps when told so', async () => {
    const { id } = await world.make(clients, 'A1', { name: 'Dono do ERP', document: fresh(), client_users: [] })
    const fistel = await fistelWith('045', id)
    const uuid = await judged('collects', [
      [
        'Fistel',
        'Ano',
        'Mês',
        'Cidade',
        'Estado',
        'Tipo pessoa',
        'Zona',
        'Conexão',
        'Produto',
        'Tecnologia',
        'Plano',
        'Qtd',
      ],
      [fistel, '2026', '9', 'Taubaté', 'SP', 'Física', 'Urbana', 'Fibra Óptica', 'banda larga', 'GPON', '102400', '7'],
    ])
    const { mapping, data } = await preview(uuid)
    expect(data[0]?.verdict).toBe('criar')
    const body = { mapping: { ...mapping, kbps: true }, mode: 'ambos', match_by: 'fistel' }
    expect((await call('PUT', `imports/${uuid}/preparar`, body)).status).toBe(200)
    await settled()
    await run(uuid)
    const [made] = rowsOf(await call('GET', `collects?filter[client_id]=${id}`))
    expect(dataOf(await call('GET', `collects/${made?.id}`))).toMatchObject({
      locations: [
        {
          city: { name: 'Taubaté/SP' },
          accesses_ordered: [{ speed: 100, amount: 7, attendance_middle: { name: expect.any(String) } }],
        },
      ],
    })
  })

  test('a template comes with its words and codes, and its example is nobody', async () => {
    const token = await world.enter('staffA', world.people.staffA)
    // More words than a page of a list has.
    await sql`
      insert into technology_types (name, slug, term)
      select 'Tecnologia ' || n, 'tecnologia-' || n, 'TEC-' || n from generate_series(1, 150) n`.execute(world.db)
    const { rows: kinds } = await sql`select 1 from technology_types where active and deleted_at is null`.execute(
      world.db,
    )
    for (const section of ['clients', 'fistels', 'collects', 'stations']) {
      const file = await world.app.inject({
        url: `/api/v1/imports/modelos/${section}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([section, file.statusCode]).toEqual([section, 200])
      const table = await readHere(new Uint8Array(file.rawPayload))
      if (typeof table === 'string') throw new Error(table)
      expect(table.records).toHaveLength(1)
      const codes = await readHere(new Uint8Array(file.rawPayload), { sheet: 'Códigos' })
      if (typeof codes === 'string') throw new Error(codes)
      expect([...codes.records].flatMap(({ cells }) => cells)).toContain(section === 'collects' ? 'FTTH' : 'Sim')
      const words = [...codes.records].map(({ cells }) => cells[codes.header.indexOf('TIPO_TECNOLOGIA')])
      expect(words.filter(Boolean)).toHaveLength(section === 'collects' ? kinds.length : 0)
      const parts = unzipSync(new Uint8Array(file.rawPayload))
      const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
      // A list beside each column that has one, as long as it is.
      const lists = [...sheet.matchAll(/<dataValidation\s[^>]*type="list"[\s\S]*?<\/dataValidation>/g)].map(
        ([list]) => list,
      )
      expect(lists).toHaveLength(codes.header.length)
      expect(lists.some(list => list.includes(`$${kinds.length + 1}<`))).toBe(
        ['collects', 'stations'].includes(section),
      )
      const help = await readHere(new Uint8Array(file.rawPayload), { sheet: 'Como preencher' })
      if (typeof help === 'string') throw new Error(help)
      expect(Object.fromEntries([...help.records].map(({ cells }) => [cells[0], cells[1]]))).toMatchObject(
        section === 'collects'
          ? {
              TIPO_MEIO: 'Sim',
              TIPO_ATENDIMENTO: 'Sim, menos em TVPA',
              TIPO_PRODUTO: 'Sim, menos em STFC e TVPA',
              TIPO_TECNOLOGIA: 'Sim, menos em STFC',
              VELOCIDADE: 'Sim, menos em STFC e TVPA',
              CNPJ: 'Não',
            }
          : {},
      )
      if (section !== 'clients') continue
      const sent = await world.app.inject({
        method: 'POST',
        url: `/api/v1/imports/arquivo?resource=${section}&name=modelo.xlsx`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: file.rawPayload,
      })
      await settled()
      expect(await row(sent.json<{ data: { uuid: string } }>().data.uuid)).toMatchObject({
        state: 'falhou',
        error: 'O arquivo só tem o cabeçalho: não há o que importar.',
      })
    }
  })

  test('a workbook of several tabs is read by the one that is chosen', async () => {
    const [one, two] = [fresh(), fresh()]
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'Resumo',
          rows: [
            ['Mês', 'Total'],
            ['Outubro', 1],
          ],
        },
        {
          name: 'Clientes',
          rows: [
            ['Nome', 'CNPJ'],
            ['Da segunda aba', one],
            ['Também', two],
          ],
        },
        { name: 'Vazia', rows: [] },
      ],
    })
    const token = await world.enter('staffA', world.people.staffA)
    const sendTab = async (sheet: string) => {
      const sent = await world.app.inject({
        method: 'POST',
        url: `/api/v1/imports/arquivo?resource=clients&name=a.xlsx${sheet}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(workbook),
      })
      await settled()
      return { status: sent.statusCode, ...sent.json<{ data: { uuid: string }; errors?: object }>() }
    }
    const { data: first } = await sendTab('')
    expect(await preview(first.uuid)).toMatchObject({
      sheet: 'Resumo',
      sheets: ['Resumo', 'Clientes', 'Vazia'],
      rows: 1,
    })
    const choose = async (sheet: string) => {
      const { mapping } = await preview(first.uuid)
      const body = { mapping, mode: 'ambos', match_by: 'document', sheet }
      const reply = await call('PUT', `imports/${first.uuid}/preparar`, body)
      await settled()
      return reply
    }
    expect((await choose('Outra')).body.errors).toHaveProperty('sheet')
    await choose('Vazia')
    expect(await row(first.uuid)).toMatchObject({ state: 'falhou', error: 'A planilha está vazia.' })
    expect((await choose('Clientes')).status).toBe(200)
    expect(await preview(first.uuid)).toMatchObject({
      sheet: 'Clientes',
      mapping: { columns: { name: { from: 'coluna', text: 'Nome' }, document: { from: 'coluna', text: 'CNPJ' } } },
      counts: { criar: 2 },
      rows: 2,
    })
    expect(await row(first.uuid)).toMatchObject({ state: 'em-preparo' })
    await run(first.uuid, true)
    expect(await byDocument(two)).toMatchObject({ name: 'Também' })
    expect((await choose('Resumo')).status).toBe(409)
    // One tab is not another; the same one, again, is known.
    expect((await sendTab('&sheet=Clientes')).status).toBe(409)
    expect((await sendTab('&sheet=Nenhuma')).errors).toHaveProperty('file')
    const { data: other } = await sendTab('&sheet=Resumo')
    expect(await preview(other.uuid)).toMatchObject({ sheet: 'Resumo', rows: 1 })
  })

  test('bad files, unknown sections and the same file twice are refused in words', async () => {
    const lines = csv([
      ['Nome', 'CNPJ'],
      ['Duas vezes', fresh()],
    ])
    expect((await send('plans', lines)).body.errors).toHaveProperty('resource')
    expect((await send('clients', '')).status).toBe(422)
    expect((await send('clients', '%PDF-1.7 x')).body.errors?.file?.[0]).toContain('PDF')
    expect((await send('clients', 'Nome;CNPJ')).body.errors).toHaveProperty('file')
    const uuid = await judged('clients', lines)
    const twin = await send('clients', lines)
    expect(twin).toMatchObject({ status: 409, body: { data: { twin: uuid } } })
    expect(twin.body.message).toMatch(/^Este mesmo arquivo já está em conferência: chegou em /)
    expect((await send('clients', lines, { more: '&again=true' })).status).toBe(201)
    await settled()
    expect((await call('PUT', `imports/${uuid}/cancelar`, {})).status).toBe(200)
    expect(await row(uuid)).toMatchObject({ state: 'cancelado' })
    expect((await call('GET', `imports/${uuid}/arquivo`)).text).toContain('Duas vezes')
    const workbook = await writeXlsx({
      sheets: [
        {
          name: 'Plan1',
          rows: [
            ['Nome', 'CNPJ'],
            ['De planilha', Number(fresh())],
          ],
        },
      ],
    })
    const token = await world.enter('staffA', world.people.staffA)
    const sent = await world.app.inject({
      method: 'POST',
      url: '/api/v1/imports/arquivo?resource=clients&name=a.xlsx',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(workbook),
    })
    await settled()
    expect((await preview(sent.json<{ data: { uuid: string } }>().data.uuid)).counts).toEqual({ criar: 1 })
  })
})

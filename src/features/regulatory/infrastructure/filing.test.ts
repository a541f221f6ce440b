import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { infrastructureFiles } from '#features/regulatory/infrastructure/filings.ts'
import { cnpj } from '#test/support/drafts.ts'
import { dataOf, openWorld, rowsOf, type Reply, type World } from '#test/support/world.ts'

// The yearly files, from what is lacking to what came back, whoever asks and however many at once.

interface CheckAnswer {
  readonly left_out: number
  readonly blocked: string | null
  readonly unchanged: boolean | null
  readonly files: readonly { readonly layout: string; readonly rows: number }[]
  readonly findings: readonly {
    readonly rule: string
    readonly count: number
    readonly path: string
    readonly query: Readonly<Record<string, string>>
  }[]
}
const octets = { headers: { 'content-type': 'application/octet-stream' } }
const csv = { headers: { 'content-type': 'application/vnd.anatel.csv' } }

describe('the yearly infrastructure', () => {
  let world: World
  let fibre = 0
  let city = 0
  beforeAll(async () => {
    world = await openWorld()
    const of = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(world.db)).rows[0]?.id ?? 0
    fibre = await of(sql`select id from attendance_middles where term = 'fibra'`)
    city = await of(sql`select id from cities where ibge = 3554102`)
  })
  afterAll(() => world?.close())

  const post = (path: string, body: unknown, who = 'staffA') => world.call(who, 'POST', path, { body })
  const put = (path: string, body: unknown = {}, who = 'staffA') => world.call(who, 'PUT', path, { body })
  const said = ({ status, body }: Reply) => [status, body.message]
  const made = (reply: Reply) => {
    expect([reply.status, reply.body.message, reply.body.errors]).toEqual([201, reply.body.message, undefined])
    return dataOf(reply)
  }
  let n = 0
  const clientOf = async (owner: 'A' | 'B' = 'A') =>
    made(
      await post(
        'clients',
        { name: `Vale Fibra ${++n}`, document: cnpj(7_000 + n), empresa_responsavel_id: world.companies[owner] },
        'superAdmin',
      ),
    )
  const stationOf = async (client: { readonly id: number }, more: object = {}) =>
    made(
      await post(
        'stations',
        {
          name: `Torre ${++n}`,
          client_id: client.id,
          station_number: String(1_000_000 + n),
          station_type: 'propria',
          opening: 'sim',
          attendance_middle_id: fibre,
          address: [{ address: 'Estrada da Torre', city_id: city, lat: -23 - n / 100, lng: -45.5 }],
          ...more,
        },
        'superAdmin',
      ),
    )
  /** What joins two stations of a client: a link, its property, its connection. */
  async function join(client: { readonly id: number }, one: number, other: number, more: object = {}) {
    const link = made(
      await post(
        'station-links',
        {
          client_id: client.id,
          attendance_middle_id: fibre,
          create_anyway: true,
          stations: [one, other].map(station_id => ({ station_id })),
        },
        'superAdmin',
      ),
    )
    const property = made(
      await post('station-link-properties', { station_link_id: link.id, slp_id: 'P1' }, 'superAdmin'),
    )
    return made(
      await post(
        'station-link-property-connections',
        {
          station_link_property_id: property.id,
          station_1_id: one,
          station_2_id: other,
          attendance_middle_id: fibre,
          capacity: 10,
          exists: true,
          ...more,
        },
        'superAdmin',
      ),
    )
  }
  async function network() {
    const client = await clientOf()
    const [one, other] = [await stationOf(client), await stationOf(client)]
    const connection = await join(client, one.id, other.id)
    return { client, one, other, connection }
  }
  const checkOf = async (client: { readonly uuid: string }, who = 'staffA', more = '') => {
    const { status, body } = await world.call(
      who,
      'GET',
      `infrastructure-filings/conferencia?client=${client.uuid}&year=2025${more}`,
    )
    expect([status, body.errors]).toEqual([200, undefined])
    const found: CheckAnswer = JSON.parse(JSON.stringify(body.data))
    return found
  }
  const generate = (client: { readonly uuid: string }, edition = 1, left_out = 0, more: object = {}, who = 'staffA') =>
    post('infrastructure-filings/gerar', { client: client.uuid, year: 2025, edition, left_out, ...more }, who)
  const filesOf = async (filing: { readonly id: number }, who = 'staffA') =>
    rowsOf(await world.call(who, 'GET', `infrastructure-files?filter[filing_id]=${filing.id}&pagination=false&sort=id`))
  const settledOf = async (client: { readonly id: number }) => {
    const { rows } = await sql<{ done_on: string }>`
      select done_on::text as done_on from client_obligations
      where client_id = ${client.id} and obligation = 'infraestrutura' and period = '2025' and deleted_at is null`.execute(
      world.db,
    )
    return rows.map(({ done_on }) => done_on)
  }
  /** The bytes that were kept, as whoever may read them gets them. */
  const textOf = async (file: { readonly uuid: string } | undefined) => {
    const { status, text } = await world.call('staffA', 'GET', `internal-uploads/get-file/${file?.uuid}`)
    expect(status).toBe(200)
    return text.slice(text.indexOf('\n') + 1)
  }

  test('a station in no municipality stays out, and one outside its own is listed, judged before or not', async () => {
    const client = await clientOf()
    const at = (lat: number, lng: number) => ({ address: [{ address: 'Rua A', city_id: city, lat, lng }] })
    const strayed = [
      await stationOf(client, at(-34.6037, -58.3816)),
      await stationOf(client, at(-45.5553, -23.0264)),
      await stationOf(client, at(0, 0)),
      await stationOf(client, { ...at(39, -77), station_type: 'virtual', is_virtual: true }),
      await stationOf(client, at(-22.9571, -45.5475)),
      await stationOf(client, at(-23.0264, -45.5553)),
    ]
    const told = async () => {
      const { findings, left_out } = await checkOf(client)
      return [left_out, ...['abroad', 'towns'].map(name => findings.find(({ rule }) => rule === name)?.count)]
    }
    expect(await told()).toEqual([3, 3, 1])
    const ids = strayed.map(({ id }) => id)
    await sql`update stations set town_match = null where id = any(${ids}::bigint[])`.execute(world.db)
    expect(await told()).toEqual([3, 3, 1])
  })

  test('a year is checked, generated, sent, settled in the calendar, refused, and generated again', async () => {
    const { client, other } = await network()
    const placeless = await stationOf(client, { address: [] })
    const check = await checkOf(client)
    expect(check).toMatchObject({ left_out: 1, blocked: null, unchanged: null })
    expect(check.files).toMatchObject([
      { layout: 'estacoes-2025', rows: 2 },
      { layout: 'proprios-2025', rows: 1 },
    ])
    const lacking = check.findings.find(({ rule }) => rule === 'places')
    expect(lacking).toMatchObject({ count: 1, path: '/stations' })
    // The reason leads to what lacks it, and to nothing else.
    const list = await world.call('staffA', 'GET', `stations?${new URLSearchParams(lacking?.query).toString()}`)
    expect(rowsOf(list).map(({ id }) => id)).toEqual([placeless.id])

    expect(said(await generate(client))).toEqual([
      409,
      'O que fica de fora mudou: eram 0, agora são 1. Confira outra vez antes de gerar.',
    ])
    const filing = made(await generate(client, 1, 1))
    expect(filing).toMatchObject({ step: 'gerada', edition: 1, year: 2025 })
    const files = await filesOf(filing)
    expect(files).toMatchObject([
      {
        kind: 'estacoes',
        edition: 1,
        rows: 2,
        left_out: 1,
        reasons: 'Estações: 1 sem coordenadas.',
        layout: 'estacoes-2025',
      },
      { kind: 'proprios', edition: 1, rows: 1 },
    ])
    expect((await checkOf(client)).unchanged).toBe(true)
    expect(await textOf(files[0])).toContain('SN_ENLACE_SATELITE')

    const url = `infrastructure-filings/${filing.uuid}`
    expect(await settledOf(client)).toEqual([])
    expect(said(await put(`${url}/erro`, { error: 'cedo' }))[0]).toBe(409)
    expect((await put(`${url}/enviar`, { edition: 1, sent_on: '2999-01-01' })).status).toBe(422)
    const sent = await put(`${url}/enviar`, { edition: 1, sent_on: '2026-03-20', protocol: '53500.1' })
    expect(said(sent)).toEqual([200, 'Envio registrado. A obrigação do ano está feita no calendário.'])
    expect(dataOf(sent)).toMatchObject({ step: 'enviada', sent_on: '2026-03-20', protocol: '53500.1' })
    expect(await settledOf(client)).toEqual(['2026-03-20'])
    expect(said(await put(`${url}/enviar`, { edition: 1 }))[0]).toBe(409)
    expect(said(await generate(client, 2, 1))[0]).toBe(409)

    const receipt = await world.call('staffA', 'POST', `${url}/recibo?name=recibo.txt&protocol=53500.2`, {
      body: 'processado',
      ...octets,
    })
    expect(receipt.status).toBe(201)
    expect(said(await put(`${url}/protocolo`, { protocol: '53500.3' }))).toEqual([200, 'Protocolo guardado.'])

    expect(said(await put(`${url}/erro`, { error: 'Linha 2: estação desconhecida' }))).toEqual([
      200,
      'Recusa registrada. A obrigação do ano voltou a ficar em aberto: gere a próxima versão.',
    ])
    expect(await settledOf(client)).toEqual([])
    // What was kept stays as it was, whatever becomes of the station.
    const before = await textOf(files[0])
    await put(`stations/${other.uuid}`, { name: 'Outro nome' }, 'superAdmin')
    const second = made(await generate(client, 2, 1))
    expect(second).toMatchObject({ id: filing.id, step: 'gerada', edition: 2, error: null })
    expect(await textOf(files[0])).toBe(before)
    expect((await filesOf(filing)).map(({ edition, kind }) => `${edition} ${kind}`)).toEqual([
      '1 estacoes',
      '1 proprios',
      '1 recibo',
      '2 estacoes',
      '2 proprios',
    ])
    await put(`${url}/enviar`, { edition: 2 })
    expect(await settledOf(client)).toHaveLength(1)
  })

  test('a second version refused leaves the first that was accepted, and a sending can be taken back', async () => {
    const { client } = await network()
    const { uuid } = made(await generate(client))
    const url = `infrastructure-filings/${uuid}`
    await put(`${url}/enviar`, { edition: 1 })
    await put(`${url}/retificar`)
    made(await generate(client, 2))
    await put(`${url}/enviar`, { edition: 2 })
    expect(said(await put(`${url}/erro`, { error: 'recusada' }))[1]).toMatch(/continua feita/)
    expect(await settledOf(client)).toHaveLength(1)

    const other = await network()
    const filing = made(await generate(other.client))
    await put(`infrastructure-filings/${filing.uuid}/enviar`, { edition: 1 })
    expect(said(await put(`infrastructure-filings/${filing.uuid}/desfazer-envio`))[0]).toBe(200)
    expect(await settledOf(other.client)).toEqual([])
    expect(said(await put(`infrastructure-filings/${filing.uuid}/enviar`, { edition: 1 }))[0]).toBe(200)
  })

  test('what a hand said in the calendar is not said twice', async () => {
    const { client } = await network()
    const mark = {
      items: [{ client: client.uuid, obligation: 'infraestrutura', period: '2025' }],
      done_on: '2026-01-05',
    }
    expect((await put('obligations/concluir', mark)).status).toBe(200)
    const { uuid } = made(await generate(client))
    expect((await put(`infrastructure-filings/${uuid}/enviar`, { edition: 1, sent_on: '2026-02-01' })).status).toBe(200)
    expect(await settledOf(client)).toEqual(['2026-01-05'])
  })

  test('of six who generate at once one does, and of six who send one does', async () => {
    const { client } = await network()
    const six = await Promise.all(Array.from({ length: 6 }, () => generate(client)))
    expect(six.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(six.map(({ status }) => status).every(status => [201, 409, 412, 422].includes(status))).toBe(true)
    const [filing] = six.filter(({ status }) => status === 201).map(dataOf)
    expect(await filesOf({ id: filing?.id ?? 0 })).toHaveLength(2)
    const sends = await Promise.all(
      Array.from({ length: 6 }, () => put(`infrastructure-filings/${filing?.uuid}/enviar`, { edition: 1 })),
    )
    expect(sends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(sends.every(({ status }) => [200, 409, 412].includes(status))).toBe(true)
    expect(await settledOf(client)).toHaveLength(1)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from infrastructure_filings_sendings where parent_id = ${filing?.id ?? 0}`.execute(
      world.db,
    )
    expect(rows[0]?.n).toBe(1)
  })

  test('a station of another client is in the files only while it is shared, and as a third party’s', async () => {
    const [client, neighbour] = [await clientOf(), await clientOf()]
    const own = await stationOf(client)
    const shared = await stationOf(neighbour, {
      name: 'Torre da vizinha',
      client_shared_stations: [{ client_id: client.id }],
    })
    await join(client, own.id, shared.id)
    const filing = made(await generate(client))
    const [stations] = await filesOf(filing)
    const text = await textOf(stations)
    expect(text.split('\r\n').find(line => line.includes('Torre da vizinha'))).toContain(';terceiro;S;N;N')

    // No longer shared, it and what ends in it stay out.
    await put(`stations/${shared.uuid}`, { client_shared_stations: [] }, 'superAdmin')
    const check = await checkOf(client)
    expect(check.findings.map(({ rule, count }) => `${rule} ${count}`)).toContain('pontas 1')
    const again = made(await generate(client, 2, 1))
    const second = (await filesOf(again)).filter(({ edition }) => edition === 2)
    expect(second.map(({ kind }) => kind)).toEqual(['estacoes'])
    expect(await textOf(second[0])).not.toContain('vizinha')
  })

  test('of another company nothing is checked, generated, sent, read or compared', async () => {
    const { client } = await network()
    const filing = made(await generate(client))
    const files = await filesOf(filing)
    const url = `infrastructure-filings/${filing.uuid}`
    for (const reply of [
      await world.call('staffB', 'GET', `infrastructure-filings/conferencia?client=${client.uuid}&year=2025`),
      await generate(client, 2, 0, {}, 'staffB'),
      await put(`${url}/enviar`, { edition: 1 }, 'staffB'),
      await put(`${url}/retificar`, {}, 'staffB'),
      await world.call('staffB', 'GET', url),
      await world.call('staffB', 'GET', `infrastructure-files/${files[0]?.uuid}`),
      await world.call('staffB', 'GET', `internal-uploads/get-file/${files[0]?.uuid}`),
      await world.call('staffB', 'POST', `infrastructure-filings/comparar?client=${client.uuid}`, {
        body: 'x',
        ...csv,
      }),
    ])
      expect(reply.status).toBe(404)
    // People of a client are not asked at all.
    for (const who of ['clientA', 'withoutRoutes', 'frontDeskA'])
      expect((await put(`${url}/enviar`, { edition: 1 }, who)).status).toBe(403)
    const board = await world.call('staffB', 'GET', 'infrastructure-filings/quadro?year=2025')
    expect(board.text).not.toContain(String(client.name))
    expect(board.status).toBe(200)
    const own = await world.call('staffA', 'GET', 'infrastructure-filings/quadro?year=2025')
    expect(own.text).toContain(String(client.name))
  })

  test('there is no file of a CPF, of no station, of a wrong layout or of a version that is not the next', async () => {
    const empty = await clientOf()
    expect(said(await generate(empty))).toEqual([409, 'O cliente não tem estações registradas.'])
    const { client } = await network()
    expect(said(await generate(client, 3))).toEqual([409, 'A próxima versão é a 1.'])
    expect((await generate(client, 1, 0, { layout: '1999' })).status).toBe(422)
    expect(
      (
        await post('infrastructure-filings/gerar', {
          client: client.uuid,
          year: 2022,
          layout: '2025',
          edition: 1,
          left_out: 0,
        })
      ).status,
    ).toBe(422)
    const legacy = made(await generate(client, 1, 0, { layout: '2021' }))
    expect((await filesOf(legacy)).map(({ layout }) => layout)).toEqual(['estacoes-2021', 'proprios-2021'])
    expect(said(await put(`infrastructure-filings/${legacy.uuid}/enviar`, { edition: 2 }))).toEqual([
      409,
      'A última versão gerada é a 1: confira qual delas foi enviada.',
    ])
    const table = infrastructureFiles.path
    expect((await world.call('superAdmin', 'PUT', `${table}/1`, { body: { name: 'x' } })).status).toBe(405)
    expect((await world.call('superAdmin', 'DELETE', `${table}/1`)).status).toBe(405)
  })

  test('ours and a file of the regulator’s are compared, and what cannot be read is told by its line', async () => {
    const { client, one, other } = await network()
    const file = [
      'NomeEntidade;NumEstacao;Latitude;Longitude',
      `${String(client.name)};${String(one.station_number)};-23,5;-45,5`,
      `${String(client.name)};990001;-10,1;-45,5`,
      `${String(client.name)};abc;-10,1;-45,5`,
      'Outra;990002;-10,1;-45,5',
    ].join('\r\n')
    const compare = (body: string | Buffer, query = '') =>
      world.call('staffA', 'POST', `infrastructure-filings/comparar?client=${client.uuid}${query}`, { body, ...csv })
    const { status, body } = await compare(Buffer.from(file, 'latin1'))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ours: 2,
      theirs: 2,
      others: 1,
      unread_total: 1,
      unread: [{ line: 4, number: null, said: 'o número da estação não se lê: “abc”' }],
      unlicensed: 0,
      not_compared: [],
      missing_here: [{ line: 3, number: '990001' }],
      missing_there: [{ uuid: other.uuid }],
      places: [{ ours: { uuid: one.uuid } }],
      numbers: [],
    })
    expect((await compare(file, '&tolerance=0')).status).toBe(422)
    expect((await compare('')).status).toBe(422)
    const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])
    const zipped = await compare(zip)
    expect([zipped.status, zipped.body.errors?.file]).toEqual([
      422,
      ['O ZIP não traz nenhum arquivo CSV nem uma planilha XLSX.'],
    ])
    // What is virtual is licensed by nobody; 155 m are another place.
    await put(`stations/${String(other.uuid)}`, { is_virtual: true, station_type: 'virtual' })
    const [{ lat }] = one.address as [{ lat: number }]
    const moved = await compare(`NumEstacao;Latitude;Longitude\r\n${String(one.station_number)};${lat + 0.0014};-45.5`)
    expect(moved.body.data).toMatchObject({ ours: 1, unlicensed: 1, missing_there: [], places: [{ distance: 155 }] })
    expect((await compare('Nome;Valor\r\na;1')).body.errors?.file?.[0]).toMatch(/^Este não é um arquivo de estações/)
  })
})

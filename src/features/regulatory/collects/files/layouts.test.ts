import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { cnpj } from '#test/support/drafts.ts'
import { dataOf, openWorld, type World } from '#test/support/world.ts'

interface Owner {
  readonly client: { readonly id: number; readonly uuid: string }
  readonly fistel: { readonly id: number }
}
type Kind = 'client_type' | 'attendance_type' | 'attendance_middle' | 'product_type' | 'technology_type'

describe('files of every layout', () => {
  let world: World
  const services = new Map<string, number>()
  const kinds = new Map<string, number>()
  const cities = new Map<number, number>()
  let regime = 0
  let n = 7_000_000
  beforeAll(async () => {
    world = await openWorld()
    const found = await sql<{ key: string; id: number }>`
      select term as key, id from service_types where term is not null
      union all select 'client_type:' || term, id from client_types where term is not null
      union all select 'attendance_type:' || term, id from attendance_types where term is not null
      union all select 'attendance_middle:' || term, id from attendance_middles where term is not null
      union all select 'product_type:' || term, id from product_types where term is not null
      union all select 'technology_type:' || term, id from technology_types where term is not null
      union all select 'regime', id from tax_regimes where slug = 'lucro-presumido'`.execute(world.db)
    // Rows of other tests have tokens no file could hold.
    for (const { key, id } of found.rows) if (!/\s|zz/.test(key)) (key.includes(':') ? kinds : services).set(key, id)
    regime = services.get('regime') ?? 0
    const places = await sql<{ ibge: number; id: number }>`
      select ibge, id from cities where ibge in (2931350, 3106200, 3550308)`.execute(world.db)
    for (const { ibge, id } of places.rows) cities.set(ibge, id)
  })
  afterAll(() => world?.close())

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  const bearer = async (who: 'staffA' | 'clientA' = 'staffA') =>
    `Bearer ${await world.enter('downloader', world.people[who])}`
  const download = async (path: string, who?: 'staffA' | 'clientA') =>
    world.app.inject({ url: `/api/v1/${path}`, headers: { authorization: await bearer(who) } })
  const upload = async (path: string, text: string) =>
    world.app.inject({
      method: 'POST',
      url: `/api/v1/${path}`,
      payload: text,
      headers: { authorization: await bearer(), 'content-type': 'text/csv' },
    })

  const withFistel = async (client: Owner['client'], service: string) => ({
    client,
    fistel: await world.make(fistels, 'A1', {
      client_id: client.id,
      service_type_id: services.get(service) ?? 0,
      active_anatel: true,
    }),
  })
  async function provider(name: string, service: string): Promise<Owner> {
    const city_id = cities.get(2931350)
    const own = { name, document: cnpj(++n), client_users: [], variation_percent: null, contract_due_date: null }
    const draft = { ...own, addresses: [{ city_id, address: 'Rua A' }] }
    return withFistel(await world.make(clients, 'A1', draft), service)
  }
  const kind = (name: Kind, term: string) => ({ [`${name}_id`]: kinds.get(`${name}:${term}`) ?? 0 })
  const fibre = (amount: number, more: object = {}) => ({
    ...kind('client_type', 'PF'),
    ...kind('attendance_type', 'URBANO'),
    ...kind('attendance_middle', 'fibra'),
    ...kind('product_type', 'internet'),
    ...kind('technology_type', 'FTTH'),
    speed: 250,
    amount,
    ...more,
  })
  const at = (ibge: number, ...accesses: readonly object[]) => ({
    city_id: cities.get(ibge),
    accesses_ordered: accesses,
  })
  const begin = async ({ client, fistel }: Owner, year: number, month: number, more: object = {}) =>
    dataOf(await call('POST', 'collects', { client_id: client.id, fistel_id: fistel.id, year, month, ...more }))
  const act = (uuid: string, name: string, body?: unknown) => call('PUT', `collects/${uuid}/${name}`, body)
  async function finish(uuid: string) {
    const { body } = await call('GET', `collects/${uuid}/conferencia`)
    const found = body.data as readonly { key: string; severity: string }[]
    const keys = found.filter(({ severity }) => severity === 'atencao').map(({ key }) => key)
    if (keys.length) await act(uuid, 'reconhecer', { findings: keys, reason: 'Conferido com o cliente' })
    return act(uuid, 'finalizar')
  }
  const documentOf = async ({ client }: Owner) => String(dataOf(await call('GET', `clients/${client.id}`)).document)

  test('a coleta of telephony asks only what its file tells, takes its own file in, and gives it back the same', async () => {
    const of = await provider('Telefonia do Sul', '171')
    const { uuid } = await begin(of, 2026, 3)
    const bare = { ...kind('client_type', 'PF'), ...kind('attendance_middle', 'fibra'), amount: 5 }
    const refused = await call('PUT', `collects/${uuid}`, { locations: [at(2931350, bare)] })
    expect(refused.body.errors).toEqual({
      'locations.0.accesses_ordered.0.attendance_type_id': ['Preencha este campo.'],
    })
    const text = `\ufeffCNPJ;ANO;MES;UF;COD_IBGE;TIPO_CLIENTE;TIPO_ATENDIMENTO;TIPO_MEIO;ACESSOS\r\n${await documentOf(of)};2026;3;BA;2931350;PF;URBANO;fibra;40\r\n${await documentOf(of)};2026;3;MG;3106200;PJ;RURAL;radio;2\r\n`
    const seen = (await upload(`collects/${uuid}/preview`, text)).json().data
    expect(seen).toMatchObject({ fatal: null, facts: { layout: 'stfc', notes: [] }, summary: { accepted: 2 } })
    expect((await upload(`collects/${uuid}/upload`, text)).statusCode).toBe(200)
    const back = await download(`collects/${uuid}/file`)
    expect(back.body).toBe(text)
    expect(decodeURIComponent(String(back.headers['x-warnings']))).toContain('Layout não confirmado pela Anatel')
    const { body } = await call('GET', `collects/${uuid}/conferencia`)
    expect(body.data).toContainEqual(
      expect.objectContaining({
        severity: 'atencao',
        message: 'Layout não confirmado pela Anatel: confira antes de enviar.',
      }),
    )
    expect((await act(uuid, 'finalizar')).status).toBe(422)
    expect((await finish(uuid)).status).toBe(200)
    expect((await call('GET', `collects/${uuid}/reports`)).body.data).toMatchObject({
      by: { technology: [], band: [], medium: [{ name: 'Fibra' }, { name: 'Rádio' }] },
    })
  })

  test('what a service does not tell is still asked where its layout does', async () => {
    const scm = await begin(await provider('Banda do Sul', '045'), 2026, 3)
    const bare = { ...kind('client_type', 'PF'), ...kind('attendance_middle', 'fibra'), amount: 5 }
    const { body } = await call('PUT', `collects/${scm.uuid}`, { locations: [at(2931350, bare)] })
    expect(Object.keys(body.errors ?? {}).map(key => key.split('.').at(-1))).toEqual([
      'attendance_type_id',
      'product_type_id',
      'technology_type_id',
      'speed',
    ])
    const tv = await begin(await provider('TV do Sul', '750'), 2026, 3)
    const seen = { ...bare, ...kind('technology_type', 'FTTH') }
    expect((await call('PUT', `collects/${tv.uuid}`, { locations: [at(2931350, seen)] })).status).toBe(200)
    expect((await act(tv.uuid, 'zerar')).body.data).toMatchObject({ zeroed: true })
    const file = await download(`collects/${tv.uuid}/file`)
    expect(file.body).toContain(';2026;3;2931350;PJ;fibra;FTTH;0\r\n')
    expect(file.headers['content-disposition']).toContain('DICI_MENSAL_TVPA_2026-03_tv-do-sul.csv')
  })

  test('fistéis of one CNPJ and service go in one file; while one of them is not ready, none goes in the ZIP', async () => {
    const one = await provider('Dois Fistéis', '045')
    const other = await withFistel(one.client, '045')
    const tv = await withFistel(one.client, '750')
    const first = await begin(one, 2025, 5, { locations: [at(2931350, fibre(10))] })
    const second = await begin(other, 2025, 5, { locations: [at(2931350, fibre(7)), at(3106200, fibre(1))] })
    const third = await begin(tv, 2025, 5, { locations: [at(2931350, fibre(3))] })
    await finish(first.uuid)
    await finish(third.uuid)
    const zip = async () => unzipSync((await download('collects/arquivos?year=2025&month=5')).rawPayload)
    const text = (files: Record<string, Uint8Array>, name: string) => new TextDecoder().decode(files[name])
    const early = await zip()
    expect(Object.keys(early).filter(name => name.includes('dois-fisteis'))).toEqual([
      'DICI_MENSAL_TVPA_2025-05_dois-fisteis.csv',
    ])
    expect(text(early, 'relatorio.csv')).toMatch(/Dois Fistéis;\d+;SCM;Pronta;;;;A Anatel recebe um arquivo por CNPJ/)
    await finish(second.uuid)
    const whole = await zip()
    expect(text(whole, 'DICI_MENSAL_SCM_2025-05_dois-fisteis.csv')).toMatch(/;250;17\r\n.*;3106200;.*;250;1\r\n$/)
    expect(Object.keys(whole).filter(name => name.includes('dois-fisteis'))).toHaveLength(2)

    // Left out of exports: of the ZIP, and of the file of its sibling, with the reason told.
    await act(second.uuid, 'reabrir')
    await call('PUT', `collects/${second.uuid}`, { ignore_export: true })
    await finish(second.uuid)
    const without = await zip()
    expect(text(without, 'DICI_MENSAL_SCM_2025-05_dois-fisteis.csv')).toMatch(/;250;10\r\n$/)
    expect(text(without, 'relatorio.csv')).toContain('Marcada para ficar fora da exportação em lote.')
  })

  test('a version that corrects another shows what changes, and what was sent is kept byte for byte', async () => {
    const of = await provider('Provedor Retificado', '045')
    const { uuid, id } = await begin(of, 2026, 5, {
      locations: [at(2931350, fibre(10), fibre(4, { speed: 100 }))],
    })
    expect((await call('GET', `collects/${uuid}/versoes`)).body.data).toMatchObject({
      versions: [],
      current: 1,
      pair: null,
      difference: null,
    })
    const sent = (await download(`collects/${uuid}/file`)).rawPayload
    await finish(uuid)
    await act(uuid, 'enviar')
    await act(uuid, 'retificar')
    const now = [at(2931350, fibre(12)), at(3106200, fibre(3))]
    await call('PUT', `collects/${uuid}`, { locations: now })
    const { data } = (await call('GET', `collects/${uuid}/versoes`)).body
    expect(data).toMatchObject({
      versions: [{ edition: 1, rows: 2, accesses: 14 }],
      current: 2,
      pair: { before: 1, after: 2 },
      difference: {
        accesses: { before: 14, after: 15 },
        places: [
          { name: 'Belo Horizonte/MG', before: 0, after: 3 },
          { name: 'Teixeira de Freitas/BA', before: 14, after: 12 },
        ],
        groups: [
          { name: 'PF · URBANO · fibra · internet · FTTH · 100 Mbps', before: 4, after: 0 },
          { place: 'Belo Horizonte/MG', before: 0, after: 3 },
          { place: 'Teixeira de Freitas/BA', before: 10, after: 12 },
        ],
      },
    })
    await finish(uuid)
    await act(uuid, 'enviar')
    await act(uuid, 'retificar')
    const back = (await call('GET', `collects/${uuid}/versoes?de=2&ate=1`)).body.data
    expect(back).toMatchObject({
      current: 3,
      pair: { before: 2, after: 1 },
      difference: { accesses: { before: 15, after: 14 } },
    })
    expect((await call('GET', `collects/${uuid}/versoes`)).body.data).toMatchObject({
      pair: { before: 2, after: 3 },
      difference: { groups: [] },
    })
    expect((await call('GET', `collects/${uuid}/versoes?de=9`)).status).toBe(404)
    const kept = (await call('GET', `collect-files?filter[collect_id]=${id}&filter[edition]=1`)).body.data
    const [first] = kept as readonly { readonly uuid: string }[]
    expect((await download(`internal-uploads/get-file/${first?.uuid}`)).rawPayload).toEqual(sent)
  })

  test('a client’s own threshold is the one its coletas are judged by, on the board too', async () => {
    const of = await provider('Provedor Sazonal', '045')
    await begin(of, 2026, 1, { locations: [at(2931350, fibre(100))] })
    const { uuid } = await begin(of, 2026, 2, { locations: [at(2931350, fibre(150))] })
    const warned = async () => {
      const { body } = await call('GET', `collects/${uuid}/conferencia`)
      return (body.data as readonly { key: string }[]).some(({ key }) => key.startsWith('total:'))
    }
    const row = async () => {
      const { body } = await call('GET', 'collects/quadro?year=2026&month=2')
      return (body.data as readonly { client: { name: string }; threshold: number }[]).find(
        ({ client }) => client.name === 'Provedor Sazonal',
      )
    }
    expect(await warned()).toBe(true)
    expect(await row()).toMatchObject({ threshold: 30 })
    await call('PUT', `clients/${of.client.id}`, { variation_percent: 60 })
    expect(await warned()).toBe(false)
    expect(await row()).toMatchObject({ threshold: 60 })
  })

  test('each line of a coleta is checked as saved, and one that cannot be written is told with its cell', async () => {
    const { uuid } = await begin(await provider('Linha a Linha', '045'), 2026, 4, {
      locations: [
        at(3550308, fibre(5)),
        at(
          2931350,
          fibre(8),
          fibre(3, { speed: 20_480 }),
          fibre(0, { speed: 100 }),
          fibre(2, kind('technology_type', 'Wi-Fi')),
        ),
      ],
    })
    const found = async () => {
      const { body } = await call('GET', `collects/${uuid}/conferencia`)
      return (body.data as readonly { severity: string; field: string; message: string }[])
        .filter(({ field }) => field?.includes('accesses'))
        .map(({ severity, field, message }) => [severity, field, message.slice(0, 33)])
    }
    const doubts = [
      ['atencao', 'locations.1.accesses_ordered.1.speed', 'Teixeira de Freitas/BA, linha 2 ('],
      ['atencao', 'locations.1.accesses_ordered.2.amount', 'Teixeira de Freitas/BA, linha 3 ('],
      ['dica', 'locations.1.accesses_ordered.3.technology_type_id', 'Teixeira de Freitas/BA, linha 4 ('],
    ]
    expect(await found()).toEqual(doubts)
    // The same kind of line loses what the file is to say of it, in two ways at once.
    await sql`update collects_locations_accesses_ordered set technology_type_id = null, speed = null
      where speed = 20480`.execute(world.db)
    expect(await found()).toEqual([
      ['impede', 'locations.1.accesses_ordered.1.technology_type_id', 'Teixeira de Freitas/BA, linha 2 ('],
      ['impede', 'locations.1.accesses_ordered.1.speed', 'Teixeira de Freitas/BA, linha 2 ('],
      ...doubts.slice(1),
    ])
    expect((await act(uuid, 'finalizar')).body.errors?.conferencia).toHaveLength(3)
  })

  test('accesses that never change are doubted after some months', async () => {
    const of = await provider('Provedor Parado', '045')
    let last = ''
    for (const month of [1, 2, 3, 4, 5, 6])
      last = (await begin(of, 2026, month, { locations: [at(2931350, fibre(90))] })).uuid
    const found = async (uuid: string) =>
      ((await call('GET', `collects/${uuid}/conferencia`)).body.data as readonly { message: string }[]).map(
        ({ message }) => message,
      )
    expect(await found(last)).toContain('Sem mudança há 6 meses: os mesmos acessos desde jan/2026.')
    await call('PUT', `collects/${last}`, { locations: [at(2931350, fibre(91))] })
    expect((await found(last)).join()).not.toContain('Sem mudança')
  })

  test('the semester adds up the coletas that are ready and tells what is missing; whole, it is filed', async () => {
    const of = await provider('Semestre Inteiro', '045')
    const finances = [
      {
        state: 'BA',
        tax_regime_id: regime,
        gross_billing: 1_000.1,
        icms: 100,
        investiment: 20,
        download_traffic: 500.25,
        upload_traffic: 50,
      },
    ]
    const uuids: string[] = []
    for (const month of [1, 2, 3, 4, 5, 6]) {
      const { uuid } = await begin(of, 2025, month, { locations: [at(2931350, fibre(20 + month))], finances })
      uuids.push(uuid)
      if (month < 6) await finish(uuid)
    }
    const query = `client=${of.client.uuid}&year=2025&semester=1`
    const read = async () => (await call('GET', `collects/semestre?${query}`)).body.data
    expect(await read()).toMatchObject({
      complete: false,
      gaps: [{ missing: true, uuid: uuids[5], message: 'jun/2025, SCM: a coleta está em aberto.' }],
      figures: [
        { state: 'BA', quarter: 1, rol: 2_700.3, capex: 60, traffic: 1_650.75 },
        { state: 'BA', quarter: 2, rol: 1_800.2 },
      ],
    })
    const zipped = async () =>
      unzipSync((await download('collects/semestres/arquivos?year=2025&semester=1')).rawPayload)
    expect(Object.keys(await zipped())).toEqual(['relatorio.csv'])
    await finish(uuids[5] ?? '')
    expect(await read()).toMatchObject({ complete: true, gaps: [] })
    const file = await download(`collects/semestre/arquivo?${query}`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="REL_ECON_semestre-inteiro_2025_SEM1.csv"')
    expect(file.body).toContain(
      `0;Receita_Operacional_Líquida_ROL;SCM;BA;2700,30;${await documentOf(of)};31/03/2025\r\n`,
    )
    const files = await zipped()
    expect(Buffer.from(files['REL_ECON_semestre-inteiro_2025_SEM1.csv'] ?? []).toString()).toBe(file.body)
    const board = (await call('GET', 'collects/semestres?year=2025&semester=1')).body.data
    expect(board).toContainEqual(
      expect.objectContaining({
        client: expect.objectContaining({ name: 'Semestre Inteiro' }),
        complete: true,
        states: 1,
      }),
    )

    await act(uuids[0] ?? '', 'reabrir')
    await call('PUT', `collects/${uuids[0]}`, { ignore_export: true })
    await finish(uuids[0] ?? '')
    expect(await read()).toMatchObject({
      complete: true,
      gaps: [{ missing: false, message: 'jan/2025, SCM: a coleta está fora da exportação e não entra na soma.' }],
      figures: [{ quarter: 1, rol: 1_800.2 }, { quarter: 2 }],
    })
  })

  test('what is hidden from the client is hidden in print too; the house sees all of it', async () => {
    const mine = { id: world.target('clients', 'A1')?.id ?? 0, uuid: '' }
    const of = await withFistel(mine, '045')
    const finances = [{ state: 'BA', tax_regime_id: regime, gross_billing: 98_765.43 }]
    const { uuid } = await begin(of, 2025, 9, { locations: [at(2931350, fibre(33))], finances })
    const size = async (path: string, who?: 'staffA' | 'clientA') => {
      const { statusCode, rawPayload, headers } = await download(path, who)
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
      return rawPayload.length
    }
    const report = `collects/${uuid}/reports/pdf`
    const open = await size(report, 'clientA')
    await call('PUT', `collects/${uuid}`, { hide_finance: true })
    expect(await size(report, 'clientA')).toBeLessThan(open - 200)
    expect(Math.abs((await size(report)) - open)).toBeLessThan(40)
    const form = await size(`collects/${uuid}/formulario`)
    expect(await size(`collects/${uuid}/formulario`, 'clientA')).toBeLessThan(form - 200)
    expect(await size(`collects/${uuid}/formulario?em_branco=1`, 'clientA')).toBeGreaterThan(1_000)
    await call('PUT', `collects/${uuid}`, { hide_report: true })
    expect((await download(report, 'clientA')).statusCode).toBe(404)
    expect((await download(report)).statusCode).toBe(200)
  })

  test('any coleta that is accepted, exported and taken in by another, is equal', async () => {
    const from = await provider('Vai', '045')
    const access = fc.record({
      ...Object.fromEntries(
        (['client_type', 'attendance_type', 'attendance_middle', 'product_type', 'technology_type'] as const).map(
          name => [
            `${name}_id`,
            fc.constantFrom(...[...kinds].filter(([key]) => key.startsWith(`${name}:`)).map(([, id]) => id)),
          ],
        ),
      ),
      speed: fc.integer({ min: 1, max: 1_000_000 }).map(kbps => kbps / 1_000),
      amount: fc.integer({ min: 1, max: 100_000 }),
    })
    const locations = fc.uniqueArray(
      fc.record({
        city_id: fc.constantFrom(...cities.values()),
        accesses_ordered: fc.array(access, { minLength: 1, maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 3, selector: ({ city_id }) => city_id },
    )
    const { uuid: out } = await begin(from, 2026, 1)
    await fc.assert(
      fc.asyncProperty(locations, async given => {
        const saved = await call('PUT', `collects/${out}`, { locations: given })
        expect(saved.status).toBe(200)
        const text = (await download(`collects/${out}/file`)).body
        await call('PUT', `collects/${out}`, { locations: [] })
        const taken = await upload(`collects/${out}/upload`, text)
        expect(taken.statusCode).toBe(200)
        expect((await download(`collects/${out}/file`)).body).toBe(text)
      }),
      { numRuns: 6 },
    )
  })
})

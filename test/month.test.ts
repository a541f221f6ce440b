import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { engines } from './support/databases.ts'
import { cnpj } from './support/drafts.ts'
import { dataOf, openWorld, type World } from './support/world.ts'

interface Answered {
  readonly name: string
  readonly reason: string
}
interface Finding {
  readonly key: string
  readonly severity: string
  readonly message: string
  readonly acknowledged: Answered | null
  readonly last_month: Answered | null
}
interface BoardRow {
  readonly client: { readonly name: string }
  readonly collect: { readonly uuid: string; readonly step: string; readonly accesses: number } | null
  readonly before: number | null
}

interface Owner {
  readonly client: { readonly id: number }
  readonly fistel: { readonly id: number }
}

describe.each(engines)('the month on %s', engine => {
  let world: World
  let scm = 0
  let city = 0
  let n = 9_000_000
  beforeAll(async () => {
    world = await openWorld(engine)
    const service = await sql<{ id: number }>`select id from service_types where term = '045'`.execute(world.db)
    const place = await sql<{ id: number }>`select id from cities where ibge = 2931350`.execute(world.db)
    scm = service.rows[0]?.id ?? 0
    city = place.rows[0]?.id ?? 0
  })
  afterAll(() => world?.close())

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = 'staffA') =>
    world.call(who, method, path, body === undefined ? {} : { body })
  /** A client with an SCM fistel. */
  async function provider(name: string) {
    const draft = { name, document: cnpj(++n), client_users: [], addresses: [{ city_id: city, address: 'Rua A' }] }
    const client = await world.make(clients, 'A1', draft)
    const fistel = await world.make(fistels, 'A1', { client_id: client.id, service_type_id: scm, active_anatel: true })
    return { client, fistel }
  }
  const kinds = sql<Record<string, number>>`
    select (select id from client_types where term = 'PF') as client_type_id,
      (select id from attendance_types where term = 'URBANO') as attendance_type_id,
      (select id from attendance_middles where term = 'fibra') as attendance_middle_id,
      (select id from product_types where term = 'internet') as product_type_id,
      (select id from technology_types where term = 'FTTH') as technology_type_id`
  async function filled(of: Owner, month: number, amount: number | null) {
    const { rows } = await kinds.execute(world.db)
    const locations = amount === null ? [] : [{ city_id: city, accesses: [{ ...rows[0], speed: 250, amount }] }]
    const body = { client_id: of.client.id, fistel_id: of.fistel.id, year: 2026, month, locations }
    return dataOf(await call('POST', 'collects', body))
  }
  const findings = async (uuid: string, who = 'staffA') =>
    (await call('GET', `collects/${uuid}/conferencia`, undefined, who)).body.data as readonly Finding[]
  const step = async (uuid: string) => Object(dataOf(await call('GET', `collects/${uuid}`)).status).name
  const act = (uuid: string, name: string, body?: unknown) => call('PUT', `collects/${uuid}/${name}`, body)

  test('a coleta is not ready while something blocks it, nor while a warning goes unanswered', async () => {
    const of = await provider('Provedor do Salto')
    await filled(of, 1, 100)
    const { uuid } = await filled(of, 2, 250)
    const warned = (await findings(uuid)).filter(({ severity }) => severity === 'atencao')
    expect(warned.map(({ message }) => message)).toEqual([
      'O total de acessos cresceu 150 % desde o mês anterior (100 → 250).',
      'Teixeira de Freitas/BA cresceu 150 % (100 → 250 acessos).',
    ])
    const refused = await act(uuid, 'finalizar')
    expect(refused.status).toBe(422)
    expect(refused.body.errors?.conferencia).toHaveLength(2)

    const passed = await act(uuid, 'reconhecer', {
      findings: warned.map(({ key }) => key),
      reason: 'Comprou outra rede',
    })
    expect(passed).toMatchObject({ status: 200, body: { message: '2 avisos reconhecidos.' } })
    expect((await findings(uuid))[0]?.acknowledged).toMatchObject({
      name: 'zzAzz staffA',
      reason: 'Comprou outra rede',
    })
    expect((await act(uuid, 'finalizar')).status).toBe(200)
    expect(await step(uuid)).toBe('Pronta')
    // Ready is read-only, until it is opened again.
    expect((await call('PUT', `collects/${uuid}`, { locations: [] })).status).toBe(409)
    expect((await act(uuid, 'reabrir')).status).toBe(200)

    const { rows } = await kinds.execute(world.db)
    await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city, accesses: [{ ...rows[0], speed: 250, amount: 400 }] }],
    })
    expect((await findings(uuid)).filter(each => each.severity === 'atencao' && each.acknowledged)).toEqual([])
    const old = await act(uuid, 'reconhecer', { findings: warned.map(({ key }) => key), reason: 'De novo' })
    expect(old.status).toBe(409)
  })

  test('what was said of a warning last month is shown beside the same one, whatever its figures, and answers nothing', async () => {
    const of = await provider('Provedor que Cresce')
    await filled(of, 1, 100)
    const { uuid: before } = await filled(of, 2, 250)
    const { uuid } = await filled(of, 3, 500)
    const warned = async () => (await findings(uuid)).filter(({ severity }) => severity === 'atencao')
    expect((await warned()).map(({ last_month }) => last_month)).toEqual([null, null])
    const place = (await findings(before)).find(({ key }) => key.startsWith('municipio:'))?.key
    await act(before, 'reconhecer', { findings: [place], reason: 'Comprou outra rede' })
    expect(await warned()).toMatchObject([
      { message: expect.stringContaining('O total'), acknowledged: null, last_month: null },
      {
        message: expect.stringContaining('250 → 500'),
        acknowledged: null,
        last_month: { name: 'zzAzz staffA', reason: 'Comprou outra rede' },
      },
    ])
    expect((await act(uuid, 'finalizar')).body.errors?.conferencia).toHaveLength(2)
  })

  test('nothing received is not nothing to report: zero is declared, doubted, and taken back by typing', async () => {
    const of = await provider('Provedor Sem Nada')
    const { uuid } = await filled(of, 3, null)
    expect((await findings(uuid))[0]).toMatchObject({ severity: 'impede', message: 'A coleta não tem acessos.' })
    expect((await act(uuid, 'zerar')).body.data).toMatchObject({ zeroed: true })
    const [doubt] = await findings(uuid)
    expect(doubt).toMatchObject({ severity: 'atencao', key: 'zerada' })
    expect((await act(uuid, 'finalizar')).status).toBe(422)
    await act(uuid, 'reconhecer', { findings: ['zerada'], reason: 'Rede desligada em março' })
    expect((await act(uuid, 'finalizar')).status).toBe(200)
    await act(uuid, 'reabrir')
    const { rows } = await kinds.execute(world.db)
    const typed = await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city, accesses: [{ ...rows[0], speed: 250, amount: 3 }] }],
    })
    expect(typed.body.data).toMatchObject({ zeroed: false })
  })

  test('a month without changes is confirmed at once', async () => {
    const of = await provider('Provedor Constante')
    await filled(of, 1, 80)
    const { uuid } = await filled(of, 2, null)
    expect((await act(uuid, 'confirmar-sem-mudancas')).status).toBe(200)
    expect(await step(uuid)).toBe('Pronta')
    const { uuid: first } = await filled(await provider('Provedor Novo'), 2, null)
    expect((await act(first, 'copiar-anterior')).body.message).toBe(
      'Este fistel não tem coleta de jan/2026 para copiar.',
    )
  })

  test('what is sent is kept as it was, version by version, with the receipt and the error', async () => {
    const of = await provider('Provedor Enviado')
    const { uuid, id } = await filled(of, 5, 10)
    expect((await act(uuid, 'enviar')).status).toBe(409)
    await act(uuid, 'finalizar')
    expect((await act(uuid, 'enviar')).body).toMatchObject({ message: 'Envio registrado, com o arquivo guardado.' })
    expect((await act(uuid, 'enviar')).status).toBe(409)
    const receipt = await world.call('staffA', 'POST', `collects/${uuid}/recibo?name=recibo.txt`, {
      body: 'Processado com sucesso',
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(receipt.status).toBe(201)
    expect((await act(uuid, 'erro', { error: 'Linha 2: código IBGE inválido' })).status).toBe(200)
    expect(await step(uuid)).toBe('Com erro')
    expect((await act(uuid, 'retificar')).body.data).toMatchObject({ edition: 2, error: null })
    const { rows } = await kinds.execute(world.db)
    await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city, accesses: [{ ...rows[0], speed: 250, amount: 11 }] }],
    })
    await act(uuid, 'finalizar')
    await act(uuid, 'enviar')
    const kept = await call('GET', `collect-files?filter[collect_id]=${id}&sort=id`)
    expect(kept.body.data).toMatchObject([
      { kind: 'arquivo', edition: 1, rows: 1, accesses: 10 },
      { kind: 'recibo', edition: 1, name: 'recibo.txt' },
      { kind: 'arquivo', edition: 2, rows: 1, accesses: 11 },
    ])
    const [sent] = kept.body.data as readonly { readonly uuid: string }[]
    expect((await call('GET', `internal-uploads/get-file/${sent?.uuid}`)).text).toContain(';FTTH;250;10')
    expect((await call('GET', `internal-uploads/get-file/${sent?.uuid}`, undefined, 'staffB')).status).toBe(404)
  })

  test('the report tells the year that ends in the coleta, and is the client’s unless it is hidden', async () => {
    const of = { client: { id: world.target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    of.fistel.id = (await world.make(fistels, 'A1', { client_id: of.client.id, service_type_id: scm })).id
    const { rows } = await kinds.execute(world.db)
    const start = async (month: number, amount: number, more = {}) =>
      dataOf(
        await call('POST', 'collects', {
          client_id: of.client.id,
          fistel_id: of.fistel.id,
          year: 2026,
          month,
          locations: [{ city_id: city, accesses: [{ ...rows[0], speed: 250, amount }] }],
          ...more,
        }),
      )
    await start(6, 40)
    const { uuid } = await start(8, 55)
    const { body } = await call('GET', `collects/${uuid}/reports`, undefined, 'clientA')
    expect(Object(body.data).total.values.slice(-3)).toEqual([40, null, 55])
    expect(Object(body.data).by).toMatchObject({
      municipality: [{ name: 'Teixeira de Freitas/BA' }],
      technology: [{ name: 'FTTH' }],
      band: [{ name: 'De 100 a 300 Mbps' }],
    })
    await call('PUT', `collects/${uuid}`, { hide_report: true })
    expect((await call('GET', `collects/${uuid}/reports`, undefined, 'clientA')).status).toBe(404)
    expect((await call('GET', `collects/${uuid}/reports`)).status).toBe(200)
  })

  test('the board opens what is missing, once; finishes what passes and says what does not; and zips what is ready', async () => {
    const [good, empty] = [await provider('Quadro Bom'), await provider('Quadro Vazio')]
    const board = async () => {
      const { body } = await call('GET', 'collects/quadro?year=2026&month=9')
      return (body.data as readonly BoardRow[]).filter(({ client }) => client.name.startsWith('Quadro'))
    }
    expect((await board()).map(({ collect }) => collect)).toEqual([null, null])
    expect((await call('POST', 'collects/abrir-mes', { year: 2026, month: 9 })).status).toBe(200)
    expect((await call('POST', 'collects/abrir-mes', { year: 2026, month: 9 })).body).toMatchObject({
      message: 'Todas as coletas do mês já estavam abertas.',
      data: { opened: 0 },
    })
    const opened = await board()
    const uuidOf = (name: string) => opened.find(({ client }) => client.name === name)?.collect?.uuid ?? ''
    const { rows } = await kinds.execute(world.db)
    await call('PUT', `collects/${uuidOf('Quadro Bom')}`, {
      locations: [{ city_id: city, accesses: [{ ...rows[0], speed: 100, amount: 7 }] }],
    })
    const done = await call('PUT', 'collects/finalizar-mes', { uuids: opened.map(({ collect }) => collect?.uuid) })
    expect(done.body).toMatchObject({
      message: '1 coleta finalizada.',
      data: { finished: 1, refused: [{ name: 'Quadro Vazio', reasons: ['A coleta não tem acessos.'] }] },
    })
    const zip = await world.app.inject({
      url: '/api/v1/collects/arquivos?year=2026&month=9',
      headers: { authorization: await bearer() },
    })
    expect(zip.headers['content-disposition']).toBe('attachment; filename="coletas-2026-09.zip"')
    const entries = unzipSync(zip.rawPayload)
    const text = (name: string) => new TextDecoder().decode(entries[name])
    expect(text('DICI_MENSAL_SCM_2026-09_quadro-bom.csv')).toContain(';FTTH;100;7')
    expect(text('relatorio.csv')).toMatch(/Quadro Vazio;\d+;SCM;Em aberto;;0;0;A coleta está em aberto\./)
    expect([good.client.id, empty.client.id].every(Boolean)).toBe(true)
  })

  test('who has not filled in theirs is asked by mail, through their own people or the client’s address', async () => {
    const mine = { client: { id: world.target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    mine.fistel.id = (await world.make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm })).id
    const asked = await filled(mine, 11, null)
    const alone = await provider('Provedor sem Contato')
    await call('PUT', `clients/${alone.client.id}`, { email: null })
    const mute = await filled(alone, 11, null)
    const { body } = await call('PUT', 'collects/lembrar', { uuids: [asked.uuid, mute.uuid] })
    expect(body).toMatchObject({
      message: '1 coleta pedida por e-mail.',
      data: {
        asked: 1,
        refused: [{ name: 'Provedor sem Contato', reasons: ['O cliente está sem usuário e sem e-mail.'] }],
      },
    })
    expect(await step(asked.uuid)).toBe('Aguardando cliente')
    expect(await step(mute.uuid)).toBe('Em aberto')
    const [mail] = world.mailsTo('zzazz.clienta@exemplo.com.br')
    expect(mail).toContain(`/collects/${asked.uuid}`)
    expect(mail).toContain('12/12/2026')
  })

  test('people of a client hand theirs over, and from then on it is the house’s', async () => {
    const mine = { client: { id: world.target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    const fistel = await world.make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm })
    const { uuid } = dataOf(
      await call('POST', 'collects', { client_id: mine.client.id, fistel_id: fistel.id, year: 2026, month: 4 }),
    )
    await act(uuid, 'pedir-ao-cliente')
    expect((await call('PUT', `collects/${uuid}/entregar`, undefined, 'clientA')).status).toBe(200)
    expect((await call('PUT', `collects/${uuid}`, { locations: [] }, 'clientA')).status).toBe(409)
    expect((await call('PUT', `collects/${uuid}/finalizar`, undefined, 'clientA')).status).toBe(403)
    expect(
      (await call('PUT', `collects/${uuid}/reconhecer`, { findings: ['x'], reason: 'abc' }, 'clientA')).status,
    ).toBe(403)
  })

  const bearer = async () => `Bearer ${await world.enter('downloader', world.people.staffA)}`
})

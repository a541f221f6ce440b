import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remindAwaited } from '#features/month/reminders.server.ts'
import { fistels } from '#features/fistels/fistels.ts'
import { publicUrl } from '#server/config.ts'
import { engines } from './support/databases.ts'
import { cnpj } from './support/drafts.ts'
import { makeProvider } from './support/provider.ts'
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
  /** A client with an SCM fistel, known for years. */
  async function provider(name: string) {
    const addresses = [{ city_id: city, address: 'Rua A' }]
    const held = await makeProvider(world, { name, document: cnpj(++n), addresses })
    await sql`update fistel_tenures set since = '2020-01-10' where fistel_id = ${held.fistel.id}`.execute(world.db)
    return held
  }
  const kinds = sql<Record<string, number>>`
    select (select id from client_types where term = 'PF') as client_type_id,
      (select id from attendance_types where term = 'URBANO') as attendance_type_id,
      (select id from attendance_middles where term = 'fibra') as attendance_middle_id,
      (select id from product_types where term = 'internet') as product_type_id,
      (select id from technology_types where term = 'FTTH') as technology_type_id`
  async function filled(of: Owner, month: number, amount: number | null) {
    const { rows } = await kinds.execute(world.db)
    const locations = amount === null ? [] : [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 250, amount }] }]
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
      'O total de acessos cresceu 150 % desde o mês anterior (de 100 para 250).',
      'Teixeira de Freitas/BA cresceu 150 % (de 100 para 250 acessos).',
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
      locations: [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 250, amount: 400 }] }],
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
        message: expect.stringContaining('de 250 para 500'),
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
      locations: [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 250, amount: 3 }] }],
    })
    expect(typed.body.data).toMatchObject({ zeroed: false })
  })

  test('a month without changes is confirmed at once', async () => {
    const of = await provider('Provedor Constante')
    await filled(of, 1, 80)
    const { uuid } = await filled(of, 2, null)
    expect((await act(uuid, 'confirmar-sem-mudancas')).body.data).toMatchObject({
      status: { name: 'Pronta' },
      repeated: 'jan/2026',
      locations: [{ accesses_ordered: [{ speed: 250, amount: 80, technology_type: { name: 'FTTH' } }] }],
    })
    const events = await sql<{ event: string; user_id: number }>`
      select event, user_id from audit_events where resource = 'collects' and row_id = (select id from collects where uuid = ${uuid}) order by id`.execute(
      world.db,
    )
    expect(events.rows.map(({ event }) => event)).toEqual([
      'collects.store',
      'collects.copiar-anterior',
      'collects.finalizar',
    ])
    expect(new Set(events.rows.map(({ user_id }) => user_id)).size).toBe(1)
    const { uuid: first } = await filled(await provider('Provedor Novo'), 2, null)
    expect((await act(first, 'copiar-anterior')).body.message).toBe(
      'Este fistel não tem coleta de jan/2026 para copiar.',
    )
  })

  test('the month before is copied into many at once, where nothing came in, and once', async () => {
    const [full, typed, alone, hollow, closed] = [
      await provider('Cópia Cheia'),
      await provider('Cópia Digitada'),
      await provider('Cópia sem Mês'),
      await provider('Cópia Vazia'),
      await provider('Cópia Pronta'),
    ]
    await filled(full, 6, 80)
    await filled(typed, 6, 50)
    await filled(hollow, 6, null)
    await filled(closed, 6, 20)
    const asked = [await filled(full, 7, null), await filled(typed, 7, 51), await filled(alone, 7, null)]
    asked.push(await filled(hollow, 7, null), await filled(closed, 7, 20))
    const uuids = asked.map(({ uuid }) => uuid)
    expect((await act(uuids[4] ?? '', 'finalizar')).status).toBe(200)
    const left = [
      { uuid: uuids[1], name: 'Cópia Digitada', reasons: ['Já tem acessos.'] },
      { uuid: uuids[2], name: 'Cópia sem Mês', reasons: ['Este fistel não tem coleta de jun/2026 para copiar.'] },
      {
        uuid: uuids[3],
        name: 'Cópia Vazia',
        reasons: ['A coleta de jun/2026 deste fistel está vazia: não há o que copiar.'],
      },
      { uuid: uuids[4], name: 'Cópia Pronta', reasons: ['Já está pronta.'] },
    ]
    const copied = await call('PUT', 'collects/copiar-mes', { uuids })
    expect(copied.body).toMatchObject({ message: '1 coleta copiada do período anterior.', data: { copied: 1 } })
    expect(Object(copied.body.data).refused).toEqual(left)
    const amounts = async () =>
      Promise.all(
        uuids.map(
          async uuid => Object(dataOf(await call('GET', `collects/${uuid}`))).locations[0]?.accesses_ordered[0]?.amount,
        ),
      )
    expect(await amounts()).toEqual([80, 51, undefined, undefined, 20])
    expect(await step(uuids[0] ?? '')).toBe('Em aberto')

    const again = await call('PUT', 'collects/copiar-mes', { uuids })
    const first = { uuid: uuids[0], name: 'Cópia Cheia', reasons: ['Já tem acessos.'] }
    expect(again.body.data).toEqual({ copied: 0, refused: [first, ...left] })
    const { rows } = await sql<{ event: string }>`
      select event from audit_events where resource = 'collects' and row_id = ${asked[0]?.id ?? 0} order by id`.execute(
      world.db,
    )
    expect(rows.map(({ event }) => event)).toEqual(['collects.store', 'collects.copiar-anterior'])
  })

  test('what finishing many would do is said before, who is awaited stays out unless asked for, and it is taken back', async () => {
    const [passes, awaited, fails, touched] = [
      await filled(await provider('Fim Passa'), 6, 10),
      await filled(await provider('Fim Aguarda'), 6, 20),
      await filled(await provider('Fim Vazia'), 6, null),
      await filled(await provider('Fim Mexida'), 6, 30),
    ]
    await act(awaited.uuid, 'pedir-ao-cliente')
    await act(touched.uuid, 'entregar')
    const uuids = [passes, awaited, fails, touched].map(({ uuid }) => uuid)
    const finish = async (more = {}) => Object((await call('PUT', 'collects/finalizar-mes', { uuids, ...more })).body)
    const steps = () => Promise.all(uuids.map(step))
    const was = ['Em aberto', 'Aguardando cliente', 'Em aberto', 'Em conferência']

    const told = await finish({ dry: true })
    expect(told).toMatchObject({
      message: '2 coletas passam.',
      data: {
        finished: 2,
        awaiting: [{ uuid: awaited.uuid, name: 'Fim Aguarda' }],
        refused: [{ name: 'Fim Vazia', reasons: ['A coleta não tem acessos.'] }],
      },
    })
    expect(await steps()).toEqual(was)

    const { data } = await finish()
    expect({ ...data, done: data.done.length }).toEqual({ ...told.data, done: told.data.done.length })
    expect(await steps()).toEqual(['Pronta', 'Aguardando cliente', 'Em aberto', 'Pronta'])
    const rest = await finish({ awaiting: true })
    expect(rest.data).toMatchObject({ finished: 1, awaiting: [] })
    expect(rest.data.refused.map(({ name }: { name: string }) => name)).toEqual([
      'Fim Passa',
      'Fim Vazia',
      'Fim Mexida',
    ])

    // Somebody opened and closed one of them again: it is no longer what was finished here.
    await act(touched.uuid, 'reabrir')
    await act(touched.uuid, 'finalizar')
    const undo = (who = 'staffA') =>
      call('PUT', 'collects/desfazer-mes', { collects: [...data.done, ...rest.data.done] }, who)
    expect((await undo('clientA')).status).toBe(403)
    expect((await undo('staffB')).status).toBe(404)
    expect((await undo()).body).toMatchObject({
      message: '2 coletas reabertas.',
      data: { reopened: 2, refused: [{ name: 'Fim Mexida', reasons: ['Mudou depois de finalizada.'] }] },
    })
    expect(await steps()).toEqual(['Em aberto', 'Aguardando cliente', 'Em aberto', 'Pronta'])
    expect((await undo()).body.data).toMatchObject({ reopened: 0 })
  })

  test('what is sent is kept as it was, version by version, with the receipt and the error', async () => {
    const of = await provider('Provedor Enviado')
    const { uuid, id } = await filled(of, 5, 10)
    expect((await act(uuid, 'enviar')).status).toBe(409)
    await act(uuid, 'finalizar')
    expect((await act(uuid, 'enviar')).body).toMatchObject({ message: 'Envio registrado, com o arquivo guardado.' })
    expect((await act(uuid, 'enviar')).status).toBe(409)
    const receipt = await world.call('staffA', 'POST', `collects/${uuid}/recibo?name=recibo.txt&protocol=2026.0512-7`, {
      body: 'Processado com sucesso',
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(receipt.status).toBe(201)
    expect((await act(uuid, 'erro', { error: 'Linha 2: código IBGE inválido' })).status).toBe(200)
    expect(await step(uuid)).toBe('Com erro')
    expect((await act(uuid, 'retificar')).body.data).toMatchObject({ edition: 2, error: null })
    const { rows } = await kinds.execute(world.db)
    await call('PUT', `collects/${uuid}`, {
      locations: [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 250, amount: 11 }] }],
    })
    await act(uuid, 'finalizar')
    await act(uuid, 'enviar')
    const kept = await call('GET', `collect-files?filter[collect_id]=${id}&sort=id`)
    expect(kept.body.data).toMatchObject([
      { kind: 'arquivo', edition: 1, rows: 1, accesses: 10 },
      { kind: 'recibo', edition: 1, name: 'recibo.txt', protocol: '2026.0512-7' },
      { kind: 'arquivo', edition: 2, rows: 1, accesses: 11 },
    ])
    const [sent] = kept.body.data as readonly { readonly uuid: string }[]
    const { rawPayload } = await world.app.inject({
      url: `/api/v1/internal-uploads/get-file/${sent?.uuid}`,
      headers: { authorization: await bearer() },
    })
    expect(rawPayload.toString()).toContain(';FTTH;250;10')
    const { body } = await call('GET', `collects/${uuid}/versoes`)
    const sha256 = createHash('sha256').update(rawPayload).digest('hex')
    expect(Object(body.data).versions).toMatchObject([{ edition: 2 }, { edition: 1, sha256 }])
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
          locations: [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 250, amount }] }],
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
      locations: [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 100, amount: 7 }] }],
    })
    const done = await call('PUT', 'collects/finalizar-mes', { uuids: opened.map(({ collect }) => collect?.uuid) })
    expect(done.body).toMatchObject({
      message: '1 coleta finalizada.',
      data: { finished: 1, awaiting: [], refused: [{ name: 'Quadro Vazio', reasons: ['A coleta não tem acessos.'] }] },
    })
    const text = await zipped(2026, 9)
    expect(text('DICI_MENSAL_SCM_2026-09_quadro-bom.csv')).toContain(';FTTH;100;7')
    const home = publicUrl(world.house.config)
    const lineOf = (name: string) =>
      text('relatorio.csv')
        .split('\r\n')
        .find(line => line.startsWith(name)) ?? ''
    expect(text('relatorio.csv')).toContain(';Por que ficou de fora;SHA-256;Endereço\r\n')
    expect(lineOf('Quadro Vazio')).toMatch(/^Quadro Vazio;\d+;SCM;Em aberto;;0;0;A coleta está em aberto\.;;/)
    expect(lineOf('Quadro Vazio')).toMatch(new RegExp(`;;${home}/collects/${uuidOf('Quadro Vazio')}$`))
    const file = await world.app.inject({
      url: `/api/v1/collects/${uuidOf('Quadro Bom')}/file`,
      headers: { authorization: await bearer() },
    })
    const hash = createHash('sha256').update(file.rawPayload).digest('hex')
    expect(lineOf('Quadro Bom')).toMatch(new RegExp(`;1;7;;${hash};${home}/collects/${uuidOf('Quadro Bom')}$`))

    await act(uuidOf('Quadro Vazio'), 'zerar')
    const doubts = (await findings(uuidOf('Quadro Vazio'))).filter(({ severity }) => severity === 'atencao')
    await act(uuidOf('Quadro Vazio'), 'reconhecer', { findings: doubts.map(({ key }) => key), reason: 'Sem rede' })
    expect((await act(uuidOf('Quadro Vazio'), 'finalizar')).status).toBe(200)
    expect((await zipped(2026, 9))('relatorio.csv')).toMatch(/Quadro Vazio;\d+;SCM;Pronta \(zerada\);DICI_.*;1;0;;/)
    const unopened = (await zipped(2026, 10))('relatorio.csv')
    expect(unopened).toMatch(/Quadro Bom;\d+;SCM;Não aberta;;0;0;A coleta não foi aberta\.;;\r\n/)
    expect([good.client.id, empty.client.id].every(Boolean)).toBe(true)
  })

  test('the board expects who was held in the month: who left later still files it, who left before does not', async () => {
    /** As if it had been on these days that the fistel came and left. */
    const during = async ({ fistel: { id } }: Owner, since: string, until: string | null) => {
      await sql`delete from fistel_tenures where fistel_id = ${id}`.execute(world.db)
      await sql`insert into fistel_tenures (fistel_id, since, until) values (${id}, ${since}, ${until})`.execute(
        world.db,
      )
    }
    /** A provider known since January of 2027, unless said otherwise. */
    const known = async (name: string, { since = '2027-01-05', client = {} } = {}) => {
      const of = await provider(`Saída ${name}`)
      if (Object.keys(client).length) await call('PUT', `clients/${of.client.id}`, client)
      await during(of, since, null)
      return of
    }
    const leaves = async (of: Owner, what: 'client' | 'fistel', day: string) => {
      expect((await call('PUT', `${what}s/disable`, { ids: [of[what].id] })).status).toBe(200)
      await during(of, '2027-01-05', day)
    }
    const ready = await known('com coleta')
    const { rows } = await kinds.execute(world.db)
    const { uuid } = dataOf(
      await call('POST', 'collects', {
        client_id: ready.client.id,
        fistel_id: ready.fistel.id,
        year: 2027,
        month: 3,
        locations: [{ city_id: city, accesses_ordered: [{ ...rows[0], speed: 250, amount: 31 }] }],
      }),
    )
    expect((await act(uuid, 'finalizar')).status).toBe(200)
    await leaves(ready, 'client', '2027-04-10')
    const early = await known('antes, com coleta')
    await call('POST', 'collects', { client_id: early.client.id, fistel_id: early.fistel.id, year: 2027, month: 3 })
    await leaves(early, 'fistel', '2027-02-27')
    await leaves(await known('do cliente em abril'), 'client', '2027-04-10')
    await leaves(await known('do fistel em abril'), 'fistel', '2027-04-10')
    await leaves(await known('do cliente em fevereiro'), 'client', '2027-02-27')
    await leaves(await known('do fistel em fevereiro'), 'fistel', '2027-02-27')
    await known('no fim do contrato, em fevereiro', { client: { contract_due_date: '2027-02-28' } })
    await known('nenhuma, registrado em abril', { since: '2027-04-05' })
    await known('nenhuma, registrado tarde em abril', { since: '2027-04-16' })

    const board = async () =>
      ((await call('GET', 'collects/quadro?year=2027&month=3')).body.data as readonly BoardRow[]).filter(({ client }) =>
        client.name.startsWith('Saída'),
      )
    const names = (await board()).map(({ client }) => client.name.slice(6)).toSorted()
    expect(names).toEqual([
      'antes, com coleta',
      'com coleta',
      'do cliente em abril',
      'do fistel em abril',
      'nenhuma, registrado em abril',
      'no fim do contrato, em fevereiro',
    ])
    expect((await call('POST', 'collects/abrir-mes', { year: 2027, month: 3 })).status).toBe(200)
    expect((await board()).map(({ collect }) => collect?.step).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'em-aberto'),
      'finalizado',
    ])
    const opened = await sql<{ name: string }>`
      select c.name from collects k join clients c on c.id = k.client_id
      where k.year = 2027 and k.month = 3 and c.name like 'Saída %' and k.deleted_at is null`.execute(world.db)
    expect(opened.rows.map(({ name }) => name.slice(6)).toSorted()).toEqual(names)
    const entries = await zipped(2027, 3)
    expect(entries('DICI_MENSAL_SCM_2027-03_saida-com-coleta.csv')).toContain(';FTTH;250;31')
    expect(entries('relatorio.csv')).toMatch(/Saída com coleta;\d+;SCM;Pronta;DICI_MENSAL_/)
    expect(entries('relatorio.csv')).toMatch(/Saída do cliente em abril;\d+;SCM;Em aberto;;/)
    expect(entries('relatorio.csv')).not.toMatch(/do (cliente|fistel) em fevereiro/)
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
    await world.runner.settled()
    const [mail] = world.mailsTo('zzazz.clienta@exemplo.com.br')
    expect(mail).toContain(`/collects/${asked.uuid}`)
    expect(mail).toContain('12/12/2026')
  })

  test('whoever is awaited is asked again on the days told, once, and no more once theirs is handed over', async () => {
    const mine = { client: { id: world.target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    mine.fistel.id = (await world.make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm })).id
    const { uuid } = await filled(mine, 10, null)
    const told = async () => {
      await world.runner.settled()
      return world.mailsTo('zzazz.clienta@exemplo.com.br').filter(mail => mail.includes(uuid)).length
    }
    const at = (day: string, hour = '12') => remindAwaited(world.house, new Date(`2026-11-${day}T${hour}:00:00Z`))
    expect(await at('09')).toBe(0)
    await act(uuid, 'pedir-ao-cliente')
    expect([await at('08'), await at('09', '05'), await told()]).toEqual([0, 0, 0])
    expect([await at('09'), await at('09', '20'), await told()]).toEqual([1, 0, 1])
    expect([await at('12'), await told()]).toEqual([1, 2])
    await call('PUT', `collects/${uuid}/entregar`, undefined, 'clientA')
    await sql`delete from collect_reminders`.execute(world.db)
    expect([await at('12'), await told()]).toEqual([0, 2])
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
    // What is not right yet goes back to them.
    expect((await call('PUT', `collects/${uuid}/devolver-ao-cliente`, undefined, 'clientA')).status).toBe(403)
    expect((await act(uuid, 'devolver-ao-cliente')).body.data).toMatchObject({ status: { name: 'Aguardando cliente' } })
    expect((await call('PUT', `collects/${uuid}`, { locations: [] }, 'clientA')).status).toBe(200)
  })

  test('people of a client say with one answer that nothing changed; whoever types after it no longer repeats', async () => {
    const mine = { client: { id: world.target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    mine.fistel.id = (await world.make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm })).id
    await filled(mine, 1, 33)
    const { uuid } = await filled(mine, 2, null)
    expect((await call('PUT', `collects/${uuid}/entregar-sem-mudancas`, undefined, 'clientA')).body.data).toMatchObject(
      {
        status: { name: 'Em conferência' },
        repeated: 'jan/2026',
        locations: [{ accesses_ordered: [{ amount: 33 }] }],
      },
    )
    await act(uuid, 'devolver-ao-cliente')
    expect((await call('PUT', `collects/${uuid}`, { hide_report: false })).body.data).toMatchObject({
      repeated: 'jan/2026',
    })
    expect((await call('PUT', `collects/${uuid}`, { locations: [] }, 'clientA')).body.data).toMatchObject({
      repeated: null,
    })
  })

  /** What is in the month's ZIP, by name. */
  async function zipped(year: number, month: number) {
    const zip = await world.app.inject({
      url: `/api/v1/collects/arquivos?year=${year}&month=${month}`,
      headers: { authorization: await bearer() },
    })
    const name = `coletas-${year}-${String(month).padStart(2, '0')}.zip`
    expect(zip.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    const entries = unzipSync(zip.rawPayload)
    return (name: string) => new TextDecoder().decode(entries[name])
  }
  const bearer = async () => `Bearer ${await world.enter('downloader', world.people.staffA)}`
})

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { remindAwaited } from '#features/regulatory/month/reminders.server.ts'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { publicUrl } from '#server/config.ts'
import { monthly, type BoardRow, type MonthOwner } from '#test/support/monthly.ts'
import { dataOf } from '#test/support/world.ts'

describe('the board of the month', () => {
  const { world, scm, city, call, provider, kinds, filled, findings, step, act, zipped, bearer } = monthly()

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
    expect(again.body.data).toEqual({ copied: 0, done: [], refused: [first, ...left] })
    const { rows } = await sql<{ event: string }>`
      select event from audit_events where resource = 'collects' and row_id = ${asked[0]?.id ?? 0} order by id`.execute(
      world().db,
    )
    expect(rows.map(({ event }) => event)).toEqual(['collects.store', 'collects.copiar-anterior'])
  })

  test('what finishing many would do is said before, who is awaited stays out without a reason, and it is taken back', async () => {
    const [passes, awaited, fails, touched] = [
      await filled(await provider('Fim Passa'), 6, 10),
      await filled(await provider('Fim Aguarda'), 6, 20),
      await filled(await provider('Fim Vazia'), 6, null),
      await filled(await provider('Fim Mexida'), 6, 30),
    ]
    await act(awaited.uuid, 'pedir-ao-cliente')
    await act(touched.uuid, 'entregar')
    const uuids = [passes, awaited, fails, touched].map(({ uuid }) => uuid)
    const finish = async (more = {}, headers = {}) => {
      const body = { uuids, ...more }
      return Object((await world().call('staffA', 'PUT', 'collects/finalizar-mes', { body, headers })).body)
    }
    const steps = () => Promise.all(uuids.map(step))
    const was = ['Em aberto', 'Aguardando cliente', 'Em aberto', 'Em conferência']

    const told = await finish({ dry: true })
    expect(told).toMatchObject({
      message: '2 coletas passam.',
      data: {
        finished: 2,
        asks: [{ uuid: awaited.uuid, name: 'Fim Aguarda', reasons: ['Fim Aguarda ainda não entregou esta coleta.'] }],
        refused: [{ name: 'Fim Vazia', reasons: ['A coleta não tem acessos.'] }],
      },
    })
    expect(await steps()).toEqual(was)

    const { data } = await finish()
    expect({ ...data, done: data.done.length }).toEqual({ ...told.data, done: told.data.done.length })
    expect(await steps()).toEqual(['Pronta', 'Aguardando cliente', 'Em aberto', 'Pronta'])
    const rest = await finish({}, { 'x-motivo': 'Avisou por telefone' })
    expect(rest.data).toMatchObject({ finished: 1, asks: [] })
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

  test('of many it is said at once that they went, the others are told why not, and just that is taken back', async () => {
    const names = ['Envio Um', 'Envio Dois', 'Envio Aberto', 'Envio Mexido']
    const made = []
    for (const [n, name] of names.entries()) made.push(await filled(await provider(name), 6, 10 + n))
    const uuids = made.map(({ uuid }) => uuid)
    for (const at of [0, 1, 3]) await act(uuids[at] ?? '', 'finalizar')
    const send = async (more = {}) => Object((await call('PUT', 'collects/enviar-mes', { uuids, ...more })).body)
    const steps = () => Promise.all(uuids.map(step))
    const files = async (at: number) =>
      Object(await call('GET', `collects/${uuids[at]}/versoes`)).body.data.versions.length

    const refused = [{ uuid: uuids[2], name: 'Envio Aberto', reasons: ['Está em aberto: finalize antes.'] }]
    const told = await send({ dry: true })
    expect(told.data).toMatchObject({ sent: 3, refused })
    expect(await steps()).toEqual(['Pronta', 'Pronta', 'Em aberto', 'Pronta'])
    const { message, data } = await send()
    expect(message).toBe('3 coletas registradas como enviadas, com o arquivo guardado.')
    expect(data).toMatchObject({ sent: 3, refused })
    expect(await steps()).toEqual(['Enviada', 'Enviada', 'Em aberto', 'Enviada'])
    expect([await files(0), await files(2)]).toEqual([1, 0])
    expect((await send()).data).toMatchObject({ sent: 0 })

    await act(uuids[3] ?? '', 'processada')
    const undo = (who = 'staffA') => call('PUT', 'collects/desfazer-envio-mes', { collects: data.done }, who)
    expect((await undo('clientA')).status).toBe(403)
    expect((await undo('staffB')).status).toBe(404)
    expect((await undo()).body).toMatchObject({
      message: '2 envios desfeitos.',
      data: {
        taken_back: 2,
        refused: [{ name: 'Envio Mexido', reasons: ['A coleta mudou depois, e está processada.'] }],
      },
    })
    expect(await steps()).toEqual(['Pronta', 'Pronta', 'Em aberto', 'Processada'])
    expect([await files(0), await files(3)]).toEqual([0, 1])
    expect((await undo()).body.data).toMatchObject({ taken_back: 0 })
  })

  test('twelve who open one month at once open each coleta once, and each is answered how many were theirs', async () => {
    const period = { year: 2026, month: 10 }
    for (const name of ['Junto Um', 'Junto Dois', 'Junto Três']) await provider(name)
    const missing = async () => {
      const { body } = await call('GET', 'collects/quadro?year=2026&month=10')
      return (body.data as readonly BoardRow[]).filter(({ collect }) => collect === null).length
    }
    const before = await missing()
    const replies = await Promise.all(Array.from({ length: 12 }, () => call('POST', 'collects/abrir-mes', period)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    const opened = replies.map(({ body }) => Number(Object(body.data).opened))
    expect(opened.reduce((sum, each) => sum + each)).toBe(before)
    const empty = replies.filter(({ body }) => Object(body.data).opened === 0).map(({ body }) => body.message)
    expect(empty).toEqual(empty.map(() => 'Todas as coletas do mês já estavam abertas.'))
    expect(await missing()).toBe(0)
    const { rows } = await sql<{ n: number; fistels: number }>`
      select count(*)::int as n, count(distinct fistel_id)::int as fistels from collects
      where year = 2026 and month = 10 and deleted_at is null`.execute(world().db)
    expect(rows[0]?.n).toBe(rows[0]?.fistels)
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
    // Nothing came in, which is not zero.
    expect(opened.map(({ collect }) => collect?.accesses)).toEqual([null, null])
    const uuidOf = (name: string) => opened.find(({ client }) => client.name === name)?.collect?.uuid ?? ''
    const { rows } = await kinds.execute(world().db)
    await call('PUT', `collects/${uuidOf('Quadro Bom')}`, {
      locations: [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 100, amount: 7 }] }],
    })
    const done = await call('PUT', 'collects/finalizar-mes', { uuids: opened.map(({ collect }) => collect?.uuid) })
    expect(done.body).toMatchObject({
      message: '1 coleta finalizada.',
      data: { finished: 1, asks: [], refused: [{ name: 'Quadro Vazio', reasons: ['A coleta não tem acessos.'] }] },
    })
    const text = await zipped(2026, 9)
    expect(text('DICI_MENSAL_SCM_2026-09_quadro-bom.csv')).toContain(';FTTH;100;7')
    const home = publicUrl(world().house.config)
    const lineOf = (name: string) =>
      text('relatorio.csv')
        .split('\r\n')
        .find(line => line.startsWith(name)) ?? ''
    expect(text('relatorio.csv')).toContain(';Por que ficou de fora;SHA-256;Endereço\r\n')
    expect(lineOf('Quadro Vazio')).toMatch(
      /^Quadro Vazio;\d+;SCM;Em aberto;;;;A coleta está em aberto\. A coleta não tem acessos\.;;/,
    )
    expect(lineOf('Quadro Vazio')).toMatch(new RegExp(`;;${home}/collects/${uuidOf('Quadro Vazio')}$`))
    const file = await world().app.inject({
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
    expect(unopened).toMatch(/Quadro Bom;\d+;SCM;Não aberta;;;;A coleta não foi aberta\.;;\r\n/)
    expect([good.client.id, empty.client.id].every(Boolean)).toBe(true)
  })

  test('the board expects who was held in the month: who left later still files it, who left before does not', async () => {
    /** As if it had been on these days that the fistel came and left. */
    const during = async ({ fistel: { id } }: MonthOwner, since: string, until: string | null) => {
      await sql`delete from fistel_tenures where fistel_id = ${id}`.execute(world().db)
      await sql`insert into fistel_tenures (fistel_id, since, until) values (${id}, ${since}, ${until})`.execute(
        world().db,
      )
    }
    /** A provider known since January of 2025, unless said otherwise. */
    const known = async (name: string, { since = '2025-01-05', client = {} } = {}) => {
      const of = await provider(`Saída ${name}`)
      if (Object.keys(client).length) await call('PUT', `clients/${of.client.id}`, client)
      await during(of, since, null)
      return of
    }
    const leaves = async (of: MonthOwner, what: 'client' | 'fistel', day: string) => {
      expect((await call('PUT', `${what}s/disable`, { ids: [of[what].id] })).status).toBe(200)
      await during(of, '2025-01-05', day)
    }
    const ready = await known('com coleta')
    const { rows } = await kinds.execute(world().db)
    const { uuid } = dataOf(
      await call('POST', 'collects', {
        client_id: ready.client.id,
        fistel_id: ready.fistel.id,
        year: 2025,
        month: 3,
        locations: [{ city_id: city(), accesses_ordered: [{ ...rows[0], speed: 250, amount: 31 }] }],
      }),
    )
    expect((await act(uuid, 'finalizar')).status).toBe(200)
    await leaves(ready, 'client', '2025-04-10')
    const early = await known('antes, com coleta')
    await call('POST', 'collects', { client_id: early.client.id, fistel_id: early.fistel.id, year: 2025, month: 3 })
    await leaves(early, 'fistel', '2025-02-27')
    await leaves(await known('do cliente em abril'), 'client', '2025-04-10')
    await leaves(await known('do fistel em abril'), 'fistel', '2025-04-10')
    await leaves(await known('do cliente em fevereiro'), 'client', '2025-02-27')
    await leaves(await known('do fistel em fevereiro'), 'fistel', '2025-02-27')
    await known('no fim do contrato, em fevereiro', { client: { contract_due_date: '2025-02-28' } })
    await known('nenhuma, registrado em abril', { since: '2025-04-05' })
    await known('nenhuma, registrado tarde em abril', { since: '2025-04-16' })

    const board = async () =>
      ((await call('GET', 'collects/quadro?year=2025&month=3')).body.data as readonly BoardRow[]).filter(({ client }) =>
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
    expect((await call('POST', 'collects/abrir-mes', { year: 2025, month: 3 })).status).toBe(200)
    expect((await board()).map(({ collect }) => collect?.step).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'em-aberto'),
      'finalizado',
    ])
    const opened = await sql<{ name: string }>`
      select c.name from collects k join clients c on c.id = k.client_id
      where k.year = 2025 and k.month = 3 and c.name like 'Saída %' and k.deleted_at is null`.execute(world().db)
    expect(opened.rows.map(({ name }) => name.slice(6)).toSorted()).toEqual(names)
    const entries = await zipped(2025, 3)
    expect(entries('DICI_MENSAL_SCM_2025-03_saida-com-coleta.csv')).toContain(';FTTH;250;31')
    expect(entries('relatorio.csv')).toMatch(/Saída com coleta;\d+;SCM;Pronta;DICI_MENSAL_/)
    expect(entries('relatorio.csv')).toMatch(/Saída do cliente em abril;\d+;SCM;Em aberto;;/)
    expect(entries('relatorio.csv')).not.toMatch(/do (cliente|fistel) em fevereiro/)
  })

  test('who has not filled in theirs is asked by mail, through their own people or the client’s address', async () => {
    const mine = { client: { id: world().target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    mine.fistel.id = (await world().make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm() })).id
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
    await world().runner.settled()
    const [mail] = world().mailsTo('zzazz.clienta@exemplo.com.br')
    expect(mail).toContain(`/collects/${asked.uuid}`)
    expect(mail).toContain('12/12/2026')
  })

  test('whoever is awaited is asked again on the days told, once, and no more once theirs is handed over', async () => {
    const mine = { client: { id: world().target('clients', 'A1')?.id ?? 0 }, fistel: { id: 0 } }
    mine.fistel.id = (await world().make(fistels, 'A1', { client_id: mine.client.id, service_type_id: scm() })).id
    const { uuid } = await filled(mine, 10, null)
    const told = async () => {
      await world().runner.settled()
      return world()
        .mailsTo('zzazz.clienta@exemplo.com.br')
        .filter(mail => mail.includes(uuid)).length
    }
    const at = (day: string, hour = '12') => remindAwaited(world().house, new Date(`2026-11-${day}T${hour}:00:00Z`))
    expect(await at('09')).toBe(0)
    await act(uuid, 'pedir-ao-cliente')
    expect([await at('08'), await at('09', '05'), await told()]).toEqual([0, 0, 0])
    expect([await at('09'), await at('09', '20'), await told()]).toEqual([1, 0, 1])
    expect([await at('12'), await told()]).toEqual([1, 2])
    await call('PUT', `collects/${uuid}/entregar`, undefined, 'clientA')
    await sql`delete from collect_reminders`.execute(world().db)
    expect([await at('12'), await told()]).toEqual([0, 2])
  })
})

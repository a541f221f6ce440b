import { createDeflate } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fistels } from '#features/fistels/fistels.ts'
import { engines } from '#test/support/databases.ts'
import { fistelOf } from '#test/support/drafts.ts'
import { monthly, type MonthOwner } from '#test/support/monthly.ts'
import { pdfOf, receiptLines } from '#test/support/receipts.ts'
import { dataOf, type Row } from '#test/support/world.ts'

type Item = Readonly<{
  uuid: string
  name: string
  why: string
  proposals: readonly Readonly<{ kind: string; label: string; note: string | null }>[]
}>

describe.each(engines)('receipts by the armful, on %s', engine => {
  const { world, scm, call, provider, filled, step, act } = monthly(engine)

  const documentOf = async ({ client }: MonthOwner) =>
    String(dataOf(await call('GET', `clients/${client.id}`)).document)
  /** A client with a coleta of July 2026 that went to Anatel, or as far as it is told. */
  async function sent(name: string, as: 'enviada' | 'pronta' | 'em-aberto' = 'enviada') {
    const held = await provider(name)
    const coleta = await filled(held, 7, 10)
    if (as !== 'em-aberto') expect((await act(coleta.uuid, 'finalizar')).status).toBe(200)
    if (as === 'enviada') expect((await act(coleta.uuid, 'enviar')).status).toBe(200)
    return { ...held, coleta, document: await documentOf(held) }
  }
  const attach = (drop: string, name: string, bytes: Buffer, who = 'staffA') =>
    world().call(who, 'POST', `receipt-drops/${drop}/arquivos?name=${encodeURIComponent(name)}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  async function open(who = 'staffA', more = {}) {
    return dataOf(await call('POST', 'receipt-drops', more, who)).uuid
  }
  async function dropped(
    files: Readonly<Record<string, Buffer>>,
    { who = 'staffA', ...more }: { who?: string; processed?: boolean } = {},
  ) {
    const drop = await open(who, more)
    for (const [name, bytes] of Object.entries(files)) expect((await attach(drop, name, bytes, who)).status).toBe(201)
    expect((await call('PUT', `receipt-drops/${drop}/ler`, undefined, who)).status).toBe(200)
    await world().runner.settled()
    return drop
  }
  const all = async (drop: string, who = 'staffA') => {
    const { id } = dataOf(await call('GET', `receipt-drops/${drop}`, undefined, who))
    const { body } = await call('GET', `receipts?filter[drop_id]=${id}&sort=id&pagination=false`, undefined, who)
    return body.data as readonly (Row & Readonly<Record<'name' | 'state' | 'why' | 'about' | 'protocol', string>>)[]
  }
  const told = async (drop: string, who = 'staffA') =>
    (await all(drop, who)).map(({ name, state, why, about }) => [name, state, why ?? about])
  const tray = async (who = 'staffA') =>
    (await call('GET', 'receipts/bandeja?per_page=50', undefined, who)).body.data as readonly Item[]
  const inTray = async (name: string, who = 'staffA') => (await tray(who)).find(each => each.name === name)
  const receiptsOf = async (coleta: Row) => {
    const { body } = await call('GET', `collect-files?filter[collect_id]=${coleta.id}&sort=id&pagination=false`)
    return (body.data as readonly Readonly<Record<'kind' | 'name' | 'protocol', string>>[]).filter(
      ({ kind }) => kind === 'recibo',
    )
  }
  const plain = async (of: { document: string }, more = {}) => pdfOf(receiptLines({ document: of.document, ...more }))

  test('a receipt whose CNPJ, subject and month leave no doubt is kept of its coleta, and taken back exactly', async () => {
    const one = await sent('Recibo Certo')
    const drop = await dropped({ 'certo.pdf': await plain(one, { protocol: '53500.123456/2026-11' }) })
    expect(await told(drop)).toEqual([
      ['certo.pdf', 'guardado', `Recibo Certo: coleta de jul/2026, fistel ${one.fistel.fistel}`],
    ])
    expect(await receiptsOf(one.coleta)).toMatchObject([{ name: 'certo.pdf', protocol: '53500.123456/2026-11' }])
    expect(dataOf(await call('GET', `receipt-drops/${drop}`))).toMatchObject({
      state: 'concluido',
      kept: 1,
      tray: 0,
      rows_done: 1,
      rows_total: 1,
    })
    expect(await step(one.coleta.uuid)).toBe('Enviada')
    const before = dataOf(await call('GET', `collects/${one.coleta.uuid}`))

    expect((await call('PUT', `receipt-drops/${drop}/desfazer`)).status).toBe(200)
    expect(await receiptsOf(one.coleta)).toEqual([])
    expect(await told(drop)).toEqual([['certo.pdf', 'desfeito', null]])
    expect(dataOf(await call('GET', `collects/${one.coleta.uuid}`))).toEqual(before)
    // Once: what is undone is not undone again.
    expect((await call('PUT', `receipt-drops/${drop}/desfazer`)).status).toBe(409)
    expect((await attach(drop, 'mais.pdf', await plain(one))).status).toBe(409)
  })

  test('nothing is guessed: each doubt is told, with what it may be', async () => {
    const [ready, open, twice, taken, failed] = [
      await sent('Dúvida Pronta', 'pronta'),
      await sent('Dúvida Aberta', 'em-aberto'),
      await sent('Dúvida Dois Fistéis'),
      await sent('Dúvida com Recibo'),
      await sent('Dúvida com Erro'),
    ]
    const second = await world().make(fistels, 'A1', {
      client_id: twice.client.id,
      fistel: fistelOf(8_880_001),
      service_type_id: scm(),
    })
    await sql`update fistel_tenures set since = '2020-01-10' where fistel_id = ${second.id}`.execute(world().db)
    await filled({ client: twice.client, fistel: second }, 7, 4)
    await attachByHand(taken.coleta.uuid, 'antes.pdf', await plain(taken, { more: ['por mão'] }))
    await act(failed.coleta.uuid, 'erro', { error: 'CNPJ não confere.' })
    const foreign = await sent('Dúvida Alheia')
    await sql`update clients set empresa_responsavel_id = ${world().companies.B} where id = ${foreign.client.id}`.execute(
      world().db,
    )

    const drop = await dropped({
      'pronta.pdf': await plain(ready),
      'aberta.pdf': await plain(open),
      'dois.pdf': await plain(twice),
      'tem.pdf': await plain(taken),
      'erro.pdf': await plain(failed),
      'sem-coleta.pdf': await plain(ready, { period: 'Competência: 01/2026' }),
      'sem-mes.pdf': await plain(ready, { period: '' }),
      'dois-meses.pdf': await plain(ready, { period: '06/2026 e 07/2026' }),
      'sem-assunto.pdf': await plain(ready, { kind: 'Documento' }),
      'dois-assuntos.pdf': await plain(ready, { kind: 'FUST e FUNTTEL' }),
      'dois-clientes.pdf': await plain(ready, { more: [`Também: ${open.document}`] }),
      'outro-servico.pdf': await plain(taken, { kind: 'Coleta de Dados: Acessos STFC' }),
      'alheio.pdf': await plain(foreign),
      'ninguem.pdf': await pdfOf(['Coleta de acessos 07/2026']),
      'imagem.pdf': await pdfOf(['imagem'], { scanned: true }),
      'senha.pdf': await pdfOf(['segredo'], { password: 'x' }),
    })
    const rows = await all(drop)
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'bandeja'))
    const whys = Object.fromEntries(rows.map(({ name, why }) => [name, why]))
    expect(whys).toEqual({
      'pronta.pdf': 'CNPJ encontrado, mas a coleta de jul/2026 não foi enviada: está pronta.',
      'aberta.pdf': 'CNPJ encontrado, mas a coleta de jul/2026 não foi enviada: está em aberto.',
      'dois.pdf': '2 fistéis deste CNPJ têm coleta de jul/2026: qual?',
      'tem.pdf': 'A coleta de jul/2026 já tem recibo.',
      'erro.pdf': 'A coleta de jul/2026 está com erro: o recibo é do envio que a Anatel recusou?',
      'sem-coleta.pdf': 'CNPJ de Dúvida Pronta, mas não há coleta de jan/2026.',
      'sem-mes.pdf': 'CNPJ de Dúvida Pronta, mas o texto não diz a competência.',
      'dois-meses.pdf': 'O texto cita jun/2026 e jul/2026: de qual é?',
      'sem-assunto.pdf': 'CNPJ de Dúvida Pronta, mas o texto não diz do que é: acessos, FUST, FUNTTEL…',
      'dois-assuntos.pdf': 'O texto fala de FUST e FUNTTEL: de qual é?',
      'dois-clientes.pdf': 'O texto traz o CNPJ de Dúvida Pronta e Dúvida Aberta: de quem é?',
      'outro-servico.pdf': 'O texto é de outro serviço: a coleta de jul/2026 de Dúvida com Recibo é de SCM.',
      'alheio.pdf': expect.stringMatching(/^O CNPJ [\d./-]+ não é de nenhum cliente seu\.$/),
      'ninguem.pdf': 'Nenhum CNPJ no texto.',
      'imagem.pdf': 'Sem texto: parece uma imagem digitalizada. Escolha do que é.',
      'senha.pdf': 'O PDF pede senha: abra, salve sem senha e solte de novo, ou escolha do que é.',
    })
    const proposed = async (name: string) => (await inTray(name))?.proposals.map(({ label, note }) => [label, note])
    expect(await proposed('pronta.pdf')).toEqual([
      [`Dúvida Pronta: coleta de jul/2026, SCM, fistel ${ready.fistel.fistel}`, 'registra também o envio'],
    ])
    expect(await proposed('aberta.pdf')).toEqual([])
    expect((await proposed('tem.pdf'))?.map(([, note]) => note)).toEqual(['já tem recibo'])
    expect(await proposed('alheio.pdf')).toEqual([])
    expect(Object(await receiptsOf(twice.coleta))).toEqual([])
  })
  const attachByHand = (coleta: string, name: string, bytes: Buffer) =>
    world().call('staffA', 'POST', `collects/${coleta}/recibo?name=${name}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })

  test('an obligation is marked done by its receipt, and stands open again afterwards', async () => {
    const one = await sent('Recibo do Fust')
    const drop = await dropped({
      'fust.pdf': await plain(one, { kind: 'Declaração no SFUST', more: ['Pago em 10/08/2026'] }),
    })
    expect(await told(drop)).toEqual([
      ['fust.pdf', 'guardado', 'Recibo do Fust: FUST: declaração no SFUST e pagamento, jul/2026'],
    ])
    const marks = async () =>
      (
        await sql<{ done_on: string; note: string }>`
        select done_on::text, note from client_obligations where client_id = ${one.client.id} and deleted_at is null`.execute(
          world().db,
        )
      ).rows
    expect(await marks()).toEqual([{ done_on: '2026-08-10', note: 'Comprovante fust.pdf' }])
    const again = await dropped({ 'fust2.pdf': await plain(one, { kind: 'SFUST', more: ['segunda via'] }) })
    expect((await all(again))[0]?.why).toBe(
      'FUST: declaração no SFUST e pagamento, jul/2026: já está feita, em 10/08/2026.',
    )
    await call('PUT', `receipt-drops/${drop}/desfazer`)
    expect(await marks()).toEqual([])
    // Looked at today: what the receipt asks for is open again.
    expect((await inTray('fust2.pdf'))?.why).toBe('Agora há uma coisa só que pode ser: confira e guarde.')
  })

  test('a task that follows no obligation is completed where its name, client and period leave no doubt, and opened again', async () => {
    const one = await sent('Recibo da Tarefa')
    const template = dataOf(
      await call('POST', 'tarefas', { nome: 'Emitir Nada Consta', recurrence: 'mensal', day: 20 }, 'superAdmin'),
    )
    const task = async (period: string, name: string) => {
      const { rows } = await sql<{ id: number; uuid: string }>`
        insert into client_tarefas (name, client_id, due_on, tarefa_id, period)
        values (${name}, ${one.client.id}, '2026-08-20', ${template.id}, ${period}) returning id, uuid`.execute(
        world().db,
      )
      return rows[0]?.uuid ?? ''
    }
    const [july, june] = [
      await task('2026-07', 'Nada Consta, jul/2026'),
      await task('2026-06', 'Nada Consta, jun/2026'),
    ]
    const drop = await dropped({
      'consta.pdf': await plain(one, { kind: 'Certidão: Nada Consta' }),
      'sem-mes.pdf': await plain(one, { kind: 'Nada Consta', period: '' }),
    })
    expect(await told(drop)).toEqual([
      ['consta.pdf', 'guardado', 'Recibo da Tarefa: tarefa Nada Consta, jul/2026'],
      ['sem-mes.pdf', 'bandeja', 'CNPJ de Recibo da Tarefa, mas o texto não diz a competência.'],
    ])
    const isDone = async (uuid: string) => Object(dataOf(await call('GET', `client-tarefas/${uuid}`))).done
    expect([await isDone(july), await isDone(june)]).toEqual([true, false])
    const waiting = await inTray('sem-mes.pdf')
    expect(waiting?.proposals.map(({ label }) => label)).toContain('Recibo da Tarefa: tarefa Nada Consta, jun/2026')
    expect(
      (await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target: { kind: 'tarefa', task: june } })).status,
    ).toBe(200)
    expect(await isDone(june)).toBe(true)
    await call('PUT', `receipt-drops/${drop}/desfazer`)
    expect([await isDone(july), await isDone(june)]).toEqual([false, false])
  })

  test('the same file is kept once: in one drop, in another, at the same moment, and when it was given by hand', async () => {
    const [one, hand] = [await sent('Recibo Repetido'), await sent('Recibo por Mão')]
    const bytes = await plain(one)
    const first = await dropped({ 'a.pdf': bytes, 'b.pdf': bytes })
    expect(await told(first)).toMatchObject([
      ['a.pdf', 'guardado', expect.anything()],
      ['b.pdf', 'repetido', expect.stringContaining('como “a.pdf”')],
    ])
    const second = await dropped({ 'c.pdf': bytes })
    expect((await all(second))[0]?.why).toContain('está guardado: Recibo Repetido')
    expect(await receiptsOf(one.coleta)).toHaveLength(1)
    await call('PUT', `receipt-drops/${first}/desfazer`)

    const drops = await Promise.all(Array.from({ length: 4 }, () => open()))
    await Promise.all(drops.map(drop => attach(drop, 'd.pdf', bytes)))
    await Promise.all(drops.map(drop => call('PUT', `receipt-drops/${drop}/ler`)))
    await world().runner.settled()
    const states = (await Promise.all(drops.map(drop => all(drop)))).flat().map(({ state }) => state)
    expect(states.toSorted()).toEqual(['guardado', 'repetido', 'repetido', 'repetido'])
    expect(await receiptsOf(one.coleta)).toHaveLength(1)

    const given = await plain(hand)
    await attachByHand(hand.coleta.uuid, 'mao.pdf', given)
    const third = await dropped({ 'e.pdf': given })
    expect((await all(third))[0]?.why).toBe('O mesmo arquivo já é recibo da coleta de jul/2026 de Recibo por Mão.')
  })

  test('of two receipts for one coleta, dropped at once, one is kept and the other told', async () => {
    const one = await sent('Recibo Disputado')
    const drops = await Promise.all([open(), open()])
    for (const [at, drop] of drops.entries()) await attach(drop, `${at}.pdf`, await plain(one, { more: [`via ${at}`] }))
    await Promise.all(drops.map(drop => call('PUT', `receipt-drops/${drop}/ler`)))
    await world().runner.settled()
    const rows = (await Promise.all(drops.map(drop => all(drop)))).flat()
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['bandeja', 'guardado'])
    expect(rows.find(({ state }) => state === 'bandeja')?.why).toBe('A coleta de jul/2026 já tem recibo.')
  })

  test('a person settles one from the tray, the sending with it, and each is undone alone', async () => {
    const ready = await sent('Bandeja Pronta', 'pronta')
    const drop = await dropped({ 'pronta2.pdf': await plain(ready) })
    const waiting = await inTray('pronta2.pdf')
    const target = { kind: 'coleta', coleta: ready.coleta.uuid, send: true }
    expect(
      (await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target: { ...target, send: false } })).status,
    ).toBe(409)
    const kept = await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target, protocol: '998877' })
    expect(kept.status).toBe(200)
    expect(await step(ready.coleta.uuid)).toBe('Enviada')
    expect(await receiptsOf(ready.coleta)).toMatchObject([{ name: 'pronta2.pdf', protocol: '998877' }])
    expect((await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target })).status).toBe(409)

    expect((await call('PUT', `receipts/${waiting?.uuid}/desfazer`)).status).toBe(200)
    expect(await step(ready.coleta.uuid)).toBe('Pronta')
    const files = await call('GET', `collect-files?filter[collect_id]=${ready.coleta.id}`)
    expect(files.body.data).toEqual([])
    expect((await all(drop))[0]).toMatchObject({ state: 'bandeja', about: null, protocol: null })

    expect((await call('PUT', `receipts/${waiting?.uuid}/deixar-de-lado`)).status).toBe(200)
    expect(await inTray('pronta2.pdf')).toBeUndefined()
    expect((await call('PUT', `receipts/${waiting?.uuid}/devolver-a-bandeja`)).status).toBe(200)
    expect(await inTray('pronta2.pdf')).toBeDefined()
  })

  test('what changed since is left, and told; the rest of the drop is taken back', async () => {
    const [left, back, reopened] = [
      await sent('Desfaz Mudada'),
      await sent('Desfaz Igual'),
      await sent('Desfaz Reaberta'),
    ]
    const drop = await dropped({
      'mudada.pdf': await plain(left),
      'igual.pdf': await plain(back),
      'reaberta.pdf': await plain(reopened, { kind: 'SFUST' }),
    })
    expect((await all(drop)).map(({ state }) => state)).toEqual(['guardado', 'guardado', 'guardado'])
    await act(left.coleta.uuid, 'processada')
    await call('PUT', 'obligations/reabrir', {
      items: [{ client: reopened.client.uuid, obligation: 'fust', period: '2026-07' }],
    })
    expect((await call('PUT', `receipt-drops/${drop}/desfazer`)).status).toBe(200)
    expect((await all(drop)).map(({ state, why }) => [state, why])).toEqual([
      ['guardado', 'Não foi desfeito: A coleta mudou depois, e está processada: o recibo fica.'],
      ['desfeito', null],
      ['guardado', 'Não foi desfeito: A obrigação já foi reaberta por alguém.'],
    ])
    expect(await receiptsOf(left.coleta)).toHaveLength(1)
    expect(await receiptsOf(back.coleta)).toEqual([])
  })

  test('a drop that was asked to says its coletas are processed, and takes that back too', async () => {
    const one = await sent('Recibo Processa')
    const drop = await dropped({ 'p.pdf': await plain(one) }, { processed: true })
    expect(await step(one.coleta.uuid)).toBe('Processada')
    await call('PUT', `receipt-drops/${drop}/desfazer`)
    expect(await step(one.coleta.uuid)).toBe('Enviada')
    expect(await receiptsOf(one.coleta)).toEqual([])
  })

  test('what is no PDF, is broken, hollow, hostile, too large or one too many is told in a sentence', async () => {
    const drop = await open()
    const jpg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    const answered = async (name: string, bytes: Buffer) => Object((await attach(drop, name, bytes)).body.data)
    expect(await answered('foto.pdf', jpg)).toMatchObject({
      state: 'recusado',
      why: expect.stringContaining('não é de um arquivo pdf'),
    })
    expect(await answered('foto.jpg', jpg)).toMatchObject({
      state: 'recusado',
      why: expect.stringContaining('Só PDFs'),
    })
    expect(await answered('vazio.pdf', Buffer.alloc(0))).toMatchObject({ state: 'recusado' })
    expect(await answered('quebrado.pdf', Buffer.from('%PDF-1.7\nnada que se leia'))).toMatchObject({
      state: 'na-fila',
    })
    expect(await answered('oco.pdf', hollow)).toMatchObject({ state: 'na-fila' })
    expect(await answered('bomba.pdf', await bomb())).toMatchObject({ state: 'na-fila' })
    expect((await attach(drop, 'grande.pdf', Buffer.alloc(30 * 1024 * 1024, 32))).status).toBe(413)
    const one = await sent('Depois da Bomba')
    await attach(drop, 'depois.pdf', await plain(one))
    await call('PUT', `receipt-drops/${drop}/ler`)
    await world().runner.settled()
    expect((await all(drop)).slice(3).map(({ name, state, why }) => [name, state, why])).toEqual([
      ['quebrado.pdf', 'bandeja', expect.stringContaining('danificado')],
      ['oco.pdf', 'bandeja', expect.stringMatching(/nenhuma página|danificado/)],
      ['bomba.pdf', 'bandeja', expect.stringContaining('memória ou tempo demais')],
      ['depois.pdf', 'guardado', null],
    ])

    const full = await open()
    await sql`
      insert into receipts (name, ext, size, drop_id) select 'x.pdf', 'pdf', 1, d.id
      from receipt_drops d, generate_series(1, 200) where d.uuid = ${full}`.execute(world().db)
    expect((await attach(full, 'um-a-mais.pdf', await plain(one))).body.message).toContain('até 200 arquivos')
  }, 60_000)

  test('nobody reads, settles or undoes what is not theirs, and rights are those of the act by hand', async () => {
    const one = await sent('Direitos')
    const [file, more] = [await plain(one), await plain(one, { more: ['outra via'] })]
    const drop = await dropped({ 'meu.pdf': file, 'na-bandeja.pdf': more })
    const [mine, waiting] = await all(drop)
    for (const who of ['staffB', 'clientA', 'withoutRoutes']) {
      const status = who === 'staffB' ? 404 : 403
      expect((await call('GET', `receipts/${mine?.uuid}`, undefined, who)).status, who).toBe(status)
      expect((await call('PUT', `receipt-drops/${drop}/desfazer`, undefined, who)).status, who).toBe(status)
      expect((await call('PUT', `receipts/${mine?.uuid}/desfazer`, undefined, who)).status, who).toBe(status)
      expect((await attach(drop, 'x.pdf', file, who)).status, who).toBe(status)
      const target = { kind: 'coleta', coleta: one.coleta.uuid, send: false }
      expect((await call('PUT', `receipts/${waiting?.uuid}/guardar`, { target }, who)).status, who).toBe(status)
      expect((await world().call(who, 'GET', `internal-uploads/get-file/${mine?.uuid}`)).status, who).not.toBe(200)
    }
    // Another of the same house sees it, and takes nothing back of what they did not do.
    expect((await call('GET', `receipts/${mine?.uuid}`, undefined, 'adminA')).status).toBe(200)
    for (const url of [`receipt-drops/${drop}/desfazer`, `receipts/${mine?.uuid}/desfazer`])
      expect((await call('PUT', url, undefined, 'keeperA')).status).toBe(403)
    expect(await receiptsOf(one.coleta)).toHaveLength(1)

    // Of another company nothing is told: neither that it has such a client, nor that it has the file.
    const theirs = await dropped({ 'de-la.pdf': file }, { who: 'staffB' })
    expect(await told(theirs, 'staffB')).toEqual([
      ['de-la.pdf', 'bandeja', expect.stringMatching(/não é de nenhum cliente seu\.$/)],
    ])
    const [there] = await all(theirs, 'staffB')
    const target = { kind: 'coleta', coleta: one.coleta.uuid, send: false }
    expect((await call('PUT', `receipts/${there?.uuid}/guardar`, { target }, 'staffB')).status).toBe(404)
    const options = `receipts/${there?.uuid}/opcoes?client=${one.client.uuid}`
    expect((await call('GET', options, undefined, 'staffB')).status).toBe(404)
    expect(await receiptsOf(one.coleta)).toHaveLength(1)
  })

  test('forty at once: thirty-eight matched, two in the tray, none wrong; undone in one step', async () => {
    const owners = []
    for (let n = 0; n < 39; n++) owners.push(await sent(`Quarenta ${n}`))
    const files: Record<string, Buffer> = {}
    for (const [n, owner] of owners.slice(0, 38).entries()) files[`q${n}.pdf`] = await plain(owner)
    files['dobra.pdf'] = await plain(owners[38] ?? owners[0] ?? { document: '' }, { period: '06/2026 e 07/2026' })
    files['muda.pdf'] = await pdfOf(['muda'], { scanned: true })
    const drop = await dropped(files)
    const rows = await all(drop)
    expect(rows.filter(({ state }) => state === 'guardado')).toHaveLength(38)
    expect(rows.filter(({ state }) => state === 'bandeja').map(({ name }) => name)).toEqual(['dobra.pdf', 'muda.pdf'])
    for (const [n, { coleta }] of owners.entries())
      expect((await receiptsOf(coleta)).map(({ name }) => name)).toEqual(n < 38 ? [`q${n}.pdf`] : [])
    await call('PUT', `receipt-drops/${drop}/desfazer`)
    for (const { coleta } of owners) expect(await receiptsOf(coleta)).toEqual([])
    expect(new Set((await all(drop)).map(({ state }) => state))).toEqual(new Set(['desfeito']))
  }, 120_000)
})

const hollow = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R/Size 3>>',
)

/** A page whose words are 800 MB of blanks, in less than one of file. */
async function bomb(): Promise<Buffer> {
  const deflate = createDeflate({ level: 1 })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const over = new Promise(resolve => deflate.on('end', resolve))
  const blank = Buffer.alloc(8 * 1024 * 1024, 32)
  for (let n = 0; n < 100; n++) if (!deflate.write(blank)) await new Promise(resolve => deflate.once('drain', resolve))
  deflate.end()
  await over
  const stream = Buffer.concat(parts)
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R>>endobj\n' +
        `4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>'),
  ])
}

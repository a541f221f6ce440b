import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { fistels } from '#features/clients/fistels/fistels.ts'
import { fistelOf } from '#test/support/drafts.ts'
import { pdfOf } from '#test/support/receipts.ts'
import { receiving } from '#test/support/receiving.ts'
import { dataOf } from '#test/support/world.ts'

describe('receipts by the armful', () => {
  const {
    world,
    scm,
    call,
    sent,
    attach,
    filled,
    dropped,
    all,
    told,
    inTray,
    receiptsOf,
    plain,
    attachByHand,
    step,
    act,
  } = receiving()

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
  }, 240_000)
})

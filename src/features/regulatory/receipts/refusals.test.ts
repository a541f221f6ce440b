import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pdfOf, receiptLines } from '#test/support/receipts.ts'
import { receiving } from '#test/support/receiving.ts'
import { dataOf } from '#test/support/world.ts'

const refused = [
  'ARQUIVO RECUSADO',
  'Situação: NÃO PROCESSADO. O arquivo contém 2 erros e foi rejeitado.',
  'Linha 14: código IBGE inexistente',
  'Linha 27: velocidade zero',
]

describe('papers that refuse', () => {
  const { world, call, sent, dropped, all, inTray, receiptsOf, plain, step, act, attachByHand } = receiving()
  const filesOf = async ({ id }: { readonly id: number }) =>
    (await call('GET', `collect-files?filter[collect_id]=${id}&sort=id&pagination=false`)).body
      .data as readonly Readonly<Record<string, unknown>>[]
  const give = async (coleta: string, bytes: Buffer, query = '', who = 'staffA') =>
    world().call(who, 'POST', `collects/${coleta}/recibo?name=papel.pdf${query}`, {
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const settle = (uuid: unknown, body: object) => call('PUT', `receipts/${uuid}/guardar`, body)

  test('a refusal waits with its words, becomes the error of its coleta by one act, and is taken back exactly', async () => {
    const one = await sent('Recusa Certa')
    const before = dataOf(await call('GET', `collects/${one.coleta.uuid}`))
    const drop = await dropped(
      { 'recusa.pdf': await plain(one, { protocol: '2026.99887', more: refused }) },
      { processed: true },
    )
    expect(await step(one.coleta.uuid)).toBe('Enviada')
    expect(await receiptsOf(one.coleta)).toEqual([])
    const item = await inTray('recusa.pdf')
    expect(item).toMatchObject({
      why: expect.stringMatching(/^Parece uma recusa: “.*RECUSADO/),
      verdict: 'recusado',
      protocol: '2026.99887',
      error: expect.stringContaining('Linha 14: código IBGE inexistente\nLinha 27: velocidade zero'),
      proposals: [{ kind: 'recusa', label: expect.stringContaining('Recusa Certa: coleta de jul/2026'), note: null }],
    })
    // As a receipt it is not taken without a person who read that.
    const receipt = { target: { kind: 'coleta', coleta: one.coleta.uuid, send: false } }
    expect((await settle(item?.uuid, receipt)).status).toBe(409)

    const answer = await settle(item?.uuid, { target: { kind: 'recusa', coleta: one.coleta.uuid } })
    expect(answer.body.message).toContain('Erro registrado')
    expect(dataOf(await call('GET', `collects/${one.coleta.uuid}`))).toMatchObject({
      status: { name: 'Com erro' },
      error: item?.error,
    })
    expect(await receiptsOf(one.coleta)).toEqual([])
    expect((await filesOf(one.coleta)).at(-1)).toMatchObject({
      kind: 'recusa',
      name: 'recusa.pdf',
      protocol: '2026.99887',
      verdict: 'recusado',
    })
    expect((await all(drop))[0]).toMatchObject({
      state: 'guardado',
      about: expect.stringMatching(/^Recusa: Recusa Certa/),
    })

    expect((await call('PUT', `receipts/${item?.uuid}/desfazer`)).status).toBe(200)
    expect({ ...dataOf(await call('GET', `collects/${one.coleta.uuid}`)), version: 0, updated_at: 0 }).toEqual({
      ...before,
      version: 0,
      updated_at: 0,
    })
    expect((await filesOf(one.coleta)).map(({ kind }) => kind)).toEqual(['arquivo'])
    expect(await inTray('recusa.pdf')).toBeDefined()
  })

  test('whose coleta was refused has it among what is to be done, and is told', async () => {
    const one = await sent('Recusa com Dono')
    await sql`update clients set responsible_id = ${world().people.adminA} where id = ${one.client.id}`.execute(
      world().db,
    )
    await dropped({ 'dono.pdf': await plain(one, { more: refused }) })
    const day = async () =>
      (await call('GET', 'tarefas/clientes/meu-dia', undefined, 'adminA')).body.data as readonly { uuid: string }[]
    expect((await day()).map(({ uuid }) => uuid)).not.toContain(one.coleta.uuid)
    await settle((await inTray('dono.pdf'))?.uuid, { target: { kind: 'recusa', coleta: one.coleta.uuid } })
    expect((await day()).map(({ uuid }) => uuid)).toContain(one.coleta.uuid)
    const { rows } = await sql<{ title: string }>`
      select title from notices where user_id = ${world().people.adminA} and kind = 'coleta-recusada'`.execute(
      world().db,
    )
    expect(rows.map(({ title }) => title)).toContain('A Anatel recusou a coleta de jul/2026 de Recusa com Dono')
  })

  test('nothing is half done: where the state is not written, neither is the paper', async () => {
    const one = await sent('Recusa Partida')
    await dropped({ 'partida.pdf': await plain(one, { more: refused }) })
    const item = await inTray('partida.pdf')
    await sql`create function refuse_error() returns trigger language plpgsql as $$
      begin if new.id = ${sql.lit(one.coleta.id)} and new.error is not null then raise exception 'killed here'; end if; return new; end $$`.execute(
      world().db,
    )
    await sql`create trigger refuse_error before update on collects for each row execute function refuse_error()`.execute(
      world().db,
    )
    const target = { kind: 'recusa', coleta: one.coleta.uuid }
    expect((await settle(item?.uuid, { target })).status).toBe(500)
    expect([await step(one.coleta.uuid), (await filesOf(one.coleta)).length]).toEqual(['Enviada', 1])
    await sql`drop trigger refuse_error on collects`.execute(world().db)
    expect((await settle((await inTray('partida.pdf'))?.uuid, { target })).status).toBe(200)
    expect([await step(one.coleta.uuid), (await filesOf(one.coleta)).length]).toEqual(['Com erro', 2])
  })

  test('the paper given on the coleta itself is read too: its protocol, its day, and what it says', async () => {
    const one = await sent('Envio Lido')
    const paper = await plain(one, { protocol: '2026.55', more: ['Processado com sucesso em 12/08/2026'] })
    const kept = await give(one.coleta.uuid, paper)
    expect(kept.status).toBe(201)
    expect(kept.body.message).toContain('Processado com sucesso')
    expect(dataOf(kept)).toMatchObject({ verdict: 'aceito', issued_on: '2026-08-12', kind: 'recibo' })

    const other = await sent('Envio Recusado')
    const bad = await plain(other, { protocol: '2026.12345', more: refused })
    const answer = await give(other.coleta.uuid, bad)
    expect(answer.status).toBe(409)
    expect(answer.body.data).toMatchObject({
      doubts: [expect.stringMatching(/^Parece uma recusa/)],
      error: expect.stringContaining('Linha 14'),
    })
    expect(await filesOf(other.coleta)).toHaveLength(1)
    expect((await give(other.coleta.uuid, bad, '&as=recusa')).status).toBe(201)
    expect(await step(other.coleta.uuid)).toBe('Com erro')
    expect((await filesOf(other.coleta)).at(-1)).toMatchObject({ kind: 'recusa', protocol: '2026.12345' })

    const third = await sent('Envio de Outro')
    const doubts = async (bytes: Buffer) => Object((await give(third.coleta.uuid, bytes)).body.data).doubts
    expect(await doubts(await plain(other))).toEqual([
      expect.stringMatching(/^O papel é do CNPJ .*, e não de Envio de Outro\.$/),
    ])
    expect(await doubts(await plain(third, { period: 'Competência: 06/2026' }))).toEqual([
      'O papel é de jun/2026, e não de jul/2026.',
    ])
    const counted = await plain(third, { more: ['Total de registros: 120'] })
    expect(await doubts(counted)).toEqual(['O papel fala de 120 registros, e o arquivo enviado tem 1.'])
    expect((await give(third.coleta.uuid, counted, '&sure=1')).status).toBe(201)
  })

  test('rows that differ from what went are a doubt with both numbers, and a partial paper counts what it lists', async () => {
    const [rows, partly] = [await sent('Linhas Outras'), await sent('Linhas em Parte')]
    const drop = await dropped({
      'linhas.pdf': await plain(rows, { more: ['Total de registros: 120', 'Processado com sucesso'] }),
      'parte.pdf': await plain(partly, { more: ['Arquivo aceito, exceto as linhas 14, 27 e 33.'] }),
    })
    expect((await all(drop)).map(({ why }) => why)).toEqual([
      'O papel fala de 120 registros, e o arquivo enviado tem 1.',
      expect.stringMatching(/^Parece aceito só em parte: “.*” ?|^Parece aceito só em parte/),
    ])
    expect(await inTray('parte.pdf')).toMatchObject({ verdict: 'parcial', proposals: [{ kind: 'recusa' }] })
  })

  test('what moved afterwards is judged again: the coleta that went, and the same bytes put there by hand', async () => {
    const one = await sent('Julgada de Novo', 'pronta')
    const paper = await plain(one)
    const drop = await dropped({ 'denovo.pdf': paper })
    expect((await inTray('denovo.pdf'))?.why).toContain('não foi enviada')
    await act(one.coleta.uuid, 'enviar')
    expect((await inTray('denovo.pdf'))?.why).toBe('Agora há uma coisa só que pode ser: confira e guarde.')
    const trayOf = async () => dataOf(await call('GET', `receipt-drops/${drop}`)).tray
    expect(await trayOf()).toBe(1)
    expect((await attachByHand(one.coleta.uuid, 'mao.pdf', paper)).status).toBe(201)
    expect(await inTray('denovo.pdf')).toBeUndefined()
    expect(await trayOf()).toBe(0)
  })

  test('of a wrong number it is said which, and the fistel proposes', async () => {
    const one = await sent('Fistel Certo')
    const wrong = `${one.document.slice(0, 13)}${(Number(one.document[13]) + 1) % 10}`
    const lines = (more: readonly string[]) => receiptLines({ document: wrong, more })
    await dropped({
      'digito.pdf': await pdfOf(lines([`Fistel: ${one.fistel.fistel}`])),
      'sem-fistel.pdf': await pdfOf(lines([])),
      'fistel.pdf': await plain(one, { more: ['Fistel: 50412345671'] }),
    })
    const item = await inTray('digito.pdf')
    expect(item?.why).toMatch(
      /^O CNPJ [\d./-]+ não confere: algum dígito está trocado\. O fistel \d{11} é de Fistel Certo\.$/,
    )
    expect(item?.proposals).toMatchObject([{ kind: 'coleta', note: 'o fistel está no texto' }])
    expect((await inTray('sem-fistel.pdf'))?.why).toMatch(/^O CNPJ [\d./-]+ não confere: algum dígito está trocado\.$/)
    expect((await inTray('fistel.pdf'))?.why).toBe('O fistel 50412345671 não confere: algum dígito está trocado.')
  })
})

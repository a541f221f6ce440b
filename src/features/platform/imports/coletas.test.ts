import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { cnpj } from '#test/support/drafts.ts'
import { accessHeader, accessLine, importing } from '#test/support/importing.ts'
import { dataOf, rowsOf } from '#test/support/world.ts'

describe('coletas that come in by spreadsheet', () => {
  const { world, fresh, call, settled, preview, row, judged, run, undo, fistelWith } = importing()

  test('a coleta is all the rows of its fistel and month, equal ones summed, and comes in whole or not at all', async () => {
    const document = fresh()
    const { id } = await world().make(clients, 'A1', { name: 'Dono das Coletas', document, client_users: [] })
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
    const { id } = await world().make(clients, 'A1', { name: 'Dono de Três', document: fresh(), client_users: [] })
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

  test('the siglas of a coleta are understood as providers write them, and speeds in Kbps when told so', async () => {
    const { id } = await world().make(clients, 'A1', { name: 'Dono do ERP', document: fresh(), client_users: [] })
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
})

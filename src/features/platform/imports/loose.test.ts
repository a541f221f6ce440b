import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { importing } from '#test/support/importing.ts'
import { dataOf } from '#test/support/world.ts'

describe('a contact that cannot be read keeps no client out', () => {
  const { fresh, call, preview, judged, run, byDocument } = importing()

  test('it is left out, counted, and may be put right', async () => {
    const [bad, good] = [fresh(), fresh()]
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Telefone', 'E-mail'],
      ['Sem contato', bad, 'muitos', 'a@a'],
      ['De fora', fresh(), '+47 22 34 56 78', ''],
      ['Erro da planilha', fresh(), '#N/D', '5,59E+12'],
      ['Com contato', good, '(12) 3622-1234', 'a@a.example'],
    ])
    const seen = await preview(uuid)
    expect(seen.counts).toEqual({ criar: 4 })
    expect(
      seen.notices.map(({ label, rule, rows, values }) => [label, rule, rows, values.map(each => each.value)]),
    ).toEqual([
      ['Telefone', 'fora', 3, ['#N/D', '+47 22 34 56 78', 'muitos']],
      ['E-mail', 'fora', 2, ['5,59E+12', 'a@a']],
    ])
    expect((await preview(uuid, '?problem=phone:fora')).data.map(({ row }) => row)).toEqual([2, 3, 4])
    const swapped = await call('PUT', `imports/${uuid}/corrigir`, { at: 2, from: 'muitos', to: '(12) 3622-9999' })
    expect(swapped.body.message).toBe('1 linha corrigida.')
    await run(uuid, true)
    const made = async (document: string) => dataOf(await call('GET', `clients/${(await byDocument(document))?.id}`))
    expect(await made(bad)).toMatchObject({ phone: '+551236229999', email: null })
    expect(await made(good)).toMatchObject({ phone: '+551236221234', email: 'a@a.example' })
  })

  test('and leaves the one that is there', async () => {
    const document = fresh()
    await run(
      await judged('clients', [
        ['Razão social', 'CNPJ', 'E-mail'],
        ['Fica', document, 'fica@fica.example'],
      ]),
    )
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'E-mail'],
      ['Fica', document, 'não tem mais'],
    ])
    expect((await preview(uuid)).data[0]).toMatchObject({
      verdict: 'igual',
      notices: [{ column: 'email', rule: 'fora' }],
    })
  })
})

describe('a municipality that is not recognised is offered those it may be', () => {
  const { fresh, call, preview, judged } = importing()
  const ask = async (rows: readonly (readonly [string, string])[]) =>
    judged('clients', [
      ['Razão social', 'CNPJ', 'Município', 'UF'],
      ...rows.map(([town, uf]) => ['Offer', fresh(), town, uf]),
    ])

  test('by its former name, by another spelling and by what is near it, and never taken', async () => {
    const rows = [
      ['Moji Mirim', 'SP', 'Mogi Mirim/SP'],
      ['Embu', 'SP', 'Embu das Artes/SP'],
      ['Florínia', 'SP', 'Florínea/SP'],
      ['São Luís do Paraitinga', 'SP', 'São Luiz do Paraitinga/SP'],
      ['Itapagé', 'CE', 'Itapajé/CE'],
      ['Brasópolis', 'MG', 'Brazópolis/MG'],
      ['Poxoréo', 'MT', 'Poxoréu/MT'],
      ['Santa Isabel do Pará', 'PA', 'Santa Izabel do Pará/PA'],
      ['Augusto Severo', 'RN', 'Campo Grande/RN'],
      ['Campo de Santana', 'PB', 'Tacima/PB'],
      ['Parati', '', 'Paraty/RJ'],
      ['Ubatubba', 'SP', 'Ubatuba/SP'],
      ['355410', '', 'Taubaté/SP'],
    ] as const
    const uuid = await ask(rows.map(([town, uf]) => [town, uf]))
    const { data, counts } = await preview(uuid)
    expect(counts).toEqual({ recusada: rows.length })
    expect(data.map(({ cells, problems }) => [cells[2], problems[0]?.among?.[0]])).toEqual(
      rows.map(([town, , offer]) => [town, offer]),
    )
    expect(data[1]?.problems[0]?.message).toBe(
      'Veio Embu, que é nome antigo, ou outra grafia, de Embu das Artes/SP. Confirme.',
    )
  })

  test('an offer that is pressed is what all rows with that name mean', async () => {
    const uuid = await ask([
      ['Embu', 'SP'],
      ['Embu', ''],
      ['Taubaté', 'SP'],
    ])
    const { mapping, groups } = await preview(uuid)
    expect(groups).toMatchObject([
      { label: 'Município', values: [{ value: 'Embu', rows: 2, among: ['Embu das Artes/SP'] }] },
    ])
    const values = [{ column: 'addresses.city', from: 'Embu', to: 'Embu das Artes/SP' }]
    await call('PUT', `imports/${uuid}/preparar`, {
      mapping: { ...mapping, values },
      mode: 'ambos',
      match_by: 'document',
    })
    const seen = await preview(uuid)
    expect(seen.counts).toEqual({ criar: 3 })
    expect(seen.data[0]?.changes).toContainEqual(['Município', '', 'Embu das Artes/SP'])
  })
})

describe('codes that lost their leading zeros', () => {
  const { world, fresh, call, preview, judged, run, byDocument } = importing()
  const read = async (uuid: string) =>
    (await preview(uuid)).data.map(({ verdict, problems, notices }) => [
      verdict,
      ...problems.map(({ column, rule, among }) => [column, rule, ...(among ?? [])].join(' ')),
      ...notices.map(({ column, rule }) => `${column} ${rule}`),
    ])

  test('an inscrição estadual gets them back by the length of its state, where its digits prove them', async () => {
    const document = fresh()
    const header = ['Razão social', 'CNPJ', 'Inscrição estadual', 'Município', 'UF']
    const uuid = await judged('clients', [
      header,
      ['Do Acre', document, '100482300112', 'Rio Branco', 'AC'],
      ['De São Paulo', fresh(), '110.042.490.114', '', 'SP'],
      ['Do Paraná', fresh(), '12345678', 'Curitiba', ''],
      ['Isenta', fresh(), 'ISENTO', '', 'SP'],
      ['Sem estado', fresh(), '12345678', '', ''],
      ['De outros dígitos', fresh(), '110042490115', '', 'SP'],
    ])
    expect(await read(uuid)).toEqual([
      ['criar', 'inscricao_estadual mudou'],
      ['criar', 'addresses.uf fora'],
      ['recusada', 'inscricao_estadual duvida 0012345678'],
      ['criar', 'addresses.uf fora'],
      ['criar'],
      ['criar', 'addresses.uf fora', 'inscricao_estadual aviso'],
    ])
    expect((await preview(uuid)).data[2]?.problems[0]?.message).toBe(
      'Uma inscrição de PR tem 10 algarismos, e esta tem 8. Confira o número e o estado.',
    )
    await run(uuid)
    expect(dataOf(await call('GET', `clients/${(await byDocument(document))?.id}`)).inscricao_estadual).toBe(
      '0100482300112',
    )
    // Of who is there already the state is the register's, and what is there already is no question.
    const again = await judged('clients', [
      ['CNPJ', 'Inscrição estadual'],
      [document, '100482300112'],
    ])
    expect((await preview(again)).data[0]).toMatchObject({ verdict: 'igual', notices: [{ rule: 'mudou' }] })
    const { id } = await world().make(clients, 'A1', {
      name: 'Com a de sempre',
      document: fresh(),
      inscricao_estadual: '123',
      client_users: [],
    })
    const same = await judged('clients', [
      ['Código', 'Inscrição estadual', 'UF', 'Município'],
      [String(id), '123', 'SP', 'Taubaté'],
    ])
    expect((await preview(same)).data[0]?.problems).toEqual([])
  })

  test('a document and a CEP get them back with a notice; what may be two is a question', async () => {
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'CEP', 'Município', 'UF'],
      ['Do banco', '191', '', '', ''],
      ['Curto', '4252011000110', '', '', ''],
      ['De São Paulo', fresh(), '1310100', 'São Paulo', 'SP'],
      ['De longe', fresh(), '1310100', 'Salvador', 'BA'],
      ['Curto demais', fresh(), '131010', '', ''],
    ])
    expect(await read(uuid)).toEqual([
      ['recusada', 'document duvida 00.000.000/0001-91 000.000.001-91'],
      ['criar', 'document mudou'],
      ['criar', 'addresses.zipcode mudou'],
      ['recusada', 'addresses.zipcode duvida', 'addresses.zipcode mudou'],
      ['recusada', 'addresses.zipcode formato'],
    ])
  })
})

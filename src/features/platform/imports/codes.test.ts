import { describe, expect, test } from 'vitest'
import { clients } from '#features/clients/clients/clients.ts'
import { stations } from '#features/network/stations/stations.ts'
import { fistelOf } from '#test/support/drafts.ts'
import { importing } from '#test/support/importing.ts'

describe('a row with our code is the record of that code', () => {
  const { world, fresh, call, judged, preview, run } = importing()
  const clientOf = (name: string, document = fresh()) =>
    world().make(clients, 'A1', { name, document, client_users: [] })

  test('whatever the file is recognised by, and never a new one', async () => {
    const document = fresh()
    const owner = await clientOf('Dona sem número', document)
    const { id } = await world().make(stations, 'A1', {
      name: 'Sem número',
      client_id: owner.id,
      fistel_id: null,
      station_number: null,
      client_shared_stations: [],
    })
    const uuid = await judged('stations', [
      ['Código', 'Nome', 'Cliente', 'Número da estação'],
      [Number(id), 'Sem número, mudada', document, ''],
      [999_999_999, 'De código que não há', document, ''],
      ['99999999999', 'De código impossível', document, ''],
    ])
    const missing = 'Não há estação com este código. Confira, ou apague o código para reconhecer por outra coluna.'
    expect(
      (await preview(uuid)).data.map(({ verdict, target, problems }) => [verdict, target, problems[0]?.message]),
    ).toEqual([
      ['atualizar', Number(id), undefined],
      ['recusada', null, missing],
      ['recusada', null, missing],
    ])
  })

  test('and refused where its key is another’s', async () => {
    const [one, two] = [fresh(), fresh()]
    const first = await clientOf('Do código', one)
    await clientOf('Do documento', two)
    const uuid = await judged('clients', [
      ['Código', 'Razão social', 'CNPJ'],
      [Number(first.id), 'Do código', two],
      [Number(first.id), 'Do código, mudada', one],
    ])
    const { data } = await preview(uuid)
    expect(data[0]?.problems).toMatchObject([
      {
        column: 'id',
        rule: 'diverge',
        message: 'O código é de “Do código” e CPF ou CNPJ é de “Do documento”. Confira os dois.',
      },
    ])
    await call('PUT', `imports/${uuid}/corrigir`, { rows: [2], at: 0, to: '' })
    await run(uuid)
    expect(await names(one, two)).toEqual(['Do código, mudada', 'Do código'])
  })

  test('a closed record is refused a change, and none where nothing changes', async () => {
    const document = fresh()
    const { id } = await clientOf('Inativa', document)
    expect((await call('PUT', 'clients/disable', { ids: [id] })).status).toBe(200)
    const lines = (name: string) => [
      ['Código', 'Razão social', 'CNPJ'],
      [Number(id), name, document],
    ]
    const verdictOf = async (name: string) => (await preview(await judged('clients', lines(name)))).data[0]?.verdict
    expect([await verdictOf('Inativa'), await verdictOf('Inativa, mudada')]).toEqual(['igual', 'recusada'])
  })

  test('the person who cares for a client is found by name and by e-mail', async () => {
    const { body } = await call('GET', 'people?pagination=false')
    const [person] = body.data as unknown as readonly { readonly name: string; readonly email: string }[]
    const uuid = await judged('clients', [
      ['Razão social', 'CNPJ', 'Responsável'],
      ['Pelo nome', fresh(), person?.name ?? ''],
      ['Pelo e-mail', fresh(), person?.email ?? ''],
      ['De ninguém', fresh(), 'Quem Não Há'],
    ])
    expect((await preview(uuid)).data.map(({ verdict, problems }) => [verdict, problems[0]?.rule])).toEqual([
      ['criar', undefined],
      ['criar', undefined],
      ['recusada', 'nao-existe'],
    ])
  })

  const names = async (...documents: readonly string[]) =>
    Promise.all(
      documents.map(async document => {
        const { body } = await call('GET', `clients?filter[document]=${document}`)
        return Object(body.data)[0]?.name
      }),
    )
})

describe('a file whose columns are another section’s', () => {
  const { fresh, next, send } = importing()

  test('is not taken for what it was sent as, unless somebody says so', async () => {
    const lines = [
      ['CNPJ', 'Nº Fistel', 'Serviço', 'Situação'],
      [fresh(), fistelOf(next()), '045', 'Ativo'],
    ]
    const refused = await send('clients', lines)
    expect([refused.status, refused.body.message, Object(refused.body.data).section]).toEqual([
      409,
      'As colunas deste arquivo são de fistéis, e não de clientes.',
      'fistels',
    ])
    expect((await send('fistels', lines)).status).toBe(201)
    expect((await send('clients', lines, { more: '&again=true' })).status).toBe(201)
  })
})

import { describe, expect, test } from 'vitest'
import { importing } from '#test/support/importing.ts'

describe('a column writes its dates and numbers in one way', () => {
  const { fresh, call, preview, judged } = importing()
  const opening = 'Data de abertura'
  const clients = (title: string, values: readonly string[]) => [
    ['Razão social', 'CNPJ', title],
    ...values.map((value, at) => [`Notação ${at}`, fresh(), value]),
  ]
  const readAs = async (uuid: string, label: string) =>
    (await preview(uuid)).data.map(
      ({ changes, problems }) => changes.find(([name]) => name === label)?.[2] ?? problems[0]?.message,
    )

  test('a date with the month in front binds the others, wherever it is in the file', async () => {
    const doubtful = Array.from({ length: 1_005 }, () => '12/03/2018')
    const uuid = await judged('clients', clients(opening, [...doubtful, '07/30/2019']))
    expect((await readAs(uuid, opening))[0]).toBe('03/12/2018')
    const { data } = await preview(uuid, '?page=21')
    expect(data.map(({ changes }) => changes.find(([name]) => name === opening)?.[2])).toEqual([
      ...Array.from({ length: 5 }, () => '03/12/2018'),
      '30/07/2019',
    ])
  })

  test('dates that contradict are asked about, until the wrong ones are corrected', async () => {
    const uuid = await judged('clients', clients(opening, ['12/03/2018', '07/30/2019', '25/11/2016', '05/05/2020']))
    const question =
      'Pode ser 12/03/2018 ou 03/12/2018: a coluna tem datas com o dia na frente e com o mês na frente. Escreva 2018-03-12 ou 2018-12-03.'
    expect(await readAs(uuid, opening)).toEqual([question, '30/07/2019', '25/11/2016', '05/05/2020'])
    await call('PUT', `imports/${uuid}/corrigir`, { rows: [3], at: 2, to: '30/07/2019' })
    expect(await readAs(uuid, opening)).toEqual(['12/03/2018', '30/07/2019', '25/11/2016', '05/05/2020'])
  })

  test('amounts are read by the sign of the column’s decimals', async () => {
    const capital = 'Capital social (R$)'
    const shown = async (values: readonly string[]) =>
      (await readAs(await judged('clients', clients('Capital social', values)), capital)).map(text =>
        text?.replaceAll('\u00a0', ' '),
      )
    expect(await shown(['1,250', '1,250.00', '100,000'])).toEqual(['R$ 1.250,00', 'R$ 1.250,00', 'R$ 100.000,00'])
    expect(await shown(['R$ 1.250', '1.250,50'])).toEqual(['R$ 1.250,00', 'R$ 1.250,50'])
    const [asked] = await shown(['100,000', '7'])
    expect(asked).toBe(
      'Pode ser 100.000 ou 100, conforme o sinal separe milhares ou decimais. Escreva 100000 ou 100,0000.',
    )
    expect(await shown(['1.250', '1,250.00', '1.250,00'])).toEqual([
      expect.stringContaining('Pode ser 1.250 ou 1,25'),
      'R$ 1.250,00',
      'R$ 1.250,00',
    ])
  })

  test('a number that may be two is asked about once, and one answer reads the column', async () => {
    const capital = 'Capital social (R$)'
    const shown = async (uuid: string) => (await readAs(uuid, capital)).map(text => text?.replaceAll('\u00a0', ' '))
    const uuid = await judged('clients', clients('Capital social', ['1.250', '980', '2.100']))
    expect((await preview(uuid)).groups).toMatchObject([{ label: capital, rule: 'duvida', rows: 2 }])
    const answer = (body: object) => call('PUT', `imports/${uuid}/corrigir`, { at: 2, ...body })
    expect((await answer({})).status).toBe(422)
    expect((await answer({ sign: ',', order: 'dia' })).status).toBe(422)
    expect((await answer({ sign: ';' })).status).toBe(422)
    expect((await call('PUT', `imports/${uuid}/corrigir`, { at: 9, sign: ',' })).status).toBe(422)
    expect((await answer({ sign: ',' })).body.message).toBe('3 linhas de novo em conferência.')
    expect(await shown(uuid)).toEqual(['R$ 1.250,00', 'R$ 980,00', 'R$ 2.100,00'])
    await answer({ sign: '.' })
    expect(await shown(uuid)).toEqual(['R$ 1,25', 'R$ 980,00', 'R$ 2,10'])
  })

  test('dates that contradict are read by one answer as well, and those of one order as they are', async () => {
    const uuid = await judged('clients', clients(opening, ['12/03/2018', '07/30/2019', '25/11/2016', '05/05/2020']))
    expect((await preview(uuid)).groups).toMatchObject([{ rule: 'duvida', rows: 1 }])
    await call('PUT', `imports/${uuid}/corrigir`, { at: 2, order: 'mes' })
    expect(await readAs(uuid, opening)).toEqual(['03/12/2018', '30/07/2019', '25/11/2016', '05/05/2020'])
    await call('PUT', `imports/${uuid}/corrigir`, { at: 2, order: 'dia' })
    expect(await readAs(uuid, opening)).toEqual(['12/03/2018', '30/07/2019', '25/11/2016', '05/05/2020'])
  })

  test('days alone in Brazil’s order are read so, unasked', async () => {
    expect(await readAs(await judged('clients', clients(opening, ['03/04/2016', '05/06/2017'])), opening)).toEqual([
      '03/04/2016',
      '05/06/2017',
    ])
  })

  test('a municipality with its state, or its code, in one cell', async () => {
    const written = [
      'Planalto/Bahia',
      'BA - Planalto',
      '2925006 - Planalto',
      'Planalto, BA',
      'Planalto (BA)',
      '2925006',
    ]
    for (const title of ['Cidade/UF', 'Município - UF', 'Cidade']) {
      const uuid = await judged('clients', clients(title, written))
      expect([title, await readAs(uuid, 'Município')]).toEqual([title, written.map(() => 'Planalto/BA')])
    }
  })

  test('an opening of the last century is read as such, and none is to come', async () => {
    const uuid = await judged('clients', clients(opening, ['15/03/98', '01/07/05', '30/11/87', '15/03/2098']))
    expect(await readAs(uuid, opening)).toEqual([
      '15/03/1998',
      '01/07/2005',
      '30/11/1987',
      'Este dia ainda não chegou. Confira a data.',
    ])
    const { body } = await call('POST', 'clients', { name: 'Futuro', document: fresh(), opening_data: '2098-03-15' })
    expect(body.errors).toEqual({ opening_data: ['Este dia ainda não chegou. Confira a data.'] })
  })
})

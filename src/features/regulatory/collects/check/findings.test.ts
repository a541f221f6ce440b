import { expect, test } from 'vitest'
import { findingsOf, subjectOf, type Evidence } from '#features/regulatory/collects/check/findings.ts'
import { linesFound } from '#features/regulatory/collects/check/lines.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { scm, stfc, type Siglas } from '#features/regulatory/anatel/layouts.ts'

const ref = (id: number, name: string) => ({ id, uuid: '', name })
type Access = Collect['locations'][number]['accesses_ordered'][number]
const place = (state: string, amount: number, more: Partial<Access> = {}): Collect['locations'][number] => ({
  id: 1,
  uuid: '',
  collect_id: 1,
  state,
  city_id: 1,
  city: ref(1, `Cidade/${state}`),
  accesses_ordered: [
    {
      id: 1,
      uuid: '',
      collect_location_id: 1,
      active: true,
      client_type: ref(1, 'Pessoa física'),
      client_type_id: 1,
      attendance_type: null,
      attendance_type_id: null,
      attendance_middle: ref(1, 'Fibra'),
      attendance_middle_id: 1,
      product_type: null,
      product_type_id: null,
      technology_type: null,
      technology_type_id: null,
      speed: null,
      amount,
      ...more,
    },
  ],
})
const money = (state: string, gross_billing: number) => ({ state, gross_billing })
interface Said {
  readonly locations: Collect['locations']
  readonly finances?: readonly ReturnType<typeof money>[]
}
const coleta = ({ locations, finances = [] }: Said): Collect =>
  Object.assign(Object.create(null), { year: 2026, month: 6, zeroed: false, locations, finances })

const judge = (said: Said, more: Partial<Evidence> = {}) =>
  findingsOf({
    collect: coleta(said),
    before: null,
    lines: [],
    unwritable: null,
    notes: [],
    threshold: 30,
    sameSince: { year: 2026, month: 6 },
    patience: 6,
    ...more,
  })
const messages = (...asked: Parameters<typeof judge>) =>
  judge(...asked).map(({ severity, message }) => `${severity}: ${message}`)

test('accesses that stood still too long are doubted, and fewer months are not', () => {
  const said = { locations: [place('BA', 90)] }
  const still = (month: number, year = 2026) => messages(said, { sameSince: { year, month } })
  expect(still(1)).toContain('atencao: Sem mudança há 6 meses: os mesmos acessos desde jan/2026.')
  expect(still(8, 2025)).toContain('atencao: Sem mudança há 11 meses: os mesmos acessos desde ago/2025.')
  expect(still(2).join()).not.toContain('Sem mudança')
  expect(messages({ locations: [place('BA', 0)] }, { sameSince: { year: 2025, month: 1 } }).join()).not.toContain(
    'Sem mudança',
  )
})

test('money without accesses and accesses without money are told, once there is money at all', () => {
  const locations = [place('BA', 90), place('MG', 3)]
  expect(messages({ locations, finances: [money('BA', 100), money('SP', 10), money('RJ', 0)] })).toEqual(
    expect.arrayContaining([
      'atencao: Há faturamento em SP e nenhum acesso.',
      'dica: Há acessos em MG e nenhum faturamento.',
    ]),
  )
  expect(messages({ locations }).join()).not.toContain('nenhum faturamento')
  const [unserved] = judge({ locations, finances: [money('BA', 100), money('SP', 10)] })
  expect(unserved).toMatchObject({ key: 'sem-acessos:SP', field: 'finances.1.gross_billing' })
})

test('how much is too much is the threshold given', () => {
  const before = coleta({ locations: [place('BA', 100)] })
  const jumped = (threshold: number) =>
    judge({ locations: [place('BA', 150)] }, { before, threshold }).some(({ key }) => key.startsWith('total:'))
  expect([jumped(30), jumped(49.9), jumped(50), jumped(60)]).toEqual([true, true, false, false])
})

test('a municipality that vanished and a technology nobody had are told, and what stayed is not', () => {
  const before = coleta({ locations: [place('BA', 40), place('MG', 12)] })
  const locations = [place('BA', 40, { technology_type: ref(2, 'NR') })]
  const said = messages({ locations }, { before })
  expect(said).toContain('atencao: Cidade/MG sumiu: tinha 12 acessos no mês anterior.')
  expect(said).toContain('atencao: A tecnologia NR não estava no mês anterior.')
  expect(said.filter(each => /Cidade\/BA|O meio/.test(each))).toEqual([])
  expect(messages({ locations: before.locations }, { before }).join()).not.toMatch(/sumiu|não estava/)
})

test('what a finding is about is the same whatever its figures', () => {
  const about = (is: number, was: number) =>
    judge(
      { locations: [place('BA', is)], finances: [money('BA', is)] },
      { before: coleta({ locations: [place('BA', was)], finances: [money('BA', was)] }) },
    ).map(({ key }) => subjectOf(key))
  expect(about(300, 100)).toEqual(['total', 'municipio:Cidade/BA', 'faturamento:BA'])
  expect(about(900, 300)).toEqual(about(300, 100))
})

const names = (...all: readonly (readonly [string, string | null])[]) =>
  new Map(all.map(([name, term], at) => [at + 1, { name, term }]))
const siglas: Siglas = {
  TIPO_CLIENTE: names(['Pessoa física', 'PF']),
  TIPO_ATENDIMENTO: names(['Urbano', 'URBANO']),
  TIPO_MEIO: names(['Fibra', 'fibra'], ['Rádio', 'radio']),
  TIPO_PRODUTO: names(['Internet', 'internet'], ['Novo', null], ['Quebrado', 'a;b']),
  TIPO_TECNOLOGIA: names(['FTTH', 'FTTH'], ['Wi-Fi', 'Wi-Fi']),
}
const right: Partial<Access> = {
  attendance_type: ref(1, 'Urbano'),
  attendance_type_id: 1,
  product_type: ref(1, 'Internet'),
  product_type_id: 1,
  technology_type: ref(1, 'FTTH'),
  technology_type_id: 1,
  speed: 100,
}
const wifi: Partial<Access> = { technology_type: ref(2, 'Wi-Fi'), technology_type_id: 2 }
const lines = (accesses: readonly Partial<Access>[], layout = scm) => {
  const locations = [
    {
      ...place('BA', 3),
      accesses_ordered: accesses.flatMap(each => place('BA', 3, { ...right, ...each }).accesses_ordered),
    },
  ]
  return linesFound({ collect: { locations }, layout, siglas })
}

test('each line is judged as a row of a file is, with the cell to look at, what it says, and how to put it right', () => {
  expect(lines([{}, { speed: 20_480 }, { amount: 0 }, wifi])).toEqual([
    {
      key: 'speed-kbps:Cidade/BA:Pessoa física · Urbano · Fibra · Internet · FTTH:20480:3',
      severity: 'atencao',
      field: 'locations.0.accesses_ordered.1.speed',
      message:
        'Cidade/BA, linha 2 (Pessoa física · Urbano · Fibra · Internet · FTTH · 20.480\u00a0Mbps · 3 acessos). Velocidade: parece estar em Kbps. A coleta é em Mbps: confira.',
      fix: 'Se está em Kbps, escreva 20.',
    },
    expect.objectContaining({
      severity: 'atencao',
      field: 'locations.0.accesses_ordered.2.amount',
      message: expect.stringContaining('Acessos: zero acessos só faz sentido em coleta zerada.'),
    }),
    expect.objectContaining({
      severity: 'dica',
      field: 'locations.0.accesses_ordered.3.technology_type_id',
      message: expect.stringContaining('Tecnologia: não é comum com o meio fibra.'),
    }),
  ])
  expect(lines([{}])).toEqual([])
  expect(lines([{ amount: 0 }, { amount: 0 }])).toEqual([])
})

test('all that is missing or cannot be written is told, and only what the layout asks', () => {
  const wrong = lines([
    { technology_type_id: null, technology_type: null, speed: null },
    { product_type_id: 2, speed: 0 },
    { product_type_id: 3 },
    { amount: 100_000_000 },
  ])
  expect(
    wrong.map(({ severity, field }) => `${severity} ${field?.replace('locations.0.accesses_ordered.', '')}`),
  ).toEqual([
    'impede 0.technology_type_id',
    'impede 0.speed',
    'impede 1.product_type_id',
    'impede 1.speed',
    'impede 2.product_type_id',
    'impede 3.amount',
  ])
  expect(wrong[2]?.message).toContain('“Novo” está sem a sigla que vai na coluna TIPO_PRODUTO.')
  expect(wrong[4]?.message).toContain('"a;b" não pode ser escrito.')
  expect(lines([{ technology_type_id: null, product_type_id: 2, speed: null }], stfc)).toEqual([])
})

test('what thousands of lines say alike is said once, with the first of them, and anew when the lines are others', () => {
  const many = (speed: number) => lines(Array.from({ length: 5_000 }, (_, at) => ({ speed: speed + at })))
  const [found, ...others] = many(20_480)
  expect(others).toEqual([])
  expect(found).toMatchObject({ severity: 'atencao', field: 'locations.0.accesses_ordered.0.speed' })
  expect(found?.message).toMatch(
    /^5\.000 linhas\. Velocidade: parece estar em Kbps\..* As primeiras: Cidade\/BA, linha 1 /,
  )
  expect(found?.message.match(/linha \d/g)).toEqual(['linha 1', 'linha 2', 'linha 3'])
  expect(many(20_480)[0]?.key).toBe(found?.key)
  expect(many(20_481)[0]?.key).not.toBe(found?.key)
  expect(new Set(lines([{ speed: 20_480 }, { speed: 20_480 }]).map(({ key }) => key)).size).toBe(2)
})

test('what blocks a line comes first, and what is good to know of one among the last', () => {
  const locations = [place('BA', 90)]
  const found = judge({ locations }, { lines: lines([wifi, { speed: 20_480 }, { product_type_id: 2 }]) })
  expect(found.map(({ severity }) => severity)).toEqual(['impede', 'atencao', 'dica', 'dica', 'dica'])
})

test('what grew leads to the number that grew the most', () => {
  const two = (first: number, second: number) => {
    const [one, other] = [place('SP', first), place('SP', second, { speed: 300 })]
    return { ...one, accesses_ordered: [...one.accesses_ordered, ...other.accesses_ordered] }
  }
  const before = coleta({ locations: [place('BA', 50), two(40, 10)] })
  const found = judge({ locations: [place('BA', 50), two(41, 200)] }, { before })
  expect(found.filter(({ key }) => /^(total|municipio):/.test(key)).map(({ field }) => field)).toEqual([
    'locations.1.accesses_ordered.1.amount',
    'locations.1.accesses_ordered.1.amount',
  ])
})

test('of a coleta without accesses nothing is compared: that it is empty says all of it', () => {
  const before = coleta({ locations: [place('SP', 80)] })
  expect(messages({ locations: [] }, { before }).filter(each => !each.startsWith('dica'))).toEqual([
    'impede: A coleta não tem acessos.',
  ])
})

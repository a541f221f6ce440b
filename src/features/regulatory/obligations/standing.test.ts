import { expect, test } from 'vitest'
import type { Filing, Holding } from '#features/regulatory/collects/coleta/holding.ts'
import { dutiesBetween } from '#features/regulatory/obligations/duties.ts'
import { rules } from '#features/regulatory/obligations/rules.ts'
import { standingsOf, type Done } from '#features/regulatory/obligations/standing.ts'

const holding = (more: Partial<Holding> = {}): Holding => ({
  fistel: { id: 1, uuid: 'f1', name: '50400000001' },
  client: { id: 7, uuid: 'c7', name: 'Vale Net' },
  empresa: null,
  service: 'SCM',
  term: '045',
  regime: 'lucro-real',
  licensed: false,
  lapsed: null,
  stretches: [{ since: '2025-01-10', until: null }],
  first: null,
  ...more,
})
interface Given {
  readonly holdings?: readonly Holding[]
  readonly filings?: readonly Filing[]
  readonly done?: readonly Done[]
  readonly from?: string
  readonly outside?: boolean
}
/** 'fust 2026-10 a-fazer', for every item of a span. */
const said = (
  from: string,
  to: string,
  today: string,
  { holdings = [holding()], filings = [], done = [], from: since, outside }: Given = {},
) =>
  standingsOf(
    dutiesBetween(rules, from, to),
    { holdings, filings, done, from: since ?? null, ...(outside && { outside }) },
    today,
  ).flatMap(({ duty: { rule, period }, items }) => items.map(({ situation }) => `${rule.id} ${period} ${situation}`))
const november = (given: Given, today = '2026-11-12') => said('2026-11-01', '2026-11-30', today, given)

test('what is past its day is late, what is not is to do', () => {
  expect(november({})).toEqual(['fust 2026-10 atrasada', 'acessos 2026-10 a-fazer', 'funttel 2026-10 a-fazer'])
  // Told for Friday the 13th, late only after Sunday the 15th.
  expect(november({}, '2026-11-15')).toContain('acessos 2026-10 a-fazer')
  expect(november({}, '2026-11-16')).toContain('acessos 2026-10 atrasada')
})

test.each([
  ['em-aberto', 'atrasada'],
  ['aguardando-cliente', 'atrasada'],
  ['em-conferencia', 'a-fazer'],
  ['finalizado', 'a-fazer'],
  ['com-erro', 'a-fazer'],
] as const)(
  'to people of the client a month past its day, %s, is %s: what the house owes is never late',
  (step, situation) => {
    const filing: Filing = { fistel_id: 1, uuid: 'k', year: 2026, month: 10, step, zeroed: false, sent_on: null }
    expect(november({ filings: [filing], outside: true }, '2026-12-05')).toEqual([
      'fust 2026-10 a-fazer',
      `acessos 2026-10 ${situation}`,
      'funttel 2026-10 a-fazer',
    ])
    expect(november({ outside: true }, '2026-12-05')).toContain('acessos 2026-10 a-fazer')
  },
)

test('Simples Nacional owes neither FUST nor FUNTTEL, and the rest as everybody', () => {
  expect(november({ holdings: [holding({ regime: 'simples-nacional' })] })).toEqual(['acessos 2026-10 a-fazer'])
  // Nobody said the regime: told, rather than missed.
  expect(november({ holdings: [holding({ regime: null })] })).toHaveLength(3)
})

test.each([
  ['enviada', 'feita'],
  ['processada', 'feita'],
  ['dispensada', 'dispensada'],
  ['finalizado', 'atrasada'],
  ['com-erro', 'atrasada'],
] as const)('a coleta that is %s leaves the file %s', (step, situation) => {
  const filing: Filing = { fistel_id: 1, uuid: 'k', year: 2026, month: 10, step, zeroed: false, sent_on: null }
  expect(november({ filings: [filing] }, '2026-11-20')).toContain(`acessos 2026-10 ${situation}`)
})

test('each fistel has its own file; FUST is the client’s, whatever the number of fistels', () => {
  const other = holding({ fistel: { id: 2, uuid: 'f2', name: '50400000002' }, service: 'STFC', term: '171' })
  expect(november({ holdings: [holding(), other] })).toEqual([
    'fust 2026-10 atrasada',
    'acessos 2026-10 a-fazer',
    'acessos 2026-10 a-fazer',
    'funttel 2026-10 a-fazer',
  ])
  expect(november({ holdings: [holding({ term: '019' })] })).toEqual([])
})

test('who left in March owes what speaks of March, and nothing after', () => {
  const left = { holdings: [holding({ stretches: [{ since: '2025-01-10', until: '2026-03-10' }], licensed: true })] }
  expect(said('2026-04-01', '2026-04-30', '2026-06-01', left)).toEqual([
    'fust 2026-03 atrasada',
    'acessos 2026-03 atrasada',
    'funttel 2026-03 atrasada',
  ])
  expect(said('2026-05-01', '2026-12-31', '2026-06-01', left)).toEqual([])
  // The taxes of 31 March fell due after they had left.
  expect(said('2026-03-01', '2026-03-31', '2026-06-01', left).some(line => line.startsWith('tff'))).toBe(false)
})

test('nothing is asked from before the client was on record, nor before the day the house began; a first coleta is', () => {
  const since = (day: string) => holding({ stretches: [{ since: day, until: null }] })
  // The month that was still to be filed when they came is theirs, with what is paid of it; none before it is.
  expect(november({ holdings: [since('2026-11-11')] })).toEqual(['acessos 2026-10 a-fazer', 'funttel 2026-10 a-fazer'])
  expect(november({ holdings: [since('2026-11-16')] })).toEqual([])
  expect(november({ holdings: [{ ...since('2026-11-16'), first: { year: 2026, month: 9 } }] })).toEqual([
    'acessos 2026-10 a-fazer',
    'funttel 2026-10 a-fazer',
  ])
  expect(november({ from: '2026-11-20' })).toEqual(['acessos 2026-10 a-fazer', 'funttel 2026-10 a-fazer'])
  expect(november({ from: '2020-01-01' })).toHaveLength(3)
})

test('only who has licensed stations pays for them', () => {
  const march = (licensed: boolean) =>
    said('2026-03-31', '2026-03-31', '2026-03-01', { holdings: [holding({ licensed })] }).map(
      line => line.split(' ')[0],
    )
  expect(march(true)).toEqual(expect.arrayContaining(['tff', 'cfrp', 'condecine']))
  expect(march(false)).not.toContain('tff')
})

test('what was said to be done is done, even of who owes it no more', () => {
  const done = [{ client_id: 7, obligation: 'fust', period: '2026-10', done_on: '2026-11-09', note: null, by: 'Ana' }]
  expect(november({ done })).toContain('fust 2026-10 feita')
  expect(november({ done, holdings: [holding({ regime: 'simples-nacional' })] })).toContain('fust 2026-10 feita')
})

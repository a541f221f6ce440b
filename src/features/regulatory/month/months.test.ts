import { expect, test } from 'vitest'
import type { Filing, Holding } from '#features/regulatory/collects/coleta/holding.ts'
import type { MonthCell } from '#features/regulatory/month/schema.ts'
import { cellOf, tallyOf, yearRows, yearTo } from '#features/regulatory/month/months.ts'
import type { MonthOutcome } from '#features/regulatory/month/outcomes.ts'

const holding: Holding = {
  fistel: { id: 1, uuid: 'f', name: '50400000001' },
  client: { id: 1, uuid: 'c', name: 'Vale Net' },
  empresa: null,
  service: 'SCM',
  term: '045',
  regime: null,
  licensed: false,
  lapsed: null,
  stretches: [{ since: '2026-01-20', until: null }],
  first: null,
}
const march = { year: 2026, month: 3 }
const filing = (more: Partial<Filing>): Filing => ({
  ...march,
  fistel_id: 1,
  uuid: 'k',
  step: 'processada',
  zeroed: false,
  sent_on: '2026-04-10',
  ...more,
})

test.each<[string, Partial<Filing> | null, MonthOutcome, boolean]>([
  ['sent on the 10th', {}, 'prazo', false],
  ['sent on its last day', { sent_on: '2026-04-15' }, 'prazo', false],
  ['sent the day after', { sent_on: '2026-04-16' }, 'atrasada', true],
  ['zeroed', { zeroed: true }, 'zerada', false],
  ['zeroed late', { zeroed: true, sent_on: '2026-05-01' }, 'zerada', true],
  ['waived', { step: 'dispensada', sent_on: null }, 'dispensada', false],
  ['ready and never sent', { step: 'finalizado', sent_on: null }, 'ausente', false],
  ['refused by the agency', { step: 'com-erro' }, 'ausente', false],
  ['never opened', null, 'ausente', false],
])('March %s is told', (_, more, outcome, late) => {
  const cell = cellOf(holding, more ? filing(more) : undefined, march, '2026-06-01')
  expect(cell).toEqual({ outcome, late, collect: more ? 'k' : null })
})

test('until its last day a month is only open', () => {
  expect(cellOf(holding, undefined, march, '2026-04-15').outcome).toBe('aberta')
  expect(cellOf(holding, undefined, march, '2026-04-16').outcome).toBe('ausente')
})

test('who left in March is not expected in April', () => {
  const left = { ...holding, stretches: [{ since: '2026-01-20', until: '2026-03-05' }] }
  const april = { year: 2026, month: 4 }
  expect(cellOf(left, undefined, april, '2026-12-01').outcome).toBe('nao-esperada')
  // What was delivered all the same is told.
  expect(cellOf(left, filing({ ...april }), april, '2026-12-01').outcome).toBe('prazo')
})

test('a year ends where it is asked to; who owed none of it has no row', () => {
  const months = yearTo({ year: 2026, month: 2 })
  expect([months[0], months[11], months.length]).toEqual([{ year: 2025, month: 3 }, { year: 2026, month: 2 }, 12])
  const gone = { ...holding, stretches: [{ since: '2020-01-01', until: '2024-05-01' }] }
  const rows = yearRows([holding, gone], [], months, '2026-03-16')
  expect(rows.map(({ cells }) => cells.map(({ outcome }) => outcome).slice(-3))).toEqual([
    ['nao-esperada', 'ausente', 'ausente'],
  ])
})

const cells = (outcome: MonthOutcome, n: number, late = outcome === 'atrasada'): readonly MonthCell[] =>
  Array.from({ length: n }, () => ({ outcome, late, collect: null }))

test.each([[[1, 1, 1]], [[1, 2, 4]], [[299, 1, 0]], [[7, 11, 13]], [[0, 0, 5]], [[166, 167, 667]]])(
  'the three outcomes of %o add up to 100',
  ([onTime = 0, late = 0, missing = 0]) => {
    const tally = tallyOf([...cells('prazo', onTime), ...cells('atrasada', late), ...cells('ausente', missing)])
    expect(tally?.due).toBe(onTime + late + missing)
    expect((tally?.onTime ?? 0) + (tally?.late ?? 0) + (tally?.missing ?? 0)).toBe(100)
    expect(Math.abs((tally?.onTime ?? 0) - (onTime * 100) / (onTime + late + missing))).toBeLessThan(1)
  },
)

test('zero declared counts as delivered, in time or late; what is not owed, or not over, counts for nothing', () => {
  const all = [...cells('zerada', 1), ...cells('zerada', 1, true), ...cells('prazo', 1), ...cells('ausente', 1)]
  const aside = [...cells('dispensada', 5), ...cells('aberta', 5), ...cells('nao-esperada', 5)]
  expect(tallyOf([...all, ...aside])).toEqual({ due: 4, onTime: 50, late: 25, missing: 25 })
  expect(tallyOf(aside)).toBeNull()
})

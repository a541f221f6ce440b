import { expect, test } from 'vitest'
import {
  accessesByMonth,
  bandOf,
  reportOf,
  wholeName as all,
  type AccessCount,
} from '#features/regulatory/collects/report/report.ts'

interface Access {
  readonly municipality?: string
  readonly technology?: string | null
  readonly medium?: string
  readonly speed?: number | null
}
/** Accesses of a month of 2026 as they are counted, once for each way of telling them apart. */
function told(month: number, amount: number, more: Access = {}): readonly AccessCount[] {
  const { municipality = 'Taubaté/SP', technology = 'FTTH', medium = 'Fibra', speed = 300 } = more
  const of = { year: 2026, month, amount }
  return [
    { ...of, dimension: 'municipality', name: municipality },
    { ...of, dimension: 'technology', name: technology },
    { ...of, dimension: 'medium', name: medium },
    { ...of, dimension: 'band', name: speed === null ? null : String(speed) },
    { ...of, dimension: 'total', name: all },
  ]
}

test.each([
  [1, 'Até 34 Mbps'],
  [34, 'Até 34 Mbps'],
  [34.5, 'De 34 a 100 Mbps'],
  [1_000, 'De 600 a 1.000 Mbps'],
  [1_000.001, 'Acima de 1.000 Mbps'],
])('%d Mbps is told as %s', (speed, band) => expect(bandOf(speed)).toBe(band))

test('twelve months end in the coleta’s own, and a month without one is not a month of zero', () => {
  const known = [4, 6].map(month => ({ year: 2026, month }))
  const { months, total } = reportOf({ year: 2026, month: 6 }, known, [told(4, 10), told(6, 7), told(6, 5)].flat())
  expect([months[0], months.at(-1)]).toEqual([
    { year: 2025, month: 7 },
    { year: 2026, month: 6 },
  ])
  expect(total.values.slice(-4)).toEqual([null, 10, null, 12])
})

test('each way of telling them apart adds up to the whole, the largest of the last month first', () => {
  const known = [{ year: 2026, month: 6 }]
  const counted = [
    told(6, 5, { technology: 'Wi-Fi', medium: 'Rádio', speed: 20 }),
    told(6, 30, { municipality: 'Tremembé/SP' }),
    told(6, 9, { speed: 1_200 }),
  ].flat()
  const { total, by } = reportOf({ year: 2026, month: 6 }, known, counted)
  for (const series of Object.values(by))
    expect(series.reduce((sum, { values }) => sum + (values.at(-1) ?? 0), 0)).toBe(total.values.at(-1))
  expect(by.municipality.map(({ name }) => name)).toEqual(['Tremembé/SP', 'Taubaté/SP'])
  expect(by.band.map(({ name }) => name)).toEqual(['Até 34 Mbps', 'De 100 a 300 Mbps', 'Acima de 1.000 Mbps'])
})

test('the accesses of a client end in the last month that has any, and a gap is not a month of zero', () => {
  expect(accessesByMonth([])).toEqual([])
  const counted = [
    { year: 2026, month: 11, accesses: 0 },
    { year: 2026, month: 2, accesses: 30 },
    { year: 2025, month: 12, accesses: 20 },
  ]
  expect(accessesByMonth(counted)).toEqual([
    { year: 2025, month: 12, accesses: 20 },
    { year: 2026, month: 1, accesses: null },
    { year: 2026, month: 2, accesses: 30 },
  ])
  const long = Array.from({ length: 40 }, (_, i) => ({
    year: 2023 + Math.floor(i / 12),
    month: (i % 12) + 1,
    accesses: i + 1,
  }))
  const shown = accessesByMonth(long)
  expect([shown.length, shown[0]?.accesses, shown.at(-1)?.accesses]).toEqual([24, 17, 40])
})

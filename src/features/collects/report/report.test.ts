import { expect, test } from 'vitest'
import { bandOf, reportOf, type Counted } from '#features/collects/report/report.ts'

const row = (month: number, amount: number, more: Partial<Counted> = {}): Counted => ({
  year: 2026,
  month,
  municipality: 'Taubaté/SP',
  technology: 'FTTH',
  medium: 'Fibra',
  speed: 300,
  amount,
  ...more,
})

test.each([
  [1, 'Até 34 Mbps'],
  [34, 'Até 34 Mbps'],
  [34.5, 'De 34 a 100 Mbps'],
  [1_000, 'De 600 a 1.000 Mbps'],
  [1_000.001, 'Acima de 1.000 Mbps'],
])('%d Mbps is told as %s', (speed, band) => expect(bandOf(speed)).toBe(band))

test('twelve months end in the coleta’s own, and a month without one is not a month of zero', () => {
  const known = [4, 6].map(month => ({ year: 2026, month }))
  const { months, total } = reportOf({ year: 2026, month: 6 }, known, [row(4, 10), row(6, 7), row(6, 5)])
  expect([months[0], months.at(-1)]).toEqual([
    { year: 2025, month: 7 },
    { year: 2026, month: 6 },
  ])
  expect(total.values.slice(-4)).toEqual([null, 10, null, 12])
})

test('each way of telling them apart adds up to the whole, the largest of the last month first', () => {
  const known = [{ year: 2026, month: 6 }]
  const counted = [
    row(6, 5, { technology: 'Wi-Fi', medium: 'Rádio', speed: 20 }),
    row(6, 30, { municipality: 'Tremembé/SP' }),
    row(6, 9, { speed: 1_200 }),
  ]
  const { total, by } = reportOf({ year: 2026, month: 6 }, known, counted)
  for (const series of Object.values(by))
    expect(series.reduce((sum, { values }) => sum + (values.at(-1) ?? 0), 0)).toBe(total.values.at(-1))
  expect(by.municipality.map(({ name }) => name)).toEqual(['Tremembé/SP', 'Taubaté/SP'])
  expect(by.band.map(({ name }) => name)).toEqual(['Até 34 Mbps', 'De 100 a 300 Mbps', 'Acima de 1.000 Mbps'])
})

import { expect, test } from 'vitest'
import { distance, monthName, shortDay, weeksOf } from '#features/regulatory/obligations/when.ts'

test.each([
  [{ year: 2026, month: 11 }, '2026-11-01', '2026-12-05', 5],
  [{ year: 2026, month: 2 }, '2026-02-01', '2026-02-28', 4],
  [{ year: 2026, month: 8 }, '2026-07-26', '2026-09-05', 6],
])('the weeks of %o go from %s to %s', (month, first, last, weeks) => {
  const found = weeksOf(month)
  expect([found[0]?.[0], found.at(-1)?.[6], found.length]).toEqual([first, last, weeks])
})

test.each([
  ['2026-11-10', 'hoje'],
  ['2026-11-11', 'amanhã'],
  ['2026-11-09', 'ontem'],
  ['2026-12-10', 'em 30 dias'],
  ['2026-11-01', 'há 9 dias'],
])('seen from 10 November, %s is %s', (day, said) => expect(distance(day, '2026-11-10')).toBe(said))

test('days and months are said as people say them', () => {
  expect(shortDay('2026-11-10')).toBe('ter., 10 de nov.')
  expect(monthName({ year: 2026, month: 3 })).toBe('março de 2026')
})

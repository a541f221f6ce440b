import { expect, test } from 'vitest'
import * as period from '#parts/period/period.ts'

test('months follow one another across the year', () => {
  expect(period.next({ year: 2026, month: 12 })).toEqual({ year: 2027, month: 1 })
  expect(period.previous({ year: 2026, month: 1 })).toEqual({ year: 2025, month: 12 })
  expect(period.shift({ year: 2026, month: 3 }, -27)).toEqual({ year: 2023, month: 12 })
  expect(period.compare({ year: 2025, month: 12 }, { year: 2026, month: 1 })).toBeLessThan(0)
  expect(period.periodOf('2026-03-31')).toEqual({ year: 2026, month: 3 })
})

test.each([
  [{ year: 2026, month: 2 }, '2026-02-28'],
  [{ year: 2024, month: 2 }, '2024-02-29'],
  [{ year: 2026, month: 4 }, '2026-04-30'],
  [{ year: 2026, month: 5 }, '2026-05-31'],
  [{ year: 2026, month: 12 }, '2026-12-31'],
])('%j ends on %s', (given, day) => {
  expect(period.lastDay(given)).toBe(day)
})

test('a month is due on day 15 of the next, wanted by day 12, and late only after', () => {
  const december = { year: 2026, month: 12 }
  expect(period.label(december)).toBe('dez/2026')
  expect(period.dueDay(december)).toBe('2027-01-15')
  expect(period.cutoffDay(december)).toBe('2027-01-12')
  expect([period.isLate(december, '2027-01-15'), period.isLate(december, '2027-01-16')]).toEqual([false, true])
})

test.each([
  [{ year: 2026, month: 9 }, '2026-10-09', '2026-10-30'],
  [{ year: 2026, month: 10 }, '2026-11-10', '2026-11-30'],
  [{ year: 2026, month: 1 }, '2026-02-10', '2026-02-27'],
])('of %o FUST is due on %s and FUNTTEL on %s', (of, fust, funttel) => {
  expect([period.fustDay(of), period.funttelDay(of)]).toEqual([fust, funttel])
})

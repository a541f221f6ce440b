import { expect, test } from 'vitest'
import { dayAfter } from '#kernel/clock.ts'
import { previous } from '#parts/period/period.ts'
import { firstMonth, owes, type Tenure } from '#parts/tenure/tenure.ts'
import type { Period } from '#parts/period/period.ts'

const tenure = (stretches: Tenure['stretches'], first: Period | null = null): Tenure => ({ stretches, first })
/** Of the twelve months of 2026, those owed. */
const owed = (of: Tenure) =>
  Array.from({ length: 12 }, (_, n) => n + 1).filter(month => owes(of, { year: 2026, month }))

test('who left in March owes March, and no more', () => {
  expect(owed(tenure([{ since: '2025-06-01', until: '2026-03-01' }]))).toEqual([1, 2, 3])
  expect(owed(tenure([{ since: '2025-06-01', until: '2026-02-28' }]))).toEqual([1, 2])
})

test('who came while a month was still to be filed owes it', () => {
  expect(owed(tenure([{ since: '2026-10-15', until: null }]))).toEqual([9, 10, 11, 12])
  expect(owed(tenure([{ since: '2026-10-16', until: null }]))).toEqual([10, 11, 12])
})

test('a first coleta typed in for an earlier month says they were there', () => {
  const since = [{ since: '2026-10-20', until: null }]
  expect(owed(tenure(since, { year: 2026, month: 8 }))).toEqual([8, 9, 10, 11, 12])
  // One typed in later says nothing.
  expect(owed(tenure(since, { year: 2026, month: 12 }))).toEqual([10, 11, 12])
  expect(owed(tenure([], { year: 2026, month: 8 }))).toEqual([])
})

test('who was out of use in between owes nothing of then, whatever was filed before', () => {
  const away = [
    { since: '2025-01-10', until: '2026-02-10' },
    { since: '2026-09-20', until: null },
  ]
  expect(owed(tenure(away, { year: 2025, month: 1 }))).toEqual([1, 2, 9, 10, 11, 12])
})

test('the first month of whoever came on a day is the first one they owe, on every day of a year', () => {
  const days = Array.from({ length: 366 }, (_, i) => dayAfter('2026-11-01', i))
  for (const since of days) {
    const month = firstMonth(since)
    const held = tenure([{ since, until: null }])
    expect([since, owes(held, month), owes(held, previous(month))]).toEqual([since, true, false])
  }
})

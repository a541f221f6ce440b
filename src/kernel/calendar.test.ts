import { expect, test } from 'vitest'
import { bankDayUpTo, isBankDay } from '#kernel/calendar.ts'

test.each([
  '2026-11-20',
  '2026-12-25',
  '2027-01-01',
  '2026-06-04',
  '2026-11-15',
  '2026-04-03',
  '2026-02-16',
  '2026-02-17',
  '2027-02-08',
  '2026-11-21',
])('banks are closed on %s', day => expect(isBankDay(day)).toBe(false))
test.each(['2026-11-23', '2026-12-28', '2027-01-04', '2026-06-05', '2026-11-16', '2026-04-06', '2026-02-18'])(
  'banks are open on %s',
  day => expect(isBankDay(day)).toBe(true),
)
test.each([
  ['2026-11-30', '2026-11-30'],
  ['2026-10-31', '2026-10-30'],
  ['2026-02-17', '2026-02-13'],
  ['2027-01-01', '2026-12-31'],
])('what falls on %s is told for %s', (day, told) => expect(bankDayUpTo(day)).toBe(told))

import { expect, test } from 'vitest'
import { bucketOf } from '#features/regulatory/tasks/day.ts'
import { percentOf } from '#features/regulatory/tasks/board.ts'

test.each([
  // A Wednesday.
  ['2026-11-24', '2026-11-25', 'atrasadas'],
  ['2026-11-25', '2026-11-25', 'hoje'],
  ['2026-11-26', '2026-11-25', 'amanha'],
  ['2026-11-27', '2026-11-25', 'semana'],
  ['2026-11-29', '2026-11-25', 'semana'],
  ['2026-11-30', '2026-11-25', 'depois'],
  // A Sunday: its week ends with it.
  ['2026-11-30', '2026-11-29', 'amanha'],
  ['2026-12-01', '2026-11-29', 'depois'],
])('%s seen from %s is %s', (day, today, bucket) => {
  expect(bucketOf({ last_on: day, due_on: day }, today)).toBe(bucket)
})

test('the day the office wants it brings a thing up, and only its last day makes it late', () => {
  const on = (today: string) => bucketOf({ last_on: '2026-11-15', due_on: '2026-11-12' }, today)
  expect(['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-15', '2026-11-16'].map(on)).toEqual([
    'semana',
    'amanha',
    'hoje',
    'hoje',
    'atrasadas',
  ])
})

test('all of it alone is 100 %, and some of it is never 0', () => {
  expect([percentOf(0, 0), percentOf(3, 3), percentOf(0, 9), percentOf(1, 900), percentOf(899, 900)]).toEqual([
    100, 100, 0, 1, 99,
  ])
})

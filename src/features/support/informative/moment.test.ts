import { expect, test } from 'vitest'
import { localOf, momentAt } from '#features/support/informative/moment.ts'

test.each([
  ['2026-03-04T14:30', '2026-03-04T17:30:00.000Z'],
  ['2026-12-31T22:00', '2027-01-01T01:00:00.000Z'],
])('%s of Brasília is %s, and back', (local, instant) => {
  expect(momentAt(local)).toBe(instant)
  expect(localOf(instant)).toBe(local)
})

test.each(['', '2026-03-04', '2026-13-04T14:30', 'ontem'])('%o is no moment', given => {
  expect(momentAt(given)).toBeNull()
})

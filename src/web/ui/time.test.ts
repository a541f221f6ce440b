import { expect, test } from 'vitest'
import { ago, fullTime } from '#web/ui/time.ts'

const now = Date.parse('2026-03-10T15:00:00Z')

test.each([
  ['2026-03-10T14:59:30Z', 'agora'],
  ['2026-03-10T15:00:10Z', 'agora'],
  ['2026-03-10T14:55:00Z', 'há 5 min'],
  ['2026-03-10T12:59:00Z', 'há 2 h'],
  ['2026-03-07T12:00:00Z', 'há 3 dias'],
  ['2026-03-01T01:00:00Z', '28/02/2026'],
])('%s is said as %s', (instant, words) => {
  expect(ago(instant, now)).toBe(words)
})

test('the full time is São Paulo’s', () => {
  expect(fullTime('2026-03-01T01:00:00Z')).toBe('28/02/2026, 22:00')
})

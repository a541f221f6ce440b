import { describe, expect, test } from 'vitest'
import { copiesToRemove, lastPassing } from '#features/platform/maintenance/rotation.ts'

const at = (day: string, hour = 6) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
const now = at('2026-11-28', 12)
const copy = (takenAt: Date, isProven = true) => ({ takenAt, provenAt: isProven ? takenAt : null })
const daily = (count: number) =>
  Array.from({ length: count }, (_, i) => copy(new Date(at('2026-11-28').getTime() - i * 86_400_000)))

describe('copies that stay', () => {
  test('are the last of each of so many days, weeks and months', () => {
    const all = daily(200)
    const gone = new Set(copiesToRemove(all, { days: 7, weeks: 4, months: 6 }, now))
    const days = all.filter(each => !gone.has(each)).map(({ takenAt }) => takenAt.toISOString().slice(0, 10))
    expect(days).toEqual([
      ...['28', '27', '26', '25', '24', '23', '22'].map(day => `2026-11-${day}`),
      // The last of the weeks that end on Sundays, and of the months.
      '2026-11-15',
      '2026-11-08',
      '2026-10-31',
      '2026-09-30',
      '2026-08-31',
      '2026-07-31',
      '2026-06-30',
    ])
  })

  test('a second one of a day takes the place of the first', () => {
    const [first, second] = [copy(at('2026-11-28', 6)), copy(at('2026-11-28', 9))]
    expect(copiesToRemove([first, second], { days: 7, weeks: 4, months: 6 }, now)).toEqual([first])
  })

  test('the newest proven one stays, whatever the terms, and what is not proven until a newer one is', () => {
    const [proven, newer] = [copy(at('2020-01-01')), copy(at('2026-11-28'), false)]
    expect(copiesToRemove([proven, newer], { days: 1, weeks: 0, months: 0 }, now)).toEqual([])
    const older = copy(at('2019-01-01'), false)
    expect(copiesToRemove([proven, newer, older], { days: 1, weeks: 0, months: 0 }, now)).toEqual([older])
    expect(copiesToRemove([], { days: 1, weeks: 0, months: 0 }, now)).toEqual([])
  })
})

test.each([
  ['2026-11-28T05:59:59Z', '2026-11-27T06:00:00.000Z'],
  ['2026-11-28T06:00:00Z', '2026-11-28T06:00:00.000Z'],
  ['2026-11-28T23:30:00.500Z', '2026-11-28T06:00:00.000Z'],
])('at %s it was last three in Brasília at %s', (moment, passing) => {
  expect(lastPassing(new Date(moment), 3, 'America/Sao_Paulo').toISOString()).toBe(passing)
})

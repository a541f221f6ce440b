import { expect, test } from 'vitest'
import { dayIn } from '#kernel/clock.ts'
import { collecting } from '#parts/period/period.ts'
import { dayAhead, greeting } from '#features/platform/home/day.ts'

test.each([
  ['2026-11-20T12:00:00Z', 'Bom dia, Ana. Sexta, 20 de novembro · competência out/2026'],
  ['2026-11-20T15:00:00Z', 'Boa tarde, Ana. Sexta, 20 de novembro · competência out/2026'],
  ['2026-11-21T02:30:00Z', 'Boa noite, Ana. Sexta, 20 de novembro · competência out/2026'],
  ['2027-01-02T12:00:00Z', 'Bom dia, Ana. Sábado, 2 de janeiro · competência dez/2026'],
])('at %s the greeting is of the hour and the day in Brasília', (instant, words) => {
  expect(greeting('Ana Souza', new Date(instant))).toBe(words)
})

test('on the first night of a month in Greenwich, Brasília still collects the month before last', () => {
  expect(collecting(dayIn(new Date('2026-12-01T02:00:00Z')).day)).toEqual({ year: 2026, month: 10 })
})

test.each([
  ['2026-11-20', 'hoje'],
  ['2026-11-21', 'amanhã'],
  ['2026-12-03', '03/12'],
])('a birthday on %s is %s', (day, words) => {
  expect(dayAhead(day, new Date('2026-11-20T12:00:00Z'))).toBe(words)
})

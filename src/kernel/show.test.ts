import { expect, test } from 'vitest'
import * as show from '#kernel/show.ts'

const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

test('numbers are shown as Brazilians write them', () => {
  expect(spaced(show.showMoney(1234.56))).toBe('R$ 1.234,56')
  expect(spaced(show.showMoney(-0.5))).toBe('-R$ 0,50')
  expect(show.showDecimal(1234.5)).toBe('1.234,5')
  expect(show.showDecimal(1234.5, 2)).toBe('1.234,50')
  expect(show.showInteger(1234567)).toBe('1.234.567')
  expect(show.showPercent(18)).toBe('18,00\u00a0%')
  expect(show.showMeasure(10, 'Mbps')).toBe('10\u00a0Mbps')
})

test('a day never shifts and an instant is told in the time of Brasília', () => {
  expect(show.showDate('2026-12-10')).toBe('10/12/2026')
  expect(show.showInstant('2026-11-20T02:30:00Z')).toBe('19/11/2026 23:30')
  expect(show.showInstant('2018-01-15T12:00:00Z')).toBe('15/01/2018 10:00')
  expect([show.showDate('ontem'), show.showInstant('ontem')]).toEqual(['ontem', 'ontem'])
})

test.each([
  ['2026-11-20T11:59:30Z', 'agora'],
  ['2026-11-20T11:55:00Z', 'há 5 min'],
  ['2026-11-20T09:00:00Z', 'há 3 h'],
  ['2026-11-19T12:00:00Z', 'há 1 dia'],
  ['2026-11-13T11:00:00Z', 'há 7 dias'],
  ['2026-11-12T12:00:00Z', '12/11/2026'],
  ['2026-11-20T12:05:00Z', 'em 5 min'],
  ['quando?', 'quando?'],
])('seen at noon of 20/11/2026, %s is %s', (instant, said) => {
  expect(show.showAgo(instant, '2026-11-20T12:00:00Z')).toBe(said)
})

test('a competência is shown in figures, or short for charts', () => {
  expect(show.showCompetence(2026, 3)).toBe('03/2026')
  expect(show.showMonth(2026, 3)).toBe('mar/2026')
})

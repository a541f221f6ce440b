import { describe, expect, test } from 'vitest'
import { markedPieces } from '#features/platform/palette/mark.ts'
import { readPaletteWords } from '#features/platform/palette/words.ts'

const today = '2026-11-28'

describe('what somebody typed is read', () => {
  test.each([
    ['vale das águas', 'vale das águas'],
    ['São-Tomé S/A', 'São Tomé S A'],
    ['12.345.678/0001-90 net', '12.345.678/0001-90 net'],
    ['12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
    ['... % _', ''],
  ])('%j has the words %j', (typed, text) => expect(readPaletteWords(typed, today).text).toBe(text))

  test.each([
    ['#42', { value: 42, after: '#' }],
    ['42', { value: 42, after: '' }],
    ['OS 31', { value: 31, after: 'os' }],
    ['nº 240010', { value: 240_010, after: 'nº' }],
    ['vale 42 x', null],
    ['12345678901', null],
  ])('%j has the number %j', (typed, number) => expect(readPaletteWords(typed, today).number).toEqual(number))

  test.each([
    ['mar/2026', ['2026-3'], ''],
    ['03/2026 vale', ['2026-3'], 'vale'],
    ['março 2026 vale net', ['2026-3'], 'vale net'],
    ['março', ['2026-3', '2025-3'], ''],
    ['dez vale', ['2025-12', '2024-12'], 'vale'],
    ['maravilha', [], ''],
  ])('%j means the months %j, and besides %j', (typed, months, besides) => {
    const read = readPaletteWords(typed, today)
    expect([read.months.map(({ year, month }) => `${year}-${month}`), read.besides]).toEqual([months, besides])
  })
})

describe('what was searched for is marked', () => {
  const shown = (text: string, search: string) =>
    markedPieces(text, search)
      .map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece))
      .join('')
  test.each([
    ['São João Telecom', 'joao', 'São [João] Telecom'],
    ['Vale das Águas', 'aguas vale', '[Vale] das [Águas]'],
    ['12.345.678/0001-90', '345678', '12.[345.678]/0001-90'],
    ['12.345.678/0001-90', '12.345', '[12.345].678/0001-90'],
    ['#42 · Vale', '#42', '#[42] · Vale'],
    ['Ana', 'nada', 'Ana'],
    ['abcabc', 'abc bca', '[abc][a]bc'],
    ['Ana', '', 'Ana'],
  ])('%j for %j is %j', (text, search, marked) => expect(shown(text, search)).toBe(marked))
})

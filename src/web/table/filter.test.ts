import { expect, test } from 'vitest'
import { choice, date, flag, integer, money, text } from '#kernel/field.ts'
import { filterValue, filterWords } from '#web/table/filter.ts'

test.each([
  [text('Nome'), ' Vale ', 'Vale'],
  [text('CNPJ', { format: 'document' }), '11.222.333/0001-81', '11222333000181'],
  [text('CNPJ', { format: 'document' }), '11.222', null],
  [date('Desde'), '5/3/2026', '2026-03-05'],
  [date('Desde'), '31/02/2026', null],
  [money('Valor'), 'R$ 1.234,50', '1234.5'],
  [integer('Ano'), '2026', '2026'],
  [integer('Ano'), '2026,5', null],
])('what people type is compared as the wire writes it (%#)', (field, typed, value) => {
  expect(filterValue(field, typed)).toBe(value)
})

test.each([
  [flag('À vela'), 'eq', 'false', ['À vela:', 'Não']],
  [date('Construído em'), 'gte', '2020-02-01', ['Construído em desde', '01/02/2020']],
  [choice({ wood: 'Madeira' }, 'Casco'), 'eq', 'wood', ['Casco:', 'Madeira']],
  [money('Valor'), 'lte', '1234.5', ['Valor até', '1234,5']],
  [text('CNPJ', { format: 'document' }), 'eq', '11222333000181', ['CNPJ:', '11.222.333/0001-81']],
  [date('Construído em'), 'eq', '', ['Construído em:', 'vazio']],
])('a filter is said in words (%#)', (field, how, value, words) => {
  expect(filterWords({ name: 'filter[x]', field, test: how, value })).toEqual(words)
})

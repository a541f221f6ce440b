import { expect, test } from 'vitest'
import { choice, date, flag, integer, money, ref, text, type Field } from '#kernel/field.ts'
import type { ChosenFilter } from '#web/table/address.ts'
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

test.each<readonly [Field, ChosenFilter['test'], string, readonly [string, string]]>([
  [flag('À vela'), 'eq', 'false', ['À vela:', 'Não']],
  [date('Construído em'), 'gte', '2020-02-01', ['Construído em desde', '01/02/2020']],
  [choice({ wood: 'Madeira' }, 'Casco'), 'eq', 'wood', ['Casco:', 'Madeira']],
  [money('Valor'), 'lte', '1234.5', ['Valor ≤', 'R$\u00a01.234,50']],
  [text('CNPJ', { format: 'document' }), 'eq', '11222333000181', ['CNPJ:', '11.222.333/0001-81']],
  [date('Construído em'), 'eq', '', ['Construído em:', 'vazio']],
  [date('Construído em'), 'eq', 'este-mes', ['Construído em:', 'este mês']],
  [date('Construído em'), 'lt', '2020-02-01', ['Construído em antes de', '01/02/2020']],
  [date('Construído em'), 'between', '2026-11-01', ['Construído em entre', '01/11/2026 e 30/11/2026']],
  [integer('Ano'), 'gt', '2020', ['Ano >', '2020']],
  [text('Nome'), 'contains', 'telecom', ['Nome contém', '“telecom”']],
  [text('Nome'), 'starts', 'a,b', ['Nome começa com', '“a,b”']],
  [text('Nome'), 'is', String.raw`a\,b`, ['Nome é', '“a,b”']],
  [text('Nome'), 'is', 'a,b', ['Nome é um destes:', '2 valores']],
  [text('Nome'), 'not', 'a', ['Nome não é', '“a”']],
  [text('Nome'), 'empty', 'true', ['Nome', 'está vazio']],
  [text('Nome'), 'empty', 'false', ['Nome', 'não está vazio']],
  [ref('people', 'Responsável'), 'eq', '@eu', ['Responsável:', 'eu']],
  [ref('companies', 'Empresa'), 'eq', '@minha-empresa', ['Empresa:', 'minha empresa']],
  [ref('companies', 'Empresa'), 'not', '@minha-empresa', ['Empresa não é', 'minha empresa']],
  [choice({ wood: 'Madeira' }, 'Casco'), 'not', 'wood', ['Casco não é', 'Madeira']],
])('a filter is said in words (%#)', (field, how, value, words) => {
  expect(filterWords({ names: ['filter[x]'], field, test: how, value, until: '2026-11-30', group: 0 })).toEqual(words)
})

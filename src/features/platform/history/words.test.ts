import { expect, test } from 'vitest'
import { choice, date, flag, lineList, money, ref, richtext, text } from '#kernel/field.ts'
import { eventInWords, lineChangesInWords } from '#features/platform/history/words.ts'
import { sayValue } from '#kernel/say.ts'

const nameOf = (path: string, id: number) => (path === 'plans' && id === 7 ? 'Completa' : `#${id}`)

test('values are told as people read them', () => {
  expect(sayValue(money('Valor'), 1234.5, nameOf)).toBe('R$\u00a01.234,50')
  expect(sayValue(date('Dia'), '2026-02-28', nameOf)).toBe('28/02/2026')
  expect(sayValue(flag('Ativo'), false, nameOf)).toBe('Não')
  expect(sayValue(choice({ a: 'Letra A' }, 'Letra'), 'a', nameOf)).toBe('Letra A')
  expect(sayValue(ref('plans', 'Plano'), 7, nameOf)).toBe('Completa')
  expect(sayValue(ref('plans', 'Plano'), 8, nameOf)).toBe('#8')
  expect(sayValue(richtext('Texto'), '<p>Um</p><p>dois</p>', nameOf)).toBe('Um dois')
  expect(sayValue(text('CNPJ', { format: 'cnpj' }), '11222333000181', nameOf)).toBe('11.222.333/0001-81')
  expect(sayValue(text('Nome'), null, nameOf)).toBeNull()
  expect(sayValue(lineList({}, 'Linhas'), [{}], nameOf)).toBe('1 linha')
})

test('lines are told by what became of them', () => {
  const before = [
    { id: 1, phone: 'a' },
    { id: 2, phone: 'b' },
  ]
  expect(lineChangesInWords(before, [{ id: 2, phone: 'c' }, { phone: 'd' }])).toBe(
    '1 linha nova, 1 linha retirada e 1 linha mudada',
  )
  expect(lineChangesInWords([], [{ phone: 'd' }, { phone: 'e' }])).toBe('2 linhas novas')
  expect(lineChangesInWords(before, before.toReversed())).toBe('Linhas reordenadas')
})

test('an event is told in words, an action by its label', () => {
  expect(eventInWords('clients.update')).toBe('Alteração')
  expect(eventInWords('tickets.finalizar', { finalizar: { label: 'Finalizar' } })).toBe('Finalizar')
})

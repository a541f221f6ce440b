import { expect, test } from 'vitest'
import { saidTotal, under, underRow } from '#features/collects/said.ts'

const errors = { 'locations.1.accesses.0.speed': ['Preencha este campo.'], 'locations.10.city_id': ['Escolha.'] }

test('totals are told with the right number', () => {
  expect(saidTotal({ lines: 1, accesses: 1 })).toBe('1 linha · 1 acesso')
  expect(saidTotal({ lines: 12, accesses: 1234 })).toBe('12 linhas · 1.234 acessos')
})

test('an error is told where it lies, and the eleventh municipality is not the second', () => {
  const second = under(errors, 'locations.1')
  expect(second).toEqual({ 'locations.1.accesses.0.speed': 'Preencha este campo.' })
  expect(underRow(second, 'locations.1.accesses.0')).toEqual({ speed: 'Preencha este campo.' })
  expect(under(errors, 'locations.2')).toBe(under(errors, 'locations.3'))
})

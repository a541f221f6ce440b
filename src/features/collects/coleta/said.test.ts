import { expect, test } from 'vitest'
import { saidTotal, underRows } from '#features/collects/coleta/said.ts'

const errors = {
  'locations.1.accesses_ordered.0.speed': ['Preencha este campo.'],
  'locations.10.city_id': ['Escolha.'],
}

test('totals are told with the right number', () => {
  expect(saidTotal({ lines: 1, accesses: 1 })).toBe('1 linha · 1 acesso')
  expect(saidTotal({ lines: 12, accesses: 1234 })).toBe('12 linhas · 1.234 acessos')
})

test('an error is told where it lies, and the eleventh municipality is not the second', () => {
  expect([...underRows(errors)]).toEqual([
    ['1.0', { speed: 'Preencha este campo.' }],
    ['10', { city_id: 'Escolha.' }],
  ])
})

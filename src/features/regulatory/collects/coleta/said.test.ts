import { expect, test } from 'vitest'
import { totalInWords, underRows } from '#features/regulatory/collects/coleta/said.ts'

const errors = {
  'locations.1.accesses_ordered.0.speed': ['Preencha este campo.'],
  'locations.10.city_id': ['Escolha.'],
}

test('totals are told with the right number', () => {
  expect(totalInWords({ lines: 1, accesses: 1 })).toBe('1 linha · 1 acesso')
  expect(totalInWords({ lines: 12, accesses: 1234 })).toBe('12 linhas · 1.234 acessos')
  const aside = (lines: number, accesses: number) => totalInWords({ lines: 3, accesses: 9, aside: { lines, accesses } })
  expect(aside(0, 0)).toBe('3 linhas · 9 acessos')
  expect(aside(1, 1)).toBe('3 linhas · 9 acessos · 1 acesso de fora')
  expect(aside(2, 1500)).toBe('3 linhas · 9 acessos · 1.500 acessos de fora')
  expect(aside(1, 0)).toBe('3 linhas · 9 acessos · 1 linha de fora')
})

test('an error is told where it lies, and the eleventh municipality is not the second', () => {
  expect([...underRows(errors)]).toEqual([
    ['1.0', { speed: 'Preencha este campo.' }],
    ['10', { city_id: 'Escolha.' }],
  ])
})

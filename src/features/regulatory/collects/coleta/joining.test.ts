import { expect, test } from 'vitest'
import { identityOf, nameOf } from '#features/regulatory/collects/coleta/joining.ts'

const line = {
  client_type_id: 1,
  client_type: { id: 1, name: 'Pessoa física' },
  technology_type_id: 7,
  technology_type: { id: 7, name: 'FTTH' },
  speed: 0.5,
  amount: 3,
}
const of = (name: string, line: Readonly<Record<string, unknown>>) => nameOf({ name, line })

test('accesses of one kind and speed are the same line, however many there are', () => {
  expect(identityOf('accesses_ordered', { ...line, id: 4, amount: 90 })).toBe(identityOf('accesses_ordered', line))
  expect(identityOf('accesses_ordered', { ...line, speed: 1 })).not.toBe(identityOf('accesses_ordered', line))
  expect(identityOf('accesses_ordered', { ...line, technology_type_id: 8 })).not.toBe(
    identityOf('accesses_ordered', line),
  )
})

test('a municipality is the same by its city, money by its state, and nothing else by what it says', () => {
  expect(identityOf('locations', { id: 1, city_id: 30 })).toBe(identityOf('locations', { city_id: 30 }))
  expect(identityOf('finances', { id: 1, state: 'SP' })).toBe('SP')
  expect(identityOf('takings', { name: 'base.xlsx' })).toBeUndefined()
})

test('a line is called by what is typed in it', () => {
  expect(of('accesses_ordered', line)).toBe('Pessoa física, FTTH, 0,5 Mbps')
  expect(of('accesses_ordered', {})).toBe('Linha nova')
  expect(of('locations', { city_id: 3, city: { id: 3, name: 'Itajubá/MG' } })).toBe('Itajubá/MG')
  expect(of('locations', {})).toBe('Município')
  expect(of('finances', { state: 'SP' })).toBe('SP')
})

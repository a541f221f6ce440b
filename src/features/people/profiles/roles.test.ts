import { expect, test } from 'vitest'
import { difference, rolesIn, turned } from '#features/people/profiles/roles.ts'

const before = [
  { id: 1, role: 'clients.index' },
  { id: 2, role: 'clients.show' },
]

test('granting adds only what is missing, and what stays keeps its place and id', () => {
  expect(turned(before, ['clients.show', 'clients.store'], true)).toEqual([...before, { role: 'clients.store' }])
  expect(turned(before, ['clients.index'], false)).toEqual([before[1]])
})

test('a save is told by what it grants and takes', () => {
  const after = turned(turned(before, ['clients.index'], false), ['tickets.index'], true)
  expect(difference(before, after)).toEqual({ granted: ['tickets.index'], taken: ['clients.index'] })
  expect(difference(before, before)).toEqual({ granted: [], taken: [] })
})

test('what is no list of roles holds none', () => {
  expect(rolesIn(undefined)).toEqual([])
  expect(rolesIn([{ role: 'a.b' }, 7, { role: 1 }])).toEqual([{ role: 'a.b' }])
})

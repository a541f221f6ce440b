import { expect, test } from 'vitest'
import { menusOf } from '#features/auth/menus.ts'

const entries = [
  { id: 'home' },
  { id: 'clients', permission: 'clients.index' },
  { id: 'users', permission: 'users.index' },
]

test('an entry shows to who holds its permission, in reading order', () => {
  expect(menusOf(entries)(['users.index', 'clients.index'])).toEqual(['home', 'clients', 'users'])
  expect(menusOf(entries)(['clients.show'])).toEqual(['home'])
})

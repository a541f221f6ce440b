import { expect, test } from 'vitest'
import { anonymousUser } from '#kernel/access.ts'
import { viewsOf } from '#features/people/auth/menus.ts'

const entries = [
  { id: 'home' },
  { id: 'clients', permission: 'clients.index' },
  { id: 'maps', permission: 'maps.index', staff: true },
  { id: 'plans', permission: 'plans.update' },
  { id: 'users', permission: 'users.index' },
] as const
const viewOf = viewsOf(entries, () => new Set(['plans.update']))
const holding = (...allow_routes: string[]) => ({ ...anonymousUser, allow_routes })
const ofTheHouse = { ...anonymousUser.profile, audience: 'equipe' } as const

test('an entry shows to who holds its permission, in reading order', () => {
  expect(viewOf(holding('users.index', 'clients.index')).menus).toEqual(['home', 'clients', 'users'])
  expect(viewOf(holding('clients.show')).menus).toEqual(['home'])
})

test('an entry of the house shows to nobody else, whatever they may call', () => {
  const outside = holding('maps.index')
  expect(viewOf(outside).menus).toEqual(['home'])
  expect(viewOf({ ...outside, profile: ofTheHouse }).menus).toEqual(['home', 'maps'])
})

test('who works for one company alone is not offered to change what all of them share', () => {
  const free = holding('plans.update', 'clients.index')
  expect(viewOf(free)).toMatchObject({ allow_routes: free.allow_routes, menus: ['home', 'clients', 'plans'] })
  expect(viewOf({ ...free, empresa_id: 7 })).toMatchObject({
    allow_routes: ['clients.index'],
    menus: ['home', 'clients'],
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { levelOfRoles, profileModels, rolesOfModel, type ProfileModel } from '#features/people/profiles/models.ts'
import type { RoleSection } from '#features/people/profiles/schema.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
let sections: readonly RoleSection[]
beforeAll(async () => {
  world = await openWorld()
  sections = Object((await world.call('superAdmin', 'GET', 'profiles/permissions')).body).data
})
afterAll(() => world?.close())

const rolesOf = (name: keyof typeof profileModels) => rolesOfModel(sections, profileModels[name])

test('models name only sections that exist', () => {
  const paths = new Set(sections.flatMap(({ permissions }) => permissions.map(({ role }) => role.split('.')[0])))
  const named = Object.values(profileModels).flatMap(({ all, sees, except }: ProfileModel) => [
    ...(all ?? []),
    ...(sees ?? []),
    ...except,
  ])
  expect(named.filter(path => !paths.has(path))).toEqual([])
})

test('reading changes nothing, a trainee sees no money, finance may receive, and all is all', () => {
  const levels = new Map(sections.flatMap(({ permissions }) => permissions.map(({ role, level }) => [role, level])))
  expect(new Set(rolesOf('leitura').map(role => levels.get(role)))).toEqual(new Set(['ver']))
  expect(rolesOf('leitura')).toContain('clients.index')
  expect(rolesOf('estagiario').filter(role => role.startsWith('bills-to-receive.'))).toEqual([])
  expect(rolesOf('estagiario')).toContain('collects.update')
  expect(rolesOf('financeiro')).toContain('bills-to-receive.receber')
  expect(rolesOf('financeiro')).not.toContain('clients.update')
  expect(rolesOf('completo')).toHaveLength(levels.size)
})

test('a section lists what is seen before what is changed, and has one of three levels or none of them', () => {
  const found = sections.find(({ permissions }) => permissions.some(({ role }) => role === 'tags.index'))
  const permissions = found?.permissions ?? []
  expect(permissions[0]?.role).toBe('tags.index')
  const held = (some: RoleSection['permissions']) => levelOfRoles(permissions, new Set(some.map(({ role }) => role)))
  expect(held([])).toBe('nada')
  expect(held(permissions.filter(({ level }) => level === 'ver'))).toBe('ver')
  expect(held(permissions.slice(0, 1))).toBeNull()
  expect(held(permissions)).toBe('tudo')
})

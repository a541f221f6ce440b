import { expect, test } from 'vitest'
import type { User } from '#kernel/access.ts'
import { loggedOut, hasSameRights, step, type SessionEvent } from '#web/session/state.ts'

const ana: User = {
  id: 1,
  uuid: 'ana',
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  birthday: null,
  empresa_id: null,
  empresa_visualizacao_id: null,
  redefinir_senha_apos_login: false,
  segundo_fator_ate: null,
  cadastrar_segundo_fator: false,
  profile: { uuid: 'p', slug: 'administrador', name: 'Administrador', audience: 'equipe' },
  is_admin: true,
  allow_routes: [],
}
const after = (...events: SessionEvent[]) => events.reduce(step, loggedOut)
const enter: SessionEvent = { type: 'enter', user: ana }
const menus: SessionEvent = { type: 'menus', menus: ['home'] }

test('a login passes through logging in and ends logged in', () => {
  expect(after({ type: 'ask' }).status).toBe('logging-in')
  expect(after({ type: 'ask' }, enter)).toEqual({ status: 'logged-in', user: ana, menus: null })
})

test('a failed login, a recovery and a reset end logged out without a user', () => {
  expect(after({ type: 'ask' }, { type: 'close' })).toEqual(loggedOut)
})

test('a refresh keeps the user and the menus on the screen', () => {
  expect(after(enter, menus, { type: 'ask' })).toEqual({ status: 'logging-in', user: ana, menus: ['home'] })
  expect(after(enter, menus, { type: 'ask' }, { type: 'renew' })).toEqual({
    status: 'logged-in',
    user: ana,
    menus: ['home'],
  })
})

test('a refresh that ends after the logout does not bring the session back', () => {
  expect(after(enter, { type: 'ask' }, { type: 'close' }, { type: 'renew' })).toEqual(loggedOut)
})

test('a logout clears the menus, and late menus do not come back', () => {
  expect(after(enter, menus, { type: 'close' }, menus)).toEqual(loggedOut)
})

test('the same user coming again keeps the menus, another asks for theirs', () => {
  expect(after(enter, menus, enter).menus).toEqual(['home'])
  expect(after(enter, menus, { type: 'enter', user: { ...ana, uuid: 'bia' } }).menus).toBeNull()
})

test('other rights ask for other menus, and another company for none', () => {
  const other = (change: Partial<User>) => after(enter, menus, { type: 'enter', user: { ...ana, ...change } }).menus
  expect(other({ allow_routes: ['plans.index'] })).toBeNull()
  expect(other({ redefinir_senha_apos_login: true })).toBeNull()
  expect(other({ empresa_visualizacao_id: 7 })).toEqual(['home'])
  const [some, same] = [
    ['a.index', 'b.index'],
    ['b.index', 'a.index'],
  ].map(allow_routes => ({ ...ana, allow_routes }))
  expect(hasSameRights(some ?? null, same ?? null)).toBe(true)
})

test('a session that lapses leaves its user and what they see on the screen, until they are back or leave', () => {
  const lapsed = after(enter, menus, { type: 'lapse' })
  expect(lapsed).toEqual({ status: 'lapsed', user: ana, menus: ['home'] })
  expect(after(enter, menus, { type: 'lapse' }, enter)).toEqual({ status: 'logged-in', user: ana, menus: ['home'] })
  expect(after(enter, { type: 'lapse' }, { type: 'close' })).toEqual(loggedOut)
  expect(after({ type: 'lapse' })).toEqual(loggedOut)
})

test('a refresh that ends after the session lapsed does not bring it back', () => {
  expect(after(enter, { type: 'ask' }, { type: 'lapse' }, { type: 'renew' }).status).toBe('lapsed')
})

import { expect, test } from 'vitest'
import type { User } from '#kernel/access.ts'
import { guard, type Visit } from '#kernel/guard.ts'

const user: User = {
  id: 7,
  uuid: '0195-ana',
  name: 'Ana',
  email: 'ana@exemplo.com.br',
  birthday: null,
  empresa_id: null,
  empresa_visualizacao_id: null,
  redefinir_senha_apos_login: false,
  segundo_fator_ate: null,
  cadastrar_segundo_fator: false,
  profile: { uuid: 'p', slug: 'colaborador', name: 'Colaborador', audience: 'equipe' },
  is_admin: false,
  allow_routes: ['clients.index', 'clients.tarefas.concluir'],
}
const mustReset: User = { ...user, redefinir_senha_apos_login: true }
const login = { go: 'redirect', to: '/account/login' }
const stay = { go: 'stay' }
const error = { code: 403, message: 'Não foi possível acessar a página solicitada.' }
const refused = { go: 'refuse', error }
const denied = { go: 'deny', error }
const withoutRights: User = { ...user, allow_routes: [] }

const cases: readonly (readonly [string, Visit, object])[] = [
  ['anyone opens an account page', { path: '/account/login', open: true, user: null }, stay],
  ['a signed-in user opens an error page', { path: '/utility/404', open: true, user }, stay],
  ['nobody is sent to sign in', { path: '/', open: false, user: null }, login],
  [
    'nobody is sent to sign in before permissions are asked',
    { path: '/x', open: false, user: null, permission: '?' },
    login,
  ],
  ['a user opens a page without permission', { path: '/', open: false, user }, stay],
  ['a user opens a page they hold', { path: '/clients', open: false, user, permission: 'clients.index' }, stay],
  [
    'a named action may guard a page',
    { path: '/clients/1', open: false, user, permission: 'clients.tarefas.concluir' },
    stay,
  ],
  [
    'a user is refused another verb',
    { path: '/clients/create', open: false, user, permission: 'clients.store' },
    refused,
  ],
  [
    'a user is refused another section, and keeps the session',
    { path: '/users', open: false, user, permission: 'users.index' },
    refused,
  ],
  ['a user opens their own record', { path: '/users/0195-ana', open: false, user, permission: 'users.show' }, stay],
  [
    'a user is refused the record of another',
    { path: '/users/0195-bia', open: false, user, permission: 'users.show' },
    refused,
  ],
  ['whose profile may enter nothing is turned away', { path: '/', open: false, user: withoutRights }, denied],
  [
    'whose profile may enter nothing still has their own record',
    { path: '/users/0195-ana', open: false, user: withoutRights, permission: 'users.show' },
    stay,
  ],
  [
    'who must choose a password is sent to their own page',
    { path: '/', open: false, user: mustReset },
    { go: 'redirect', to: '/users/0195-ana' },
  ],
  [
    'who must choose a password is sent there even from what they hold',
    { path: '/clients', open: false, user: mustReset, permission: 'clients.index' },
    { go: 'redirect', to: '/users/0195-ana' },
  ],
  [
    'who must choose a password stays on their own page',
    { path: '/users/0195-ana', open: false, user: mustReset, permission: 'users.show' },
    stay,
  ],
  [
    'a permission that is no permission is a fault of ours',
    { path: '/x', open: false, user, permission: 'admin only' },
    { go: 'fail', error: { code: 500, message: 'Unknown middleware' } },
  ],
]

test.each(cases)('%s', (_name, visit, verdict) => {
  expect(guard(visit)).toEqual(verdict)
})

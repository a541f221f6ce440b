import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { openWorld, type Method, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

const resources: readonly AnyResource[] = features
/** The sessions of the super-admin and of staff are an hour old, and nobody proved anything since. */
const grow = () =>
  sql`update sessions set proved_at = now() - interval '11 minutes', factor_proved_at = null`.execute(world.db)

/** Writes that give rights, keys, money's way or everybody's data away, by the words their names have. */
const dangerous = [
  /^(profiles|users|checking-accounts)\.(store|update|destroy|enable|disable|restaurar|decidir|convidar|copiar-convite|redefinir-segundo-fator|segundo-fator\.update|registro\.chaves)$/,
  /^empresas\.(certificado|asaas)/,
  /\.(dados-pessoais|anonimizar)$/,
  /^(users\.me\.)?tokens\.store$/,
  /^users\.me\.(totp\.store|passkeys|codigos\.store|segundo-fator\.destroy)/,
]

test('the guarded operations are these, and no others', () => {
  const guarded = world.house.operations.filter(({ proof }) => proof).map(({ id }) => id)
  const expected = world.house.operations.filter(({ id }) => dangerous.some(name => name.test(id))).map(({ id }) => id)
  expect(guarded.toSorted()).toEqual(expected.toSorted())
  expect(guarded.length).toBeGreaterThan(25)
  for (const { id, access } of world.house.operations.filter(({ proof }) => proof))
    expect({ id, access: access === 'public' }).toEqual({ id, access: false })
})

test('each is refused to an old session with one documented error, before its body is read, and nothing is written', async () => {
  await grow()
  const before = await world.fingerprint()
  for (const { id, method, url, proof } of world.house.operations.filter(each => each.proof)) {
    const path = url.replace('/api/v1/', '').replace(/:\w+/g, '1')
    const { status, body } = await world.call('superAdmin', method, path, method === 'GET' ? {} : { body: { x: 1 } })
    expect({ id, status, code: body.code, data: body.data }).toMatchObject({
      id,
      status: 403,
      code: 'unproven',
      data: { proof },
    })
  }
  expect(await world.fingerprint()).toBe(before)
})

test('what one row of a section asks, an act on many asks too, and everybody in one file', async () => {
  await grow()
  const code = async (method: Method, url: string, given: { readonly body?: unknown } = {}) =>
    (await world.call('superAdmin', method, url, given)).body.code
  for (const { path } of resources.filter(each => each.proof))
    expect(await code('POST', 'bulk-acts', { body: { resource: path, act: 'disable', query: '', count: 1 } })).toBe(
      'unproven',
    )
  expect(await code('GET', 'clients/csv')).toBe('unproven')
  expect(await code('POST', 'exports', { body: { name: 'Tudo', resource: 'clients', format: 'xlsx' } })).toBe(
    'unproven',
  )
  // A part, and what holds no personal data, is daily work.
  expect(await code('GET', 'clients/csv?search=zzz')).toBeUndefined()
  expect(
    await code('POST', 'exports', { body: { name: 'Uns', resource: 'clients', format: 'xlsx', query: 'search=zzz' } }),
  ).toBeUndefined()
  expect(await code('GET', 'tax-regimes/csv')).toBeUndefined()
})

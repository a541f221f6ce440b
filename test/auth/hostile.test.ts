import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUser, client, openDesk, type Desk } from './desk.ts'

/** Requests per route; a release runs 1,000. */
const requests = Number(process.env.HOSTILE_REQUESTS ?? 60)

const nasty = fc.oneof(
  fc.constantFrom('', ' ', '\0', '\ud800', 'todos', '1', "' or 1=1 --", 'a'.repeat(300), '2026-02-30', '0001-01-01'),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, null, true, [], {}, [['a']], { a: { b: null } }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.emailAddress(),
)
const bodies = (...names: readonly string[]) =>
  fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() }),
    nasty,
    { maxKeys: 6 },
  )

const grant = (grant_type: string) => ({ ...client, grant_type })
const routes = [
  ['POST', '/oauth/token', grant('password'), bodies('grant_type', 'username', 'password', 'client_id')],
  ['POST', '/oauth/token', grant('refresh_token'), bodies('refresh_token')],
  ['POST', '/api/v1/password-recovery', {}, bodies('email')],
  ['POST', '/api/v1/reset-password', {}, bodies('token', 'password', 'password_confirmation')],
  ['PUT', '/api/v1/users/me', {}, bodies('name', 'birthday', 'password', 'current_password', 'password_confirmation')],
  ['PUT', '/api/v1/users/me/empresa-visualizacao-id', {}, bodies('empresa_visualizacao_id')],
  ['DELETE', '/api/v1/users/me/sessions/', {}, fc.constant({})],
] as const

describe('hostile requests', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk()
    await addUser(desk, { email: 'maria@casa.com.br', slug: 'administrador' })
  })
  afterAll(() => desk.close())

  test.each(routes)(
    '%s %s never fails on our side',
    async (method, url, base, body) => {
      const tried = fc.sample(fc.tuple(body, fc.webSegment(), fc.nat()), requests)
      let token = ''
      for (const [i, [given, segment, n]] of tried.entries()) {
        // Each from an address of its own, each hundred with a token of its own: what is tried is the parsing, not the patience.
        const ip = `2001:db8:${(n % 65_536).toString(16)}:${(n >> 16).toString(16)}::1`
        if (i % 100 === 0) token = (await desk.enter('maria@casa.com.br', { ip })).access_token
        const path = url.endsWith('/') ? `${url}${segment || '%00'}` : url
        const payload = { ...base, ...given }
        const { status } = await desk.call(method, path, {
          body: payload,
          ip,
          ...(url.startsWith('/api/v1/users') && { token }),
        })
        expect({ status, payload, path }).toSatisfy((seen: { status: number }) => seen.status < 500)
      }
      await desk.settled()
      expect(desk.failures).toEqual([])
    },
    600_000,
  )
})

import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyOperation } from '#server/operation.ts'
import { openWorld, type World } from './support/world.ts'

// Who is nobody yet, or asks for what is not there, costs the server its headers, and is counted by the network they come from.

const writes = ({ method }: AnyOperation) => method !== 'GET'
const isPublic = ({ access }: AnyOperation) => access === 'public'
/** What senders of notices need more than a form does, and why. */
const larger: Readonly<Record<string, string>> = {
  'webhooks.asaas.cobrancas': 'a notice carries the whole charge, and one refused stops the queue of the sender',
  'webhooks.asaas': 'a notice carries the whole note, and one refused stops the queue of the sender',
}

describe('strangers', () => {
  let world: World
  let port: number
  beforeAll(async () => {
    world = await openWorld()
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    port = (world.app.server.address() as AddressInfo).port
  })
  afterAll(() => world?.close())

  /** The status that headers alone get: what they announce never comes. */
  async function statusByHeaders(method: string, path: string, headers: readonly string[] = []) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const lines = ['Content-Type: application/json', 'Content-Length: 900000', ...headers]
    socket.write(`${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines].join('\r\n')}\r\n\r\n`)
    const [first] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(first))?.[1])
  }
  const pathOf = ({ url }: AnyOperation) => url.replace(/:\w+/g, '1')
  const bearer = (token: string) => `Authorization: Bearer ${token}`

  test('without a token, or with an invented one, are refused by their headers, whatever they write to', async () => {
    const guarded = world.house.operations.filter(each => writes(each) && !isPublic(each))
    expect(guarded.length).toBeGreaterThan(300)
    const heard: string[] = []
    for (const operation of guarded) {
      const found = [
        await statusByHeaders(operation.method, pathOf(operation)),
        await statusByHeaders(operation.method, pathOf(operation), [bearer('x'.repeat(43))]),
      ]
      if (found.some(status => status !== 401)) heard.push(`${operation.id}: ${found.join()}`)
    }
    expect(heard).toEqual([])
  })

  test('who may not do it is refused by the headers too', async () => {
    const token = await world.enter('outsider', world.people.clientA)
    expect(await statusByHeaders('POST', '/api/v1/plans', [bearer(token)])).toBe(403)
  })

  test.each([
    ['POST', '/api/v1/nothing', 404],
    ['PUT', '/nothing/at/all', 404],
    ['DELETE', '/api/v2/plans/1', 404],
    ['POST', '/api/v1/plans/1', 405],
    ['PUT', '/oauth/token', 405],
  ] as const)('%s %s is refused by its headers: %i', async (method, path, status) => {
    expect(await statusByHeaders(method, path)).toBe(status)
  })

  test('public routes take 16 KB at most, but for what is listed with its reason', async () => {
    const open = world.house.operations.filter(each => writes(each) && isPublic(each))
    expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining(['auth.token', 'auth.recovery', 'auth.reset']))
    for (const operation of open) {
      const limit = operation.id in larger ? 65_536 : 16_384
      for (const media of operation.media ?? ['application/json']) {
        const send = (bytes: number) =>
          world.call('anonymous', operation.method, pathOf(operation), {
            headers: { 'content-type': media },
            body: media.endsWith('json') ? `{"a":"${'a'.repeat(bytes - 8)}"}` : `a=${'a'.repeat(bytes - 2)}`,
          })
        expect([operation.id, media, (await send(limit + 1)).status]).toEqual([operation.id, media, 413])
        expect((await send(limit)).status).not.toBe(413)
      }
    }
  })

  test('the answer to thousands of fields nobody knows names twenty and counts the others', async () => {
    const body = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`campo_que_ninguem_conhece_${n}`, 1]))
    for (const url of ['password-recovery', 'reset-password']) {
      const { status, body: told, text } = await world.call('anonymous', 'POST', url, { body })
      expect(status).toBe(422)
      expect(Object.keys(told.errors ?? {}).filter(name => name.startsWith('campo_'))).toHaveLength(20)
      expect(told.errors?.['']).toEqual(['Outros 380 campos não são aceitos aqui.'])
      expect(text.length).toBeLessThan(5_000)
    }
  })
})

describe('strangers of one network', () => {
  let world: World
  beforeAll(async () => {
    // Sign-in and what is not there have a twentieth of it.
    world = await openWorld({ env: { REQUESTS_PER_MINUTE: '100' } })
  })
  afterAll(() => world?.close())

  const ask = async (method: 'POST' | 'GET', url: string, remoteAddress: string) =>
    (
      await world.app.inject({
        method,
        url,
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { payload: '{}' }),
      })
    ).statusCode
  const asked: readonly (readonly ['POST' | 'GET', string, number])[] = [
    ['POST', '/api/v1/password-recovery', 422],
    ['POST', '/api/v1/reset-password', 422],
    ['POST', '/oauth/token', 400],
    ['POST', '/api/v1/nothing', 404],
    ['GET', '/api/v1/nothing', 404],
  ]

  test.each(asked)('%s %s: are counted together, by /64 where addresses are cheap', async (method, url, heard) => {
    // A network of its own for each case.
    const net = asked.findIndex(each => each[0] === method && each[1] === url) + 1
    const from = async (addressOf: (n: number) => string) => {
      const statuses: number[] = []
      for (let n = 1; n <= 8; n++) statuses.push(await ask(method, url, addressOf(n)))
      return statuses
    }
    const fiveHeard = [...Array.from({ length: 5 }, () => heard), 429, 429, 429]
    expect(await from(n => `2001:db8:${net}:1::${n.toString(16)}:7`)).toEqual(fiveHeard)
    expect(await from(n => `2001:db8:${net}:2:${n}::`)).toEqual(fiveHeard)
    // Wrapped in IPv6, an IPv4 address is the same.
    expect(await from(n => (n % 2 ? `203.0.113.${net}` : `::ffff:203.0.113.${net}`))).toEqual(fiveHeard)
    expect(await from(n => `198.51.100.${net * 10 + n}`)).toEqual(Array.from({ length: 8 }, () => heard))
  })

  test('who is signed in asks for what is there as before', async () => {
    const from = '192.0.2.1'
    for (let n = 0; n < 8; n++) await ask('POST', '/api/v1/nothing', from)
    expect(await ask('POST', '/api/v1/nothing', from)).toBe(429)
    expect((await world.call('superAdmin', 'GET', 'plans')).status).toBe(200)
  })
})

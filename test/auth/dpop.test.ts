import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberCallers } from '#features/people/auth/callers.server.ts'
import { openProver, type Prover } from '../support/prover.ts'
import { addUser, client, goodPassword, openDesk, type Desk } from './desk.ts'

// Whoever has a copy of a browser's storage, of a log or of a backup has tokens, and not the key they are bound to.

const origin = 'https://outorga.example'
const tokenUrl = `${origin}/oauth/token`
const program = { client_id: 'erp', client_secret: 'um segredo do erp que ninguem mais sabe'.replaceAll(' ', '-') }

interface Tokens {
  readonly token_type: string
  readonly access_token: string
  readonly refresh_token: string
}

describe('a session bound to the key of its browser', () => {
  let desk: Desk
  let browser: Prover
  let tokens: Tokens
  let n = 0
  beforeAll(async () => {
    desk = await openDesk({ UNBOUND_SESSION_SECONDS: '3600', OAUTH_PROGRAMS: `erp=${program.client_secret}` })
  })
  afterAll(() => desk.close())

  const password = (username: string) => ({ grant_type: 'password', username, password: goodPassword })
  const proofOf = (who: Prover, more: object = {}) =>
    who.prove({ method: 'POST', url: tokenUrl, now: desk.clock.now, ...more })
  const granted = async (body: object, headers: Readonly<Record<string, string>>) => {
    const answer = await desk.grant(body, { headers })
    return { ...answer, tokens: answer.body as unknown as Tokens }
  }
  async function enter() {
    const email = `presa${++n}@casa.com.br`
    const id = await addUser(desk, { email })
    browser = openProver()
    const { status, tokens: found } = await granted(password(email), { dpop: proofOf(browser) })
    expect(status).toBe(200)
    tokens = found
    return { id, email }
  }
  const meUrl = `${origin}/api/v1/users/me`
  const me = (token: string, dpop?: string, scheme = 'Bearer') =>
    desk.call('GET', '/api/v1/users/me', {
      headers: { authorization: `${scheme} ${token}`, ...(dpop !== undefined && { dpop }) },
    })
  const ownProof = (more: object = {}) =>
    browser.prove({ method: 'GET', url: meUrl, token: tokens.access_token, now: desk.clock.now, ...more })
  const refresh = async (refresh_token: string, who: Prover | null, more: object = {}) => {
    const given = { grant_type: 'refresh_token', refresh_token }
    if (!who) return granted(given, {})
    const first = await granted(given, { dpop: proofOf(who) })
    const nonce = first.headers['dpop-nonce']
    return granted(given, { dpop: proofOf(who, { ...(nonce && { nonce }), ...more }) })
  }

  test('its tokens are answered with a proof, by both names of the scheme', async () => {
    await enter()
    expect(tokens.token_type).toBe('DPoP')
    expect((await me(tokens.access_token, ownProof())).status).toBe(200)
    expect((await me(tokens.access_token, ownProof(), 'DPoP')).status).toBe(200)
    const { rows } = await sql`select jkt from sessions order by id desc limit 1`.execute(desk.db)
    expect(rows).toEqual([{ jkt: browser.jkt }])
  })

  test('a copied access token opens nothing, and its owner reads of the copy', async () => {
    const { id } = await enter()
    for (const scheme of ['Bearer', 'DPoP']) {
      const answer = await me(tokens.access_token, undefined, scheme)
      expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': expect.stringContaining('DPoP') } })
    }
    const { body } = await desk.call('GET', '/api/v1/users/me/sessions', {
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        dpop: ownProof({ url: `${origin}/api/v1/users/me/sessions` }),
      },
    })
    expect(body.data).toMatchObject([{ bound: true, program: null, copy_refused_at: desk.clock.now.toISOString() }])
    const { rows } =
      await sql`select event, reason from audit_events where user_id = ${id} and event like '%copia%'`.execute(desk.db)
    expect(rows).toEqual([{ event: 'users.copia-recusada', reason: 'De 10.0.0.1.' }])
  })

  const forgeries: Readonly<Record<string, () => string>> = {
    'of another key': () =>
      openProver().prove({ method: 'GET', url: meUrl, token: tokens.access_token, now: desk.clock.now }),
    'of another method': () => ownProof({ method: 'POST' }),
    'of another address': () => ownProof({ url: `${origin}/api/v1/clients` }),
    'of another server': () => ownProof({ url: 'https://outra.example/api/v1/users/me' }),
    'of another token': () => ownProof({ token: tokens.refresh_token }),
    'of no token': () => ownProof({ claims: { ath: undefined } }),
    'of a minute ago': () => ownProof({ now: new Date(desk.clock.now.getTime() - 62_000) }),
    'of later': () => ownProof({ now: new Date(desk.clock.now.getTime() + 32_000) }),
    'without a time': () => ownProof({ claims: { iat: 'agora' } }),
    'without a number of its own': () => ownProof({ claims: { jti: '' } }),
    'that shows the private key': () => ownProof({ header: { jwk: browser.privateJwk } }),
    'with the signature of another': () => {
      const [head, body] = ownProof().split('.')
      return `${head}.${body}.${ownProof().split('.')[2]}`
    },
    'whose words were changed': () => {
      const [head = '', , signature = ''] = ownProof().split('.')
      return `${head}.${ownProof().split('.')[1]}.${signature}`
    },
    unsigned: () => {
      const [, body = ''] = ownProof().split('.')
      return `${Buffer.from('{"typ":"dpop+jwt","alg":"none"}').toString('base64url')}.${body}.`
    },
    'by a shared secret': () => ownProof({ header: { alg: 'HS256' } }),
    'of another kind': () => ownProof({ header: { typ: 'JWT' } }),
    'off the curve': () =>
      ownProof({ header: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } } }),
    'that is no proof': () => 'a.b.c',
    'that is long': () => 'a'.repeat(5_000),
  }
  test.each(Object.keys(forgeries))('a proof %s is refused', async name => {
    await enter()
    expect((await me(tokens.access_token, forgeries[name]?.())).status).toBe(401)
    expect((await me(tokens.access_token, ownProof())).status).toBe(200)
  })

  test('a proof counts once, of twelve at a time too', async () => {
    await enter()
    const proof = ownProof()
    const answers = await Promise.all(Array.from({ length: 12 }, () => me(tokens.access_token, proof)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    desk.clock.forward(50)
    expect((await me(tokens.access_token, proof)).status).toBe(401)
  })

  test('costs the processor well under a millisecond', async () => {
    await enter()
    const plainly = `medida${++n}@casa.com.br`
    await addUser(desk, { email: plainly })
    const { tokens: plain } = await granted(password(plainly), {})
    const times = 300
    const proofs = Array.from({ length: times }, () => ownProof())
    const timeOf = async (ask: (at: number) => Promise<unknown>) => {
      const before = process.cpuUsage()
      for (let at = 0; at < times; at++) await ask(at)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000 / times
    }
    await timeOf(() => me(plain.access_token))
    const [without, withOne] = [
      await timeOf(() => me(plain.access_token)),
      await timeOf(at => me(tokens.access_token, proofs[at])),
    ]
    process.stdout.write(`a request: ${without.toFixed(2)} ms of processor, with a proof ${withOne.toFixed(2)} ms\n`)
    expect(withOne - without).toBeLessThan(1)
  })

  test('the query of an address is no part of the proof', async () => {
    await enter()
    const answer = await desk.call('GET', '/api/v1/users/me/sessions?x=1', {
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        dpop: ownProof({ url: `${origin}/api/v1/users/me/sessions` }),
      },
    })
    expect(answer.status).toBe(200)
  })

  test('a copied refresh token renews nothing, and the session goes on', async () => {
    await enter()
    const thief = openProver()
    expect(await refresh(tokens.refresh_token, null)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await refresh(tokens.refresh_token, thief)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await me(tokens.access_token, ownProof())).status).toBe(200)
    const renewed = await refresh(tokens.refresh_token, browser)
    expect(renewed).toMatchObject({ status: 200, body: { token_type: 'DPoP' } })
    tokens = renewed.tokens
    expect((await me(tokens.access_token)).status).toBe(401)
    expect((await me(tokens.access_token, ownProof())).status).toBe(200)
  })

  test('a refresh needs a nonce of the server’s of this minute: proofs made ahead are worthless', async () => {
    await enter()
    const given = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const asked = await granted(given, { dpop: proofOf(browser) })
    expect(asked).toMatchObject({ status: 400, body: { error: 'use_dpop_nonce' } })
    const nonce = String(asked.headers['dpop-nonce'])
    const invented = [`${nonce}x`, `${nonce.split('.')[0]}.${'A'.repeat(43)}`, 'x', '.']
    for (const each of invented)
      expect(await granted(given, { dpop: proofOf(browser, { nonce: each }) })).toMatchObject({ status: 400 })
    desk.clock.forward(62)
    expect(await granted(given, { dpop: proofOf(browser, { nonce }) })).toMatchObject({
      status: 400,
      body: { error: 'use_dpop_nonce' },
    })
    expect((await refresh(tokens.refresh_token, browser)).status).toBe(200)
  })

  test('a computer whose clock is wrong signs in with the server’s word', async () => {
    const email = `relogio${++n}@casa.com.br`
    await addUser(desk, { email })
    const who = openProver()
    const now = new Date(desk.clock.now.getTime() - 86_400_000)
    const asked = await granted(password(email), { dpop: proofOf(who, { now }) })
    expect(asked).toMatchObject({ status: 400, body: { error: 'use_dpop_nonce' } })
    const nonce = String(asked.headers['dpop-nonce'])
    expect((await granted(password(email), { dpop: proofOf(who, { now, nonce }) })).status).toBe(200)
  })

  test('a sign-in whose proof is wrong begins no session, bound or not', async () => {
    const email = `errada${++n}@casa.com.br`
    const id = await addUser(desk, { email })
    for (const dpop of ['x', proofOf(openProver(), { method: 'GET' }), proofOf(openProver(), { url: `${origin}/` })])
      expect(await granted(password(email), { dpop })).toMatchObject({
        status: 400,
        body: { error: 'invalid_dpop_proof' },
      })
    const { rows } = await sql`select 1 from sessions where user_id = ${id}`.execute(desk.db)
    expect(rows).toEqual([])
  })

  test('the plain call of the interface’s credentials begins a session of an hour, however often it is renewed', async () => {
    const email = `simples${++n}@casa.com.br`
    await addUser(desk, { email })
    const { tokens: plain } = await granted(password(email), {})
    expect(plain.token_type).toBe('Bearer')
    expect((await me(plain.access_token)).status).toBe(200)
    desk.clock.forward(3_000)
    const renewed = await refresh(plain.refresh_token, null)
    expect(renewed.status).toBe(200)
    expect((await me(renewed.tokens.access_token)).status).toBe(200)
    desk.clock.forward(601)
    expect((await me(renewed.tokens.access_token)).status).toBe(401)
    expect((await refresh(renewed.tokens.refresh_token, null)).status).toBe(400)
  })

  test('a registered program signs people in by its secret, and its tokens are renewed by no other client', async () => {
    const email = `registrada${++n}@casa.com.br`
    await addUser(desk, { email })
    const { tokens: held } = await granted({ ...password(email), ...program }, {})
    desk.clock.forward(7_200)
    const given = { grant_type: 'refresh_token', refresh_token: held.refresh_token }
    expect(await granted({ ...given, ...client }, {})).toMatchObject({ status: 400 })
    expect(await granted({ ...given, ...program, client_secret: client.client_secret }, {})).toMatchObject({
      status: 401,
    })
    expect(await granted({ ...given, ...program }, {})).toMatchObject({ status: 200 })
  })
})

describe('where every session is to be bound', () => {
  test('the plain call begins none, and a proof does', async () => {
    const desk = await openDesk({ UNBOUND_SESSION_SECONDS: '0' })
    const email = 'so-presas@casa.com.br'
    await addUser(desk, { email })
    const body = { grant_type: 'password', username: email, password: goodPassword }
    expect(await desk.grant(body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    const dpop = openProver().prove({ method: 'POST', url: tokenUrl, now: desk.clock.now })
    expect(await desk.grant(body, { headers: { dpop } })).toMatchObject({ status: 200 })
    await desk.close()
  })
})

describe('two processes over one database', () => {
  test('a proof of a call that writes is spent for both', async () => {
    const desk = await openDesk()
    const email = 'duas@casa.com.br'
    await addUser(desk, { email })
    const browser = openProver()
    const dpop = browser.prove({ method: 'POST', url: tokenUrl, now: desk.clock.now })
    const { body } = await desk.grant(
      { grant_type: 'password', username: email, password: goodPassword },
      { headers: { dpop } },
    )
    const token = String(body.access_token)
    const shared = { ...desk.database, exclusive: false }
    const [here, there] = [1, 2].map(() => rememberCallers(shared, () => desk.clock.now))
    const url = '/api/v1/logout'
    const ask = (at: typeof here, proof: string) =>
      at?.(
        { authorization: `Bearer ${token}`, dpop: proof },
        { id: 'r', method: 'POST', url, host: 'outorga.example', ip: '10.0.0.1', agent: '' },
      )
    const proof = browser.prove({ method: 'POST', url: `${origin}${url}`, token, now: desk.clock.now })
    expect(await ask(here, proof)).not.toBeNull()
    await expect(ask(there, proof)).rejects.toMatchObject({ status: 401 })
    const next = browser.prove({ method: 'POST', url: `${origin}${url}`, token, now: desk.clock.now })
    expect(await ask(there, next)).not.toBeNull()
    await desk.close()
  })
})

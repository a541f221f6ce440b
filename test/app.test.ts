import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { users } from '#features/people/users/users.ts'
import { kyselyOn } from '#server/database/pool.ts'
import type { Database } from '#server/database/database.ts'
import { dataOf, openWorld, rowsOf, type Reply, type World } from './support/world.ts'

describe('the server', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world?.close())

  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(
      /^publickey-credentials-get=\(self\), .*camera=\(\), clipboard-read=\(\), .*geolocation=\(\), .*microphone=\(\)/,
    ),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }

  test('every answer of the API carries its request’s id and the headers that close the browser', async () => {
    const asked: readonly (readonly [string, 'GET' | 'POST', string])[] = [
      ['superAdmin', 'GET', 'plans'],
      ['superAdmin', 'POST', 'plans'],
      ['superAdmin', 'GET', 'plans/0'],
      ['anonymous', 'GET', 'plans'],
      ['anonymous', 'GET', 'nothing'],
    ]
    const ids = new Set<string | undefined>()
    for (const [who, method, url] of asked) {
      const { headers, status, body } = await world.call(who, method, url)
      expect(headers).toMatchObject(everywhere)
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(status < 400 ? headers['x-request-id'] : body.request_id).toBe(headers['x-request-id'])
      ids.add(headers['x-request-id'])
    }
    expect(ids.size).toBe(asked.length)
  })

  test('HEAD is told what GET is, without its body', async () => {
    const ownOfEach = ['date', 'x-request-id', 'transfer-encoding', 'x-ratelimit-remaining']
    const asked = ['/healthz', '/api/v1/nothing', '/api/docs/json'].map(url => ({ url }))
    for (const each of [...asked, { url: '/api/docs/json', headers: { 'accept-encoding': 'gzip' } }]) {
      const told = async (method: 'GET' | 'HEAD') => {
        const { statusCode, headers, rawPayload } = await world.app.inject({ ...each, method })
        const alike = Object.entries(headers).filter(([name]) => !ownOfEach.includes(name))
        return { statusCode, headers: Object.fromEntries(alike), isEmpty: rawPayload.length === 0 }
      }
      const get = await told('GET')
      expect(get.isEmpty).toBe(false)
      expect(await told('HEAD')).toEqual({ ...get, isEmpty: true })
    }
  })

  test('who is nobody is told how to come in', async () => {
    const { headers, body } = await world.call('anonymous', 'GET', 'plans')
    expect([headers['www-authenticate'], body.route]).toEqual(['Bearer', '/account/login'])
  })

  test('who may not is told of a page when they asked for one, and of an act when they tried one', async () => {
    const said = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string) => {
      const { status, body } = await world.call('clientA', method, url, method === 'GET' ? {} : { body: {} })
      return [status, body.message]
    }
    expect(await said('GET', 'users')).toEqual([403, 'Não foi possível acessar a página solicitada.'])
    const refused = [403, 'Você não pode fazer isto.']
    expect(await said('POST', 'plans')).toEqual(refused)
    expect(await said('PUT', 'plans/1')).toEqual(refused)
    expect(await said('DELETE', 'plans/1')).toEqual(refused)
  })

  test('whoever watches it sees that it is alive, ready, and how busy', async () => {
    expect((await world.call('anonymous', 'GET', '/healthz')).body).toEqual({ status: 'ok' })
    expect((await world.call('anonymous', 'GET', '/readyz')).body).toMatchObject({ status: 'ok', motivos: [] })
    const { status, text } = await world.call('anonymous', 'GET', '/metrics')
    expect(status).toBe(200)
    expect(text).toContain('database_connections{state="open"}')
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/plans",status="200"\} \d+/,
    )
    expect(text).not.toContain('zz')
  })

  test('a password set by an administrator opens the door as it was typed', async () => {
    const password = '  quatro cavalos no telhado '
    const email = 'spaces@exemplo.com.br'
    await world.make(users, 'A1', { email, password })
    const { client_id, client_secret } = (await world.call('anonymous', 'GET', '/config.json')).body
    const enter = (given: string) =>
      world.call('anonymous', 'POST', '/oauth/token', {
        body: { grant_type: 'password', client_id, client_secret, username: email, password: given },
      })
    expect((await enter(password)).status).toBe(200)
    expect((await enter(password.trim())).status).toBe(400)
  })

  test('a long answer is compressed for who can read it', async () => {
    const token = await world.enter('reader', world.people.superAdmin)
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' }
    const long = await world.app.inject({ url: '/api/v1/cities?per_page=100', headers })
    // In one piece, whose length is told.
    expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': `${long.rawPayload.length}` })
    expect(JSON.parse(gunzipSync(long.rawPayload).toString())).toMatchObject({ per_page: 100 })
    const short = await world.app.inject({ url: '/healthz', headers })
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  test('a long body is refused as a short one is, and one beyond the limit is answered with how much fits', async () => {
    const token = await world.enter('writer', world.people.superAdmin)
    const send = async (body: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const reply = await world.app.inject({ method: 'POST', url: '/api/v1/tags', headers, body })
      return { status: reply.statusCode, ...reply.json() }
    }
    const name = 'a'.repeat(300_000)
    for (const body of [`{"name":"${name}"`, `{"name":"${name}","__proto__":{}}`])
      expect(await send(body)).toMatchObject({ status: 400, code: 'malformed' })
    expect(await send(JSON.stringify({ name }))).toMatchObject({ status: 422, errors: { name: [expect.anything()] } })
    expect(await send(JSON.stringify({ name: name.repeat(4) }))).toMatchObject({
      status: 413,
      message: 'O conteúdo enviado passa de 1\u00a0MB, o limite aqui.',
    })
    expect(await send('{"name":"Curta"}')).toMatchObject({ status: 201 })
  })

  test('what is stored never depends on the clock’s zone', async () => {
    const was = process.env.TZ
    const seen: unknown[] = []
    const body = world.draft(collects, 'A1', { year: 2026, month: 1 })
    for (const zone of ['UTC', 'America/Sao_Paulo', 'Pacific/Kiritimati']) {
      process.env.TZ = zone
      expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(
        { UTC: 0, 'America/Sao_Paulo': 180, 'Pacific/Kiritimati': -840 }[zone],
      )
      const made = dataOf(await world.call('superAdmin', 'POST', 'collects', { body }))
      expect(Math.abs(Date.parse(String(made.created_at)) - Date.now())).toBeLessThan(60_000)
      const client = dataOf(
        await world.call('superAdmin', 'PUT', `clients/${world.target('clients', 'A1')?.id}`, {
          body: { opening_data: '2024-02-29', capital_social: 1234567.89 },
        }),
      )
      const listed = rowsOf(
        await world.call(
          'superAdmin',
          'GET',
          `clients?filter[opening_data][lte]=2024-02-29&filter[created_at][gte]=2020-01-01&sort=-opening_data`,
        ),
      )
      const { text } = await world.call('superAdmin', 'GET', 'clients/csv?filter[opening_data]=2024-02-29')
      seen.push({
        collect: {
          year: made.year,
          month: made.month,
          finances: masked(made.finances),
          locations: masked(made.locations),
        },
        client: [client.opening_data, client.capital_social],
        listed: listed.map(({ id, opening_data }) => [id, opening_data]),
        csv: text.slice(text.indexOf('\n')),
      })
      await world.call('superAdmin', 'DELETE', `collects/${made.id}`)
    }
    process.env.TZ = was
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })
})

/** Lines without what is drawn by lot. */
const masked = (lines: unknown): unknown =>
  JSON.parse(JSON.stringify(lines, (key, value: unknown) => (drawn.has(key) ? 0 : value)))
const drawn: ReadonlySet<string> = new Set(['id', 'uuid', 'collect_id', 'collect_location_id'])

test('too many requests are told when to come back, each user and address apart', async () => {
  const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '60' } })
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) statuses.push((await world.call('staffA', 'GET', 'plans')).status)
  expect(statuses.slice(0, 60).every(status => status === 200)).toBe(true)
  const refused = await world.call('staffA', 'GET', 'plans')
  expect([refused.status, refused.body.code]).toEqual([429, 'throttled'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await world.call('staffB', 'GET', 'plans')).status).toBe(200)

  const guesses: number[] = []
  for (let i = 0; i < 5; i++)
    guesses.push(
      (
        await world.call('anonymous', 'POST', '/oauth/token', {
          body: {},
          headers: { authorization: `Bearer ${'x'.repeat(20)}${i}` },
        })
      ).status,
    )
  expect(guesses).toEqual([400, 400, 400, 429, 429])
  await world.close()
})

describe('closing', () => {
  test('what is under way is finished, and nothing new begins', async () => {
    const world = await openWorld()
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
    const token = await world.enter('superAdmin', world.people.superAdmin)
    const gate = new AbortController()
    const held = new Promise(done => gate.signal.addEventListener('abort', done))
    let holding: Promise<void> | undefined
    await new Promise<void>(locked => {
      holding = world.db.transaction().execute(async trx => {
        await sql`lock table plans in access exclusive mode`.execute(trx)
        locked()
        await held
      })
    })
    const begun = once(world.app.server, 'request')
    const slow = fetch(`${address}/api/v1/plans`, { headers: { authorization: `Bearer ${token}` } })
    await begun
    const closing = world.app.close()
    const late = await fetch(`${address}/readyz`).then(
      ({ status }) => status,
      () => 'refused',
    )
    expect([503, 'refused']).toContain(late)
    gate.abort()
    await holding
    const answer = await slow
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    await answer.text()
    await closing
    await world.close()
  })
})

describe('a statement that fails', () => {
  let world: World
  let broken: ReturnType<typeof breakable>
  beforeAll(async () => {
    world = await openWorld({ wrap: database => (broken = breakable(database)).database })
  })
  afterAll(() => world?.close())

  const writes: readonly (readonly [string, () => Promise<() => Promise<Reply>>])[] = [
    [
      'creating a row with lines',
      async () => {
        const body = world.draft(collects, 'A1')
        return () => world.call('superAdmin', 'POST', 'collects', { body, headers: { 'idempotency-key': 'fault' } })
      },
    ],
    [
      'changing a row and its lines',
      async () => {
        const { id } = await world.make(collects, 'A1')
        const body = world.draft(collects, 'A1')
        return () => world.call('superAdmin', 'PUT', `collects/${id}`, { body })
      },
    ],
    [
      'disabling several rows',
      async () => {
        const ids = [(await world.make(collects, 'A1')).id, (await world.make(collects, 'A1')).id]
        return () => world.call('superAdmin', 'PUT', 'collects/disable', { body: { ids } })
      },
    ],
    [
      'deleting a row',
      async () => {
        const { id } = await world.make(collects, 'A1')
        return () => world.call('superAdmin', 'DELETE', `collects/${id}`)
      },
    ],
  ]

  test.each(writes)('%s: nothing is half done, whichever statement it is', async (_name, prepare) => {
    const write = await prepare()
    const before = await world.fingerprint()
    const tables = new Set(before.split('\n'))
    const halfDone: string[] = []
    let step = 1
    for (let done = false; !done && step < 100; step++) {
      const { status, body, headers } = await broken.failing(step, write)
      done = status < 400
      const written = (await world.fingerprint()).split('\n').filter(table => !tables.has(table))
      if (done !== written.length > 0)
        halfDone.push(`statement ${step}: ${status}, and written was ${written.join(', ') || 'nothing'}`)
      if (!done && [status, body.code, headers['retry-after']].join() !== '503,unavailable,2')
        halfDone.push(`statement ${step}: ${status} ${String(body.code)}`)
    }
    expect(halfDone).toEqual([])
    expect(step).toBeGreaterThan(6)
    expect(step).toBeLessThan(100)
  })
})

const cutSql = `do $$ begin raise exception using errcode = '08006', message = 'cut'; end $$`

/** The same database, with a switch that makes the n-th statement of some work fail before it is sent. */
function breakable(database: Database) {
  // The server looks for jobs meanwhile, and its statements are not the work's.
  const working = new AsyncLocalStorage<{ left: number }>()
  const { pool } = database
  const connect = async () => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target)
        return (...given: Parameters<typeof target.query>) => {
          const work = working.getStore()
          const asked: readonly unknown[] = [given[0]].flat()
          const at = work ? work.left - 1 : -1
          if (work) work.left -= asked.length
          if (at < 0 || at >= asked.length) return target.query(...given)
          if (at === 0) return Promise.reject(Object.assign(new Error('cut'), { code: '08006' }))
          // What goes before it in the same message is done.
          return Reflect.apply(target.query, target, [[...asked.slice(0, at), { text: cutSql }]])
        }
      },
    })
  }
  const cut = new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name, target)),
  })
  return {
    database: { ...database, kysely: kyselyOn(cut, 100) },
    failing: (step: number, work: () => Promise<Reply>) => working.run({ left: step }, work),
  }
}

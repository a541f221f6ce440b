import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { databaseProblem } from '#server/database/errors.ts'
import { openReadiness } from '#server/ready.ts'
import { addUser, openDesk, type Desk } from './auth/desk.ts'
import { freshDatabase, freshPostgresUrl } from './support/databases.ts'
import { openWorld, type World } from './support/world.ts'

const METRICS_TOKEN = 'segredo-de-quem-mede-a-casa'

describe('who may watch the server', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ env: { METRICS_TOKEN, TRUST_PROXY: 'loopback' } })
  })
  afterAll(() => world?.close())

  const ask = async (url: string, remoteAddress: string, headers: Readonly<Record<string, string>> = {}) => {
    const { statusCode, body } = await world.app.inject({ url, remoteAddress, headers })
    return [statusCode, body] as const
  }
  const proxied = { 'x-forwarded-for': '127.0.0.1' }
  const token = { authorization: `Bearer ${METRICS_TOKEN}` }

  test.each([
    ['this machine itself', '127.0.0.1', {}, true],
    ['this machine itself, by IPv6', '::1', {}, true],
    ['a proxy on this machine, though it says it is for 127.0.0.1', '127.0.0.1', proxied, false],
    ['another machine', '203.0.113.5', {}, false],
    ['another machine that claims to be this one', '203.0.113.5', proxied, false],
    ['another machine with the token', '203.0.113.5', token, true],
    ['a proxy with the token', '127.0.0.1', { ...proxied, ...token }, true],
    ['another machine with a wrong token', '203.0.113.5', { authorization: 'Bearer um segredo qualquer' }, false],
  ])('%s', async (_who, address, headers, inside) => {
    const [measured, numbers] = await ask('/metrics', address, headers)
    expect(measured).toBe(inside ? 200 : 404)
    expect(numbers.includes('database_connections')).toBe(inside)
    const [ready, told] = await ask('/readyz', address, headers)
    expect(ready).toBe(200)
    const detail = inside ? ['motivos', 'banco', 'pasta', 'avisos'] : []
    expect(Object.keys(JSON.parse(told))).toEqual(['status', 'serve', 'grava', ...detail])
    for (const page of ['/api/docs/', '/api/docs/json'])
      expect([page, (await ask(page, address, headers))[0]]).toEqual([page, inside ? 200 : 404])
    expect(await ask('/healthz', address, headers)).toEqual([200, '{"status":"ok"}'])
  })

  test('API_DOCS=1 shows the documentation to everyone, and nothing else', async () => {
    const open = await openWorld({ env: { API_DOCS: '1' } })
    const from = { remoteAddress: '203.0.113.5' }
    expect((await open.app.inject({ url: '/api/docs/json', ...from })).statusCode).toBe(200)
    expect((await open.app.inject({ url: '/metrics', ...from })).statusCode).toBe(404)
    await open.close()
  })
})

describe('readiness', () => {
  test('a data folder that stopped taking files is seen, and told of', async () => {
    const database = await freshDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'outorga-ready-'))
    expect((await openReadiness({ OUTORGA_DATA_DIR: folder }, database)()).motivos).toEqual([])
    renameSync(folder, `${folder}-gone`)
    expect(await openReadiness({ OUTORGA_DATA_DIR: folder }, database)()).toMatchObject({
      serve: false,
      grava: false,
      motivos: ['A pasta de dados não responde (ENOENT).'],
      pasta: null,
    })
    rmSync(`${folder}-gone`, { recursive: true })
    await database.close()
  })

  test('a data folder that cannot be one is refused at the start, in Portuguese', async () => {
    const place = await freshPostgresUrl()
    const file = join(mkdtempSync(join(tmpdir(), 'outorga-ready-')), 'file')
    writeFileSync(file, '')
    for (const OUTORGA_DATA_DIR of [file, join(file, 'below')])
      await expect(openDatabase({ DATABASE_URL: place.url, OUTORGA_DATA_DIR })).rejects.toThrow(
        /^Configuração inválida:\n {2}- OUTORGA_DATA_DIR (não é uma pasta|não aceita gravações \(\w+\)): \//,
      )
    await place.drop()
  })
})

describe('a PostgreSQL that is in trouble', () => {
  const administer = async (statement: string) => {
    const admin = new Client({ connectionString: process.env.TEST_DATABASE_URL })
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  const opened = async () => {
    const { url, drop } = await freshPostgresUrl()
    const folder = mkdtempSync(join(tmpdir(), 'outorga-ready-'))
    const open = () => openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: folder })
    const database = await open()
    const close = async () => {
      await database.close()
      await drop()
      rmSync(folder, { recursive: true })
    }
    return { database, open, name: new URL(url).pathname.slice(1), folder, close }
  }

  test('one that only reads is ready to be read, and not to be written to', async () => {
    const { database, open, name, folder, close } = await opened()
    expect((await openReadiness({ OUTORGA_DATA_DIR: folder }, database)()).motivos).toEqual([])
    await administer(`alter database ${name} set default_transaction_read_only = on`)
    const standby = await open()
    expect(await openReadiness({ OUTORGA_DATA_DIR: folder }, standby)()).toMatchObject({
      serve: true,
      grava: false,
      motivos: ['O banco de dados só aceita leituras, ou está sem espaço em disco.'],
    })
    await standby.close()
    await close()
  })

  test('one that takes no connection is told as busy, with when to come back', async () => {
    const { database, name, close } = await opened()
    await administer(`alter database ${name} with allow_connections false`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const failures = await Promise.all(
      [1, 2, 3].map(() => database.pool.query('select 1').catch((error: unknown) => databaseProblem(error))),
    )
    expect(failures.at(-1)).toMatchObject({ status: 503, detail: { retryAfter: 2, cause: { code: '55000' } } })
    await administer(`alter database ${name} with allow_connections true`)
    await close()
  })
})

describe('the wire', () => {
  let desk: Desk
  let port = 0
  beforeAll(async () => {
    desk = await openDesk()
    port = Number(new URL(await desk.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => desk.close())

  const talk = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.setEncoding('utf8').on('data', text => (answer += text))
      socket.on('error', reject).on('end', () => resolve(answer))
    })

  test.each([
    ['what is no HTTP', 'HELO outorga\r\n\r\n', 400],
    ['a header twice as long as may be', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(300_000)}\r\n\r\n`, 431],
  ])('%s is answered whole, with the connection closed and never reset', async (_what, bytes, status) => {
    for (let i = 0; i < 20; i++) {
      const answer = await talk(bytes)
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).toContain('\r\nConnection: close\r\n')
      expect(JSON.parse(body)).toMatchObject({ type: 'error', status, message: expect.stringMatching(/\.$/) })
    }
  })
})

describe('the log', () => {
  test('one line of JSON tells a request: what, by whom, from where, how it ended', async () => {
    const lines: unknown[] = []
    const desk = await openDesk(
      { TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
      { write: line => void lines.push(JSON.parse(line)) },
    )
    const id = await addUser(desk, { email: 'maria@casa.com.br' })
    const { access_token: token } = await desk.enter('maria@casa.com.br')
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    lines.length = 0
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = {
      'x-forwarded-for': '198.51.100.5',
      'x-request-id': 'proxy-1234567890',
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
    }
    await desk.call('GET', '/api/v1/users/me?secret=segredo', { token, headers, ip: '127.0.0.1' })
    await desk.call('GET', '/api/v1/users/me', { headers, ip: '203.0.113.5' })
    await vi.waitFor(() => expect(lines).toHaveLength(2))
    expect(lines).toMatchObject([
      {
        level: 30,
        pid: process.pid,
        hostname: expect.any(String),
        reqId: 'proxy-1234567890',
        method: 'GET',
        route: '/api/v1/users/me',
        path: '/api/v1/users/me',
        status: 200,
        ms: expect.any(Number),
        user: id,
        session: expect.any(Number),
        ip: '198.51.100.5',
        trace,
      },
      { status: 401, user: null, session: null, ip: '203.0.113.5', reqId: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    expect(JSON.stringify(lines)).not.toContain('segredo')
    expect(JSON.stringify(lines)).not.toContain(token)
    expect(lines[1]).not.toHaveProperty('trace')
    await desk.close()
  })

  test('an id that is none is not taken over', async () => {
    const desk = await openDesk({ TRUST_PROXY: '1' })
    for (const given of ['short', 'a b c d e f g h', 'x'.repeat(65), '"quoted-id-here"']) {
      const { headers } = await desk.call('GET', '/api/v1/users/me', { headers: { 'x-request-id': given } })
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    }
    await desk.close()
  })

  test('a start that fails says why in one line of the log', async () => {
    const env = { ...process.env, LOG_LEVEL: 'verbose', OUTORGA_DATA_DIR: tmpdir() }
    const said = await new Promise<string>(resolve =>
      execFile(process.execPath, ['--import', 'tsx', 'src/main.server.ts'], { env }, (_error, _out, stderr) =>
        resolve(stderr),
      ),
    )
    expect(JSON.parse(said)).toMatchObject({ level: 50, msg: expect.stringContaining('LOG_LEVEL deve ser silent') })
  })
})

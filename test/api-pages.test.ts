import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem, type ProblemKind } from '#kernel/problem.ts'
import { changeLimits } from '#features/platform/changes/api.ts'
import { fileLimit, storedExtensions } from '#parts/file/file.ts'
import { tableLimits } from '#parts/table/table.ts'
import { bodyLimits, longBodies } from '#server/body.ts'
import { gridLimit } from '#server/crud.ts'
import { readConfig } from '#settings.server.ts'
import { cnpj } from './support/drafts.ts'
import { apiPages, blocksIn, openExamples, readApiPage } from './support/examples.ts'
import { dataOf, openWorld, rowsOf, type World } from './support/world.ts'

// The pages of docs/api, followed as a stranger would: their examples are run as they are printed, and their numbers compared.

const { run, printed, uncalled } = openExamples()
const [email, password] = ['zzsuperzz@exemplo.com.br', 'quatro cavalos no telhado']

let world: World
let origin = ''
let receiverPort = 0
/** Whose token the examples send. */
let house: { readonly origin: string; readonly token: string }
beforeAll(async () => {
  receiverPort = await freePort()
  world = await openWorld({
    env: {
      SECRETS_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_HOSTS: `127.0.0.1:${receiverPort}`,
      REQUESTS_PER_MINUTE: '1200',
    },
  })
  origin = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const tokens = Object(await run('first-call', 'signIn', origin, email, password))
  house = { origin, token: tokens.access_token }
})
afterAll(() => world?.close())

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is this one
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** How an example was refused. */
const refusal = async (running: Promise<unknown>) => {
  const thrown: unknown = await running.then(
    () => null,
    (reason: unknown) => reason,
  )
  return Object(thrown).problem ?? Promise.reject(thrown ?? new Error('it was not refused'))
}
const gathered = async (rows: unknown) => {
  const all: Readonly<Record<string, unknown>>[] = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page says it answers
  for await (const row of rows as AsyncIterable<Readonly<Record<string, unknown>>>) all.push(row)
  return all
}
/** The rows of the tables of a page, as texts. */
const tableOf = (page: string) =>
  [...readApiPage(page).matchAll(/^\| (.+) \|$/gm)].map(([, cells = '']) => cells.split(' | '))
const numberIn = (page: string, about: string) =>
  Number(/^\d+/.exec(tableOf(page).find(([name]) => name === about)?.[1] ?? '')?.[0])

describe('a first call', () => {
  test('a program signs in, renews its token and is the user it says', async () => {
    const tokens = Object(await run('first-call', 'signIn', origin, email, password))
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: numbersOf('first-call', '`expires_in` seconds') })
    const renewed = Object(await run('first-call', 'renew', origin, tokens.refresh_token))
    const mine = { origin, token: renewed.access_token }
    expect(await run('first-call', 'readSelf', mine)).toMatchObject({ email })
    await run('first-call', 'signOut', mine)
    expect(await refusal(run('first-call', 'readSelf', mine))).toMatchObject({ code: 'unauthenticated', status: 401 })
    expect(await refusal(run('first-call', 'renew', origin, renewed.refresh_token))).toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('its times are those of an installation that sets none', () => {
    const { ACCESS_TOKEN_SECONDS, REFRESH_IDLE_SECONDS, REFRESH_MAX_SECONDS } = readConfig({})
    expect([ACCESS_TOKEN_SECONDS, REFRESH_IDLE_SECONDS, REFRESH_MAX_SECONDS]).toEqual([
      numbersOf('first-call', '`expires_in` seconds'),
      numbersOf('first-call', 'REFRESH_IDLE_SECONDS'),
      numbersOf('first-call', 'REFRESH_MAX_SECONDS'),
    ])
  })
})
/** The number in the cell of a table that has these words. */
function numbersOf(page: string, words: string) {
  const cell = tableOf(page)
    .flat()
    .find(each => each.includes(words))
  return Number(/\d+/.exec(cell ?? '')?.[0])
}

describe('lists', () => {
  test('every row of a list is read once', async () => {
    const rows = await gathered(await run('lists', 'rowsOf', house, 'cities', { 'filter[ibge][gte]': 5_200_000 }))
    const { body } = await world.call('superAdmin', 'GET', 'cities?filter[ibge][gte]=5200000')
    expect(rows).toHaveLength(Number(body.total))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThan(200)
  })

  test('conditions narrow it, and one that there is not is refused', async () => {
    const store = (name: string, plan_id?: number) =>
      world.call('superAdmin', 'POST', 'clients', { body: { name, document: cnpj(++documents), plan_id } })
    const plan = world.target('plans', 'A1')?.id ?? 0
    const other = dataOf(await world.call('superAdmin', 'POST', 'plans', { body: { name: 'Outro' } })).id
    await store('Alvorada Fíbra', plan)
    await store('Alvorada Fibra Sul', other)
    await store('Alvorada fibra norte')
    await store('Alvorada Rádio')
    const filters = await run('lists', 'wanted', 'FIBRA', [plan])
    const found = await gathered(await run('lists', 'rowsOf', house, 'clients', filters))
    expect(found.map(({ name }) => name)).toEqual(['Alvorada Fíbra', 'Alvorada fibra norte'])
    const wrong = await gathered(await run('lists', 'rowsOf', house, 'clients', { 'filter[nome]': 'x' })).catch(
      (reason: unknown) => Object(reason).problem,
    )
    expect(wrong).toMatchObject({ code: 'invalid', errors: { 'filter[nome]': [expect.any(String)] } })
  })
})
let documents = 9_800_000

describe('writing', () => {
  test('what somebody else wrote meanwhile is not written over', async () => {
    const body = { name: 'Um', document: cnpj(++documents) }
    const { uuid } = dataOf(await world.call('superAdmin', 'POST', 'clients', { body }))
    const names: unknown[] = []
    const changed = await run('writing', 'change', house, `clients/${uuid}`, async (row: unknown) => {
      const { name } = Object(row)
      names.push(name)
      if (names.length === 1) await world.call('superAdmin', 'PUT', `clients/${uuid}`, { body: { name: 'Dois' } })
      return { fantasy_name: `${name} Fibra` }
    })
    expect(names).toEqual(['Um', 'Dois'])
    expect(changed).toMatchObject({ name: 'Dois', fantasy_name: 'Dois Fibra' })
  })

  test('a row is made once under a key, and the key is for that row', async () => {
    const row = { name: 'Plano do programa' }
    const [made, again] = [
      Object(await run('writing', 'createOnce', house, 'plans', row, 'pedido-1')),
      Object(await run('writing', 'createOnce', house, 'plans', row, 'pedido-1')),
    ]
    expect([made.isRepeated, again.isRepeated]).toEqual([false, true])
    expect(again.row).toEqual(made.row)
    const other = await refusal(run('writing', 'createOnce', house, 'plans', { name: 'Outro plano' }, 'pedido-1'))
    expect(other).toMatchObject({ code: 'invalid', errors: { 'Idempotency-Key': [expect.any(String)] } })
  })

  test('a list of lines is replaced by the one that is sent', async () => {
    const phones = [{ phone: '1236221234' }, { phone: '1236221235' }]
    const body = { name: 'Linhas', document: cnpj(++documents), phones }
    const made = Object(dataOf(await world.call('superAdmin', 'POST', 'clients', { body })))
    const [stays] = made.phones
    const sent = [{ id: stays.id, phone: '1236221236' }, { phone: '1236221237' }]
    const { phones: after } = Object(
      await run('writing', 'change', house, `clients/${made.uuid}`, () => ({ phones: sent })),
    )
    expect(after).toMatchObject([{ id: stays.id, phone: '+551236221236' }, { phone: '+551236221237' }])
    expect(after).toHaveLength(2)
  })
})

/** Compiles only while it has every code. */
const codes = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  unproven: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  stale: 412,
  large: 413,
  media: 415,
  invalid: 422,
  outside: 424,
  throttled: 429,
  internal: 500,
  unavailable: 503,
  full: 507,
} as const satisfies Record<ProblemKind, number>

describe('errors', () => {
  test('the table has every code with its status', () => {
    const told = tableOf('errors').flatMap(([code = '', status]) =>
      /^`\w+`$/.test(code) ? [[code.slice(1, -1), Number(status)]] : [],
    )
    expect(Object.fromEntries(told)).toEqual(codes)
    for (const kind of Object.keys(codes) as ProblemKind[]) expect(problem(kind).status).toBe(codes[kind])
  })

  test('the printed answer is the one that comes', async () => {
    const printedBody: unknown = JSON.parse(blocksIn('errors', 'json')[0] ?? '')
    const { body, headers } = await world.call('superAdmin', 'POST', 'plans', { body: { name: '' } })
    expect({ ...body, request_id: '' }).toEqual({ ...Object(printedBody), request_id: '' })
    expect(headers['x-request-id']).toBe(body.request_id)
  })
})

describe('limits', () => {
  test('a program waits as long as the answer asks for', async () => {
    const { body } = await world.call('superAdmin', 'POST', 'users', {
      body: {
        name: 'Programa',
        email: 'programa@exemplo.com.br',
        password,
        profile_id: rowsOf(await world.call('superAdmin', 'GET', 'profiles?filter[slug]=colaborador'))[0]?.id,
      },
    })
    expect(body.errors).toBeUndefined()
    const signIn = (given: string) => run('first-call', 'signIn', origin, 'programa@exemplo.com.br', given)
    for (let tries = 0; tries < 6; tries++)
      expect(await refusal(signIn('errada'))).toMatchObject({ error: 'invalid_grant' })
    expect(await refusal(signIn(password))).toMatchObject({ code: 'throttled', status: 429 })
    const began = performance.now()
    expect(await run('limits', 'patiently', () => signIn(password))).toMatchObject({ token_type: 'Bearer' })
    expect(performance.now() - began).toBeGreaterThan(500)
    expect(await refusal(run('limits', 'patiently', () => signIn('errada')))).toMatchObject({ error: 'invalid_grant' })
  })

  test('a minute has as many requests as the page says', async () => {
    expect(readConfig({}).REQUESTS_PER_MINUTE).toBe(numberIn('limits', 'reads'))
    const allowed = async (who: string, method: 'GET' | 'POST' | 'PUT', url: string) =>
      Number((await world.call(who, method, url)).headers['x-ratelimit-limit'])
    expect({
      reads: await allowed('superAdmin', 'GET', 'plans'),
      writes: await allowed('superAdmin', 'POST', 'plans'),
      exports: await allowed('superAdmin', 'GET', 'plans/csv'),
      tokens: await allowed('anonymous', 'POST', '/oauth/token'),
    }).toEqual({
      reads: numberIn('limits', 'reads'),
      writes: numberIn('limits', 'writes'),
      exports: numberIn('limits', 'exports, files, imports, actions on a whole month'),
      tokens: numberIn('limits', 'sign-in, and addresses that do not exist: by network address'),
    })
  })

  test('what is one more than the page says is refused, and what is not more is heard', async () => {
    const status = async (who: string, url: string, body: string) =>
      (await world.call(who, 'POST', url, { body })).status
    const long = (name: string, bytes: number) => `{"${name}":"${'a'.repeat(bytes - name.length - 7)}"}`
    for (const [who, url, about, heard] of [
      ['superAdmin', 'plans', 'a body of JSON', 422],
      ['anonymous', '/oauth/token', 'a body of a call without a token', 400],
    ] as const) {
      const bytes = numberIn('limits', about)
      expect(long('name', bytes)).toHaveLength(bytes)
      expect(await status(who, url, long('name', bytes))).toBe(heard)
      expect(await status(who, url, long('name', bytes + 1))).toBe(413)
    }
    const ids = numberIn('limits', 'rows of `enable`, `disable`')
    const disable = async (n: number) =>
      (await world.call('superAdmin', 'PUT', 'plans/disable', { body: { ids: Array(n).fill(999_999_999) } })).status
    expect([await disable(ids), await disable(ids + 1)]).toEqual([404, 422])
    const headers = { 'x-long': 'a'.repeat(numberIn('limits', 'headers of a request')) }
    expect((await fetch(`${origin}/healthz`, { headers })).status).toBe(431)
  })

  test('the sizes are those of the code', () => {
    expect({
      levels: numberIn('limits', 'levels within one another'),
      keys: numberIn('limits', 'fields of one object'),
      containers: numberIn('limits', 'objects and lists of a body'),
      values: numberIn('limits', 'values of a body'),
      characters: numberIn('limits', 'characters of a body that waits for no other'),
      waiting: numberIn('limits', 'longer bodies that wait'),
      coleta: numberIn('limits', 'a body of a coleta, some 16,000 lines'),
      file: numberIn('limits', 'a document, an attachment, a receipt'),
      sheet: numberIn('limits', 'a spreadsheet'),
      rows: numberIn('limits', 'rows of a spreadsheet'),
      columns: numberIn('limits', 'columns of a spreadsheet'),
      changes: numberIn('limits', 'changes of one answer of `GET /changes`'),
    }).toEqual({
      levels: bodyLimits.depth,
      keys: bodyLimits.keys,
      containers: bodyLimits.containers,
      values: bodyLimits.values,
      ...longBodies,
      coleta: gridLimit,
      file: fileLimit,
      sheet: tableLimits.bytes,
      rows: tableLimits.rows,
      columns: tableLimits.columns,
      changes: changeLimits.rows,
    })
  })
})

describe('files', () => {
  test('a document comes back as it went', async () => {
    const client = world.target('clients', 'A1')?.uuid
    const bytes = Buffer.from('Ata da reunião')
    const row = Object(await run('files', 'sendDocument', house, client, 'ata.txt', bytes))
    expect(row).toMatchObject({ name: 'ata.txt', ext: 'txt', size: bytes.length })
    expect(await run('files', 'download', house, row.uuid)).toEqual(bytes)
    const other = await refusal(run('files', 'sendDocument', house, client, 'ata.exe', bytes))
    expect(other).toMatchObject({ code: 'invalid' })
  })

  test('the page lists the kinds that are stored', () => {
    const [, list = ''] = /^Stored are (.+), when/m.exec(readApiPage('files')) ?? []
    expect([...list.matchAll(/`(\w+)`/g)].map(([, ext]) => ext)).toEqual(storedExtensions)
  })

  test('a list is exported, and what was exported can be imported', async () => {
    const filters = { 'filter[name][starts]': 'Alvorada' }
    const csv = Object(await run('files', 'sheetOf', house, 'clients', 'csv', filters)) as Buffer
    expect(csv.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(csv.toString('utf8').split('\r\n')[0]).toContain('Razão social;')
    const again = await run('files', 'importSheet', house, 'clients', 'clientes.csv', csv)
    expect(again).toEqual({ created: 0, updated: 0, same: 4 })
    const twin = await refusal(run('files', 'importSheet', house, 'clients', 'clientes.csv', csv))
    expect(twin).toMatchObject({ code: 'conflict', data: { twin: expect.any(String) } })
  })

  test('of a spreadsheet with a wrong row nothing is written', async () => {
    const sheet = `Razão social;CNPJ\nCerto;${cnpj(++documents)}\nErrado;11222333000182`
    await expect(run('files', 'importSheet', house, 'clients', 'c.csv', sheet)).rejects.toThrow('CPF ou CNPJ')
    const { body } = await world.call('superAdmin', 'GET', 'clients?filter[name]=Certo')
    expect(body.total).toBe(0)
  })
})

describe('a month', () => {
  const examples = resolve('docs/api/examples')

  test(
    'a stranger’s program imports forty clients, sends a coleta, and hears of it',
    { timeout: 180_000 },
    async () => {
      const before = await world.call('superAdmin', 'GET', 'clients?per_page=1')
      const env = {
        ...process.env,
        OUTORGA_URL: origin,
        OUTORGA_EMAIL: email,
        OUTORGA_PASSWORD: password,
        RECEIVER_URL: `http://127.0.0.1:${receiverPort}/`,
        RECEIVER_PORT: String(receiverPort),
      }
      const program = ['first-month.mjs', 'clients.csv', 'fistels.csv']
      const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: examples, env })
      expect(stdout).toMatch(
        /^clients: 40 created, 0 changed, 0 there already\nfistéis: 40 created, 0 changed, 0 there already\n/,
      )
      expect(stdout).toContain('heard: collects.enviar of Provedor Exemplo 1, now Enviada\n')
      const after = await world.call('superAdmin', 'GET', 'clients?per_page=1')
      expect(Number(after.body.total) - Number(before.body.total)).toBe(40)
      const sent = await world.call('superAdmin', 'GET', 'collects?search=Provedor Exemplo&pagination=false')
      expect(rowsOf(sent)).toHaveLength(40)
    },
  )

  test('a coleta is opened, filled, finished and sent by the examples', async () => {
    const { year, month } = endedMonth()
    await run('month', 'openMonth', house, year, month)
    const coleta = Object(await run('month', 'findColeta', house, year, month, '20700002000109'))
    await run('month', 'fill', house, coleta, [{ ibge: 3106200, speed: 500, amount: 120 }])
    await run('month', 'finish', house, coleta, 'Primeiro mês')
    const file = String(await run('month', 'recordSent', house, coleta))
    expect(file).toContain(`20700002000109;${year};${month};3106200;PF;URBANO;fibra;internet;FTTH;500;120`)
    const { body } = await world.call('superAdmin', 'GET', `collects/${coleta.uuid}`)
    expect(body.data).toMatchObject({ status: { name: 'Enviada' } })
  })

  function endedMonth() {
    const [year = 0, month = 0] = new Date(Date.now() - 3 * 3_600_000).toISOString().split('-').map(Number)
    return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
  }
})

/** Those of these pages are run beside what they are about. */
const elsewhere = ['changes', 'webhooks']

test('every function that a page prints was called', async () => {
  expect(printed).toEqual(
    expect.arrayContaining([...elsewhere, 'first-call', 'lists', 'writing', 'limits', 'files', 'month']),
  )
  expect(await uncalled(elsewhere), 'what was not called is found').toHaveLength(2)
  expect(await uncalled(printed.filter(page => !elsewhere.includes(page)))).toEqual(['first-call send'])
})

test('the index leads to every page', () => {
  const pages = apiPages().filter(page => page !== 'README')
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.filter(page => !readApiPage('README').includes(`](${page}.md)`))).toEqual([])
})

// A resource's routes against a server written by hand (`floor.ts`): random pages, words and rows, a fresh value for each write, in turns. Every kind
// of answer is compared with the floor's, field by field, before anything is measured.
import { isDeepStrictEqual } from 'node:util'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { clients as clientList } from '#features/clients/clients/clients.ts'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { cnpj } from '../test/support/drafts.ts'
import { recording, type Statement } from '../test/support/statements.ts'
import { median } from './figures.ts'
import { startDatabase } from './product.ts'
import {
  connections,
  isWanted,
  load,
  processorOf,
  ratesOf,
  ratios,
  spread,
  takeTurns,
  warmUp,
  type Call,
} from './rounds.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { fill, indexesOf, settingsOf, signIn } from './world.ts'

const clients = Number(process.argv[2] ?? 50_000)
const seconds = Number(process.argv[3] ?? 3)
const rounds = Number(process.argv[4] ?? 5)

let n = 0
const random = (below: number) => 1 + Math.floor(Math.random() * below)
const piece = () => (random(65_536) - 1).toString(16).padStart(4, '0')
/** What the list of clients draws; one work asks for all that a list may answer. */
const columns = `columns=${clientList.list.columns.join(',')}`
const pages = `/api/v1/clients?${columns}&per_page=25&page=`
/** Each kind of work: what it asks, and how many times each floor it must be. */
const works: readonly {
  readonly name: string
  readonly next: () => Call
  readonly least?: Readonly<Record<string, number>>
}[] = [
  {
    name: 'list of 25 with its total',
    next: () => ({ method: 'GET', path: `${pages}${random(100)}` }),
  },
  {
    name: 'the same, every column',
    next: () => ({ method: 'GET', path: `/api/v1/clients?per_page=25&page=${random(100)}` }),
  },
  {
    name: 'search by part of a name',
    next: () => ({ method: 'GET', path: `/api/v1/clients?${columns}&search=${piece()}` }),
    least: { plain: 1.3 },
  },
  {
    name: 'search by part of a document',
    next: () => ({
      method: 'GET',
      path: `/api/v1/clients?${columns}&search=${String(random(clients)).padStart(6, '0')}`,
    }),
  },
  ...['document', '-created_at'].map(sort => ({
    name: `sorted by ${sort}`,
    next: (): Call => ({ method: 'GET', path: `${pages}${random(100)}&sort=${sort}` }),
  })),
  { name: 'one client, all its lists', next: () => ({ method: 'GET', path: `/api/v1/clients/${random(clients)}` }) },
  {
    name: 'update, with history and version',
    next: () => ({ method: 'PUT', path: `/api/v1/clients/${random(clients)}`, body: { phone_name: `visto ${++n}` } }),
  },
  {
    name: 'create, with history',
    next: () => ({
      method: 'POST',
      path: '/api/v1/clients',
      body: { name: `Novo ${++n}`, document: cnpj(30_000_000 + n) },
    }),
  },
]
const ways = ['plain', 'best', 'remembers'] as const

const cluster = await startDatabase()
const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const children: ChildProcess[] = []
const direct = new Client({ connectionString: cluster.url })
await direct.connect()
try {
  const env = settingsOf(folder, cluster.url)
  const config = readConfig(env)
  // Filling takes longer than a statement of a request may.
  const database = await openDatabase(config, { statementMs: 600_000 })
  const { app } = await openHouse(config, database)
  await fill(database, clients)
  const headers = { authorization: `Bearer ${await signIn(app, config)}` }
  const indexes = new Map<string, string>()
  for (const { name, next } of works.filter(isWanted)) {
    const { method, path } = next()
    if (method !== 'GET') continue
    const statements = recording(database.pool)
    await app.inject({ method, url: path, headers })
    const asked: readonly Statement[] = statements.stop()
    indexes.set(name, `; ${asked.length} statements${await indexesOf(database, asked)}`)
  }
  await app.close()
  await database.close()

  children.push(await serve(asStarted, { ...env, PORT: '4801' }, 4801, '/healthz'))
  for (const [at, way] of ways.entries()) {
    const port = 4802 + at
    const floor = { DATABASE_URL: cluster.url, PORT: String(port) }
    children.push(await serve(['--import', 'tsx', 'bench/floor.ts', way], floor, port, '/'))
  }
  const postmaster = cluster.pid()
  const servers = children.map(({ pid }, at) => ({ port: 4801 + at, headers, pid, postmaster }))

  let short = false
  for (const { name, next, least = {} } of works.filter(isWanted)) {
    for (let times = 0; times < 20; times++) await compare(next())
    for (const server of servers) await load(server, next, warmUp)
    const found = await takeTurns(servers, rounds, server => load(server, next, seconds))
    const [ours = [], ...floors] = servers.map(server => found.get(server) ?? [])
    const told = ways.map((way, at) => {
      const floor = floors[at] ?? []
      const figures = ratios(ratesOf(ours), ratesOf(floor))
      const bar = least[way]
      short ||= bar !== undefined && median(figures) < bar
      return `${spread(figures)} of the ${way} floor${bar === undefined ? '' : `, at least ${bar}`}, ${processorOf(ours, floor)}`
    })
    console.log(
      `${connections} connections, ${name}: ${Math.round(median(ratesOf(ours)))} a second; ${told.join('; ')}${indexes.get(name) ?? ''}`,
    )
  }
  process.exitCode = short ? 1 : 0

  /** Throws unless all of them answer the same, and write the same. */
  async function compare(call: Call) {
    const answers: { readonly data: unknown; readonly status: number; readonly history: unknown }[] = []
    for (const { port } of servers) {
      // A document is made once; the second answers for another.
      const body = call.method === 'POST' ? { ...call.body, document: cnpj(30_000_000 + ++n) } : call.body
      const reply = await fetch(`http://127.0.0.1:${port}${call.path}`, {
        method: call.method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const said = Object(await reply.json())
      answers.push({ status: said.status ?? 200, data: alike(said, call), history: await historyOf(call, said) })
    }
    const [first, ...others] = answers
    for (const [at, other] of others.entries())
      if (!isDeepStrictEqual(first, other))
        throw new Error(
          `${call.method} ${call.path}: ${firstDifference(first, other)} (ours, then the ${ways[at]} floor’s)`,
        )
  }

  /** The line of history a write left, without what each has of its own. */
  async function historyOf({ method }: Call, said: { readonly data?: { readonly id?: number } }) {
    if (method === 'GET') return null
    const { rows } = await direct.query<{
      event: string
      user_id: number
      changes: Readonly<Record<string, readonly [unknown, unknown]>>
    }>(
      `select event, user_id, changes from audit_events where resource = 'clients' and row_id = $1 order by id desc limit 1`,
      [said.data?.id],
    )
    const [line] = rows
    return line && { ...line, changes: Object.keys(line.changes).toSorted() }
  }
} finally {
  await direct.end()
  for (const child of children) await endServer(child, 'SIGKILL')
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** An answer without what must differ from one server to the next. */
function alike(said: Readonly<Record<string, unknown>>, { method }: Call): unknown {
  const own =
    method === 'GET' ? ['version'] : ['version', 'updated_at', 'created_at', 'id', 'uuid', 'document', 'phone_name']
  const left = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(left)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, part]) =>
        own.includes(key) || key === 'position' ? [] : [[key, left(part)]],
      ),
    )
  }
  const { data, total, per_page, current_page, last_page, from, to } = said
  return { data: left(data), total, per_page, current_page, last_page, from, to }
}

/** Where two answers part, and what each has there. */
function firstDifference(one: unknown, other: unknown, path = 'answer'): string {
  const keys = new Set([one, other].flatMap(each => (typeof each === 'object' && each ? Object.keys(each) : [])))
  for (const key of keys) {
    const [left, right] = [Reflect.get(Object(one), key), Reflect.get(Object(other), key)]
    if (!isDeepStrictEqual(left, right)) return firstDifference(left, right, `${path}.${key}`)
  }
  return `${path} ${JSON.stringify(one)?.slice(0, 300)}, ${JSON.stringify(other)?.slice(0, 300)}`
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { rmSync } from 'node:fs'
import { isStaff, type User } from '#kernel/access.ts'
import { dayAfter } from '#kernel/clock.ts'
import type { Field } from '#kernel/field.ts'
import { fixedIn, keyOf, lockOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { features } from '#features/index.ts'
import { readConfig } from '#settings.server.ts'
import type { Database } from '#server/database/database.ts'
import { openHouse } from '../src/house.server.ts'
import { callerOf, type Row } from './support/calls.ts'
import { freshDatabase, freshFolder } from './support/databases.ts'
import { enter } from './support/population.ts'

// A state that the server guards is a state the screen shows: both ask `lockOf` and `fixedIn`. Each state that rows of the
// demonstration are in is tried as people of the office and of a client, by changing one field after another.

const folder = freshFolder()
let database: Database
let app: Awaited<ReturnType<typeof openHouse>>['app']
let call: ReturnType<typeof callerOf>
const readers: Record<string, User> = {}
const [ana, bruno, helena] = ['ana@outorga.example', 'bruno@outorga.example', 'helena@valeaguasfibra.example'] as const
const people = [ana, bruno, helena]

/** A state that the demonstration has no row in: what Ana wrote of a client. */
async function besides() {
  const { rows } = await sql<{
    id: number
  }>`select id from clients where deleted_at is null and active limit 1`.execute(database.kysely)
  const body = { client_id: rows[0]?.id, content: 'Prefere ligações' }
  expect((await call(ana, 'POST', 'client-observations', { body })).status).toBe(201)
}

beforeAll(async () => {
  database = await freshDatabase()
  const config = readConfig({
    OUTORGA_DATA_DIR: folder,
    OUTORGA_DEMO: '1',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
  })
  app = (await openHouse(config, database, { passwordCost: { memoryCost: 64, timeCost: 1 } })).app
  const tokens: Record<string, string> = {}
  call = callerOf(app, tokens)
  for (const email of people) {
    const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(database.kysely)
    tokens[email] = await enter(database.kysely, rows[0]?.id ?? 0)
    const { body } = await call(email, 'GET', 'users/me')
    readers[email] = Object(body.data)
  }
  await besides()
}, 300_000)
afterAll(async () => {
  await app.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const stateKinds: ReadonlySet<string> = new Set(['choice', 'flag'])
/** Rows in the same state say the same of all that a lock may ask for. */
function stateOf({ fields }: AnyResource, row: Row, reader: User): string {
  const told = Object.entries(fields).map(([name, { kind }]) => {
    if (stateKinds.has(kind)) return row[name]
    const value = Object(row[name])
    return name === 'status' ? value.name : name === 'user' ? value.id === reader.id : null
  })
  return JSON.stringify([row.active, told])
}

/** Another value that may well be taken. */
function other(field: Field, value: unknown): unknown {
  if (field.kind === 'flag') return value !== true
  if (field.kind === 'longtext' || (field.kind === 'text' && !field.options.format))
    return `${String(value ?? '')} bis`.trim()
  if (field.kind === 'date') return typeof value === 'string' ? dayAfter(value, 1) : '2026-11-03'
  if (field.kind === 'money') return Number(value ?? 0) + 1
  if (field.kind === 'integer') return Number(value ?? 0) + 1
  return undefined
}
const most = { rows: 10, fields: 5 }

async function rowsOf(who: string, { path }: AnyResource): Promise<readonly Row[]> {
  const pages = await Promise.all([1, 2].map(page => call(who, 'GET', `${path}?per_page=100&page=${page}`)))
  return pages.flatMap(({ status, body }) => (status === 200 && Array.isArray(body.data) ? body.data : []))
}

/** What the two say of a row otherwise than each other, and how often they agreed that it may not change. */
async function disagreements(who: string, resource: AnyResource) {
  const reader = readers[who]
  if (!reader) throw new Error(`no ${who}`)
  const wrong: string[] = []
  let locked = 0
  const states = new Map<string, Row[]>()
  // What the readers themselves may do stays as it is.
  const own = new Set<unknown>(Object.values(readers).map(({ uuid }) => uuid))
  for (const row of await rowsOf(who, resource)) {
    if (own.has(row.uuid)) continue
    const state = stateOf(resource, row, reader)
    const alike = states.get(state) ?? []
    states.set(state, alike)
    if (row.active && alike.length < 2) alike.push(row)
  }
  const tried = [...states.values()].flatMap(alike => alike.slice(0, 1)).slice(0, most.rows)
  for (const { uuid } of tried) {
    const row: Row = Object((await call(who, 'GET', `${resource.path}/${uuid}`)).body.data)
    const lock = lockOf(resource, row, reader)
    const fixed = fixedIn(resource, row, reader)
    const writable = Object.entries(resource.fields).filter(
      ([name, field]) =>
        field.writable && !(field.options.internal && !isStaff(reader)) && other(field, row[name]) !== undefined,
    )
    const open = writable.filter(([name]) => !(name in fixed)).slice(0, most.fields)
    for (const [name, field] of [...open, ...writable.filter(([each]) => each in fixed)]) {
      const value = other(field, row[name])
      const { status, body } = await call(who, 'PUT', `${resource.path}/${uuid}`, {
        body: { [keyOf(name, field)]: value },
      })
      if (status === 403) return { wrong, locked }
      const why = lock ? lock.why || 'reabra antes de alterar' : fixed[name]
      const said = `${body.message} ${Object.values(body.errors ?? {})
        .flat()
        .join(' ')}`
      // A field that does not change may have another fault besides.
      const isRefused = lock ? status === 409 && said.includes(why ?? '') : status === 409 || status === 422
      if (why === undefined ? status === 409 : !isRefused)
        wrong.push(`${resource.path} ${name}: ${why ?? 'open'}, and the server says ${status} ${said}`)
      if (why !== undefined) locked++
    }
  }
  return { wrong, locked }
}

describe('a state the server guards is told by the row', () => {
  const changed = features.filter(of =>
    ['index', 'show', 'update'].every(verb => verbsOf(of).some(each => each === verb)),
  )
  const seen = new Set<string>()
  test.each(people)(
    'every section and state of the demonstration, as %s',
    async who => {
      const wrong: string[] = []
      for (const resource of changed) {
        const found = await disagreements(who, resource)
        wrong.push(...found.wrong)
        if (found.locked) seen.add(resource.path)
      }
      expect(wrong).toEqual([])
    },
    300_000,
  )
  test('a coleta that was handed over is locked for its client and open to the house', async () => {
    const all = await rowsOf(helena, collects)
    const open = all.find(row => ['Em aberto', 'Aguardando cliente'].includes(Object(row.status).name))
    expect((await call(helena, 'PUT', `collects/${open?.uuid}/entregar`)).status).toBe(200)
    const row: Row = Object((await call(helena, 'GET', `collects/${open?.uuid}`)).body.data)
    const why = lockOf(collects, row, readers[helena])?.why
    expect(why).toMatch(/já foi entregue/)
    expect(lockOf(collects, row, readers[ana])).toBeUndefined()
    const given = { body: { locations: [] } }
    const refused = await call(helena, 'PUT', `collects/${open?.uuid}`, given)
    expect([refused.status, refused.body.message]).toEqual([409, why])
    // What is offered to a row that is not locked is neither offered nor done to this one.
    const copied = await call(helena, 'PUT', `collects/${open?.uuid}/copiar-anterior`)
    expect([403, 409]).toContain(copied.status)
    expect((await call(ana, 'PUT', `collects/${open?.uuid}`, given)).status).toBe(200)
  })
  test('the demonstration has rows of every section that declares a lock', () => {
    const declared = changed.filter(({ locked }) => locked?.length).map(({ path }) => path)
    expect(declared.filter(path => !seen.has(path))).toEqual([])
    expect(seen.size).toBeGreaterThan(9)
  })
})

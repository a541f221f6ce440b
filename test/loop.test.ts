import { appendFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyOperation } from '#server/operation.ts'
import { openSender, watchLoop, type SentRequest } from './support/busy-loop.ts'
import { largestBodies, type LargeBody } from './support/largest.ts'
import { largestFiles } from './support/largest-files.ts'
import { inOrder, openRows } from './support/largest-rows.ts'
import { slownessOfMachine } from './support/machine-speed.ts'
import { openWorld, type World } from './support/world.ts'

// Nothing that is sent blocks the event loop everybody waits for: every operation is sent the largest its schema allows, by
// somebody who may. LOOP_TABLE=1 sends the cheaper ones too, and those that take no body; LOOP_TABLE_FILE has what each took as it goes, and LOOP_ONLY names
// the operations, by a part of their id.

/** Milliseconds. */
const mostBlocked = 50
/** What the process that judges a file tells of 200,000 rows is one message. A coleta of 16,000 lines is checked in one piece. */
const slower: Readonly<Record<string, number>> = {
  'collects.preview': 150,
  'collects.upload': 150,
  'collects.store': 100,
  'collects.update': 100,
}
const mostOf = ({ operation }: { readonly operation: string }) => slower[operation] ?? mostBlocked
/** Bytes of an answer that refuses, whatever was sent. */
const mostRefused = 32_768
/** A block counts as the least of so many tries: the collector of memory blocks too, and another program slows this one. */
const tries = 5
/** Of the operations, those that must have done what was sent: a refusal is what costs least. */
const leastDone = 0.45
/** Who may everything is let in: these would say that nothing was measured. */
const shut: ReadonlySet<number> = new Set([401, 403, 405, 415, 429])

const isWhole = process.env.LOOP_TABLE !== undefined
/** What took longest of what a whole run sends. */
const costly: ReadonlySet<string> = new Set([
  'letters',
  'closed tags',
  'lines',
  'unknown fields',
  'empty lines',
  'too many lines of unknown fields',
  'XML as application/octet-stream',
  'package as application/octet-stream',
  'table as multipart/form-data, corrected',
  'table as application/octet-stream',
  'table of short lines as application/octet-stream',
  'table of quotes as application/octet-stream',
  'table of quotes as application/octet-stream, light',
  'table of many columns as application/vnd.anatel.csv',
  'table as application/zip',
  'stations as application/vnd.anatel.csv',
  'unread stations as application/vnd.anatel.csv',
  'stations of others as application/vnd.anatel.csv',
  'map as application/octet-stream',
  'open tags as application/octet-stream',
  'return of 240 as application/octet-stream',
  'lines of one as application/octet-stream',
])

interface Measured {
  readonly operation: string
  readonly access: string
  readonly sent: string
  readonly bytes: number
  readonly status: number
  readonly ms: number
  /** Bytes of the answer, and how it begins. */
  readonly answered: number
  readonly answer: string
}

let world: World
let rows: Awaited<ReturnType<typeof openRows>>
let sender: ReturnType<typeof openSender>
let loop: ReturnType<typeof watchLoop>
beforeAll(async () => {
  loop = watchLoop()
  world = await openWorld()
  rows = await openRows(world)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  sender = openSender((world.app.server.address() as AddressInfo).port)
})
afterAll(async () => {
  loop?.close()
  await sender?.close()
  await world?.close()
})

/** Who may everything, whatever they did to themselves. */
async function enterAnew(): Promise<string> {
  await sql`update users set active = true, deleted_at = null, redefinir_senha_apos_login = false, empresa_id = null, empresa_visualizacao_id = null
    where id = ${world.people.superAdmin}`.execute(world.db)
  return world.enter('superAdmin', world.people.superAdmin)
}

interface Sending {
  readonly name: string
  readonly request: () => SentRequest
}
const refusals = new Set<string>()
/** What a schema refuses costs the same wherever it is the schema: once is enough, and of the long texts two contents. */
function isCostly({ name, refusedBy }: LargeBody): boolean {
  if (isWhole) return true
  if (refusedBy === undefined) return costly.has(name)
  const refusal = `${name} ${refusedBy}`
  if (!costly.has(name) || refusals.has(refusal)) return false
  refusals.add(refusal)
  return true
}
async function sendingsOf(operation: AnyOperation): Promise<readonly Sending[]> {
  const { method, media } = operation
  const path = await rows.pathOf(operation)
  const headers = (type: string) => ({ authorization: `Bearer ${token}`, 'content-type': type })
  if (media?.every(each => !/json/.test(each)))
    return [...largestFiles(operation)]
      .filter(({ name }) => isWhole || costly.has(name))
      .map(({ name, query, media: type, bytes }) => ({
        name,
        request: () => ({ method, path: `${path}${query}`, headers: headers(type), body: bytes() }),
      }))
  return [...largestBodies(operation, rows.pointedOf(operation), () => rows.exampleOf(operation))]
    .filter(isCostly)
    .map(({ name, text }) => ({
      name,
      request: () => ({ method, path, headers: headers('application/json'), body: text() }),
    }))
}

let token = ''
const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
async function measure(operation: AnyOperation, { name, request }: Sending): Promise<Measured> {
  let least: Measured | undefined
  for (let n = 0; n < tries && (least?.ms ?? Infinity) > mostOf({ operation: operation.id }); n++) {
    const sent = request()
    const size = Buffer.byteLength(sent.body)
    // What was made to be sent is cleaned up before.
    await rest(n < 2 ? 1 : 300)
    loop.begin()
    const { status, text, bytes } = await sender.send(sent)
    // Work that goes on after the answer is of the same loop.
    await world.runner.settled()
    await rest(1)
    const ms = loop.end()
    // Their own session ends with what they did to themselves.
    if (status === 401 && n === 0) {
      token = await enterAnew()
      continue
    }
    least = {
      ...(least ?? {
        operation: operation.id,
        access: operation.access,
        sent: name,
        bytes: size,
        status,
        answered: bytes,
        answer: text.slice(0, 300),
      }),
      ms: Math.min(least?.ms ?? Infinity, ms),
    }
  }
  if (!least) throw new Error('nothing was sent')
  return least
}

const shown = ({ operation, sent, bytes, status, ms, answer }: Measured) =>
  `${ms.toFixed(0).padStart(6)} ms  ${status}  ${operation}: ${sent}, ${bytes} bytes${status < 400 ? '' : ` ${answer}`}`

test('the largest that each operation may be sent blocks the loop for 50 ms at most, and no refusal is long', async () => {
  const wanted = process.env.LOOP_ONLY
  const writes = inOrder(
    world.house.operations.filter(
      ({ method, id }) => method !== 'GET' && (wanted === undefined || id.includes(wanted)),
    ),
  )
  const found: Measured[] = []
  for (const operation of writes) {
    token = await enterAnew()
    for (const sending of await sendingsOf(operation)) {
      const each = await measure(operation, sending)
      found.push(each)
      if (process.env.LOOP_TABLE_FILE) appendFileSync(process.env.LOOP_TABLE_FILE, `${shown(each)}\n`)
    }
  }
  const wrong = ({ status, answered, access }: Measured) =>
    status === 0 ||
    status >= 500 ||
    (access !== 'public' && shut.has(status)) ||
    (status >= 400 && answered > mostRefused)
  expect(found.filter(wrong)).toEqual([])
  // The limit is one of milliseconds; a machine that is slower at the moment has as much more of them.
  const isLong = (times: number) => (each: Measured) => each.ms > mostOf(each) * times
  const slowness = found.some(isLong(1)) ? Math.max(...Array.from({ length: 3 }, slownessOfMachine)) : 1
  expect(found.filter(isLong(slowness)).map(shown)).toEqual([])
  const done = new Set(found.flatMap(({ status, operation }) => (status < 300 ? [operation] : [])))
  expect(wanted === undefined ? done.size / writes.length : 1).toBeGreaterThan(leastDone)
}, 900_000)

import { appendFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#features/index.ts'
import type { AnyResource } from '#kernel/resource.ts'
import type { AnyOperation } from '#server/operation.ts'
import { openSender, watchLoop, type SentRequest } from './support/busy-loop.ts'
import { largestBodies } from './support/largest.ts'
import { largestFiles } from './support/largest-files.ts'
import { openWorld, type World } from './support/world.ts'

// Nothing that is sent blocks the event loop everybody waits for: every operation is sent the largest its schema allows, by
// somebody who may, and in several contents. A measure made by hand until a whole run ends in a minute: LOOP_TABLE=1 runs it and
// prints what each took, LOOP_TABLE_FILE has it as it goes, and LOOP_ONLY names the operations, by a part of their id.

/** Milliseconds. */
const mostBlocked = 50
/** Bytes of an answer that refuses, whatever was sent. */
const mostRefused = 32_768
/** A block counts as the least of so many tries: the collector of memory blocks too. */
const tries = 4
/** Who may everything is let in: these would say that nothing was measured. */
const shut: ReadonlySet<number> = new Set([401, 403, 405, 415, 429])
/** Files of many megabytes, which reach the process that reads them in one piece. */
const files: Readonly<Record<string, number>> = {}

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
let sender: ReturnType<typeof openSender>
let loop: ReturnType<typeof watchLoop>
beforeAll(async () => {
  loop = watchLoop()
  world = await openWorld()
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

const resourceAt = (path: string): AnyResource | undefined => features.find(each => each.path === path)
const resourceOf = ({ id }: AnyOperation) => resourceAt(id.split('.')[0] ?? '')
const targetOf = (path: string) => world.target(path, 'A1')

/** A new row, in the state rows begin in; the one the world began with, where no new one can be made. */
async function rowAt(path: string): Promise<number> {
  const resource = resourceAt(path)
  const made = resource && (await world.make(resource, 'A1').catch(() => undefined))
  return Number(made?.id ?? targetOf(path)?.id ?? 1)
}
async function pathOf(operation: AnyOperation): Promise<string> {
  const own = resourceOf(operation)?.path ?? ''
  const parts = operation.url.split('/').map(async (part, at, all) => {
    const name = part.startsWith(':') ? part.slice(1) : undefined
    if (name === undefined) return part
    if (name === 'section') return 'clients'
    const before = all[at - 1] ?? ''
    return String(
      await rowAt(resourceAt(name === 'id' ? before : `${name}s`) ? (name === 'id' ? before : `${name}s`) : own),
    )
  })
  return (await Promise.all(parts)).join('/')
}
const exampleOf = (operation: AnyOperation) => {
  const resource = resourceOf(operation)
  const takesDraft = /\.(store|update)$/.test(operation.id)
  return resource && takesDraft && resource.verbs?.length !== 0 ? world.draft(resource, 'A1') : undefined
}

interface Sending {
  readonly name: string
  readonly request: (token: string) => SentRequest
}
async function* sendingsOf(operation: AnyOperation): AsyncGenerator<Sending> {
  const { method, media } = operation
  const path = await pathOf(operation)
  const headers = (token: string, type: string) => ({ authorization: `Bearer ${token}`, 'content-type': type })
  if (media?.every(each => !/json/.test(each)))
    for (const { name, query, media: type, bytes } of largestFiles(operation))
      yield {
        name,
        request: token => ({ method, path: `${path}${query}`, headers: headers(token, type), body: bytes() }),
      }
  else
    for (const { name, text } of largestBodies(operation, { target: targetOf }, () => exampleOf(operation)))
      yield { name, request: token => ({ method, path, headers: headers(token, 'application/json'), body: text() }) }
}

let token = ''
const rest = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
async function measure(operation: AnyOperation, { name, request }: Sending): Promise<Measured> {
  const most = files[operation.id] ?? mostBlocked
  let least: Measured | undefined
  for (let n = 0; n < tries && (least?.ms ?? Infinity) > most; n++) {
    const sent = request(token)
    const size = Buffer.byteLength(sent.body)
    // What was made to be sent is cleaned up before.
    await rest(1)
    loop.begin()
    const { status, text, bytes } = await sender.send(sent)
    await rest(2)
    // Their own session ends with what they did to themselves.
    if (status === 401 && n === 0) {
      token = await enterAnew()
      continue
    }
    const ms = Math.min(least?.ms ?? Infinity, loop.end())
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
      ms,
    }
  }
  if (!least) throw new Error('nothing was sent')
  return least
}

const shown = ({ operation, sent, bytes, status, ms, answer }: Measured) =>
  `${ms.toFixed(0).padStart(6)} ms  ${status}  ${operation}: ${sent}, ${bytes} bytes${process.env.LOOP_TABLE === '2' ? ` ${answer}` : ''}`

test.skipIf(process.env.LOOP_TABLE === undefined)(
  'the largest that each operation may be sent blocks the loop for 50 ms at most, and no refusal is long',
  async () => {
    const wanted = process.env.LOOP_ONLY
    const writes = world.house.operations.filter(
      ({ method, id }) => method !== 'GET' && (wanted === undefined || id.includes(wanted)),
    )
    const found: Measured[] = []
    for (const operation of writes) {
      token = await enterAnew()
      for await (const sending of sendingsOf(operation)) {
        const each = await measure(operation, sending)
        found.push(each)
        if (process.env.LOOP_TABLE_FILE) appendFileSync(process.env.LOOP_TABLE_FILE, `${shown(each)}\n`)
      }
    }
    const sorted = found.toSorted((one, other) => other.ms - one.ms)
    if (process.env.LOOP_TABLE) writeFileSync('/dev/stdout', `${sorted.map(shown).join('\n')}\n`)
    expect(found.length).toBeGreaterThan(writes.length)
    const wrong = ({ status, answered, access }: Measured) =>
      status === 0 ||
      status >= 500 ||
      (access !== 'public' && shut.has(status)) ||
      (status >= 400 && answered > mostRefused)
    expect(found.filter(wrong)).toEqual([])
    expect(sorted.filter(({ ms, operation }) => ms > (files[operation] ?? mostBlocked)).map(shown)).toEqual([])
  },
  900_000,
)

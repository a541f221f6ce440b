import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { administrator } from './products.ts'

/** What a scenario saw. Moments are of `performance.now()`. */
export interface Witness {
  readonly scenario: string
  /** Rows whose creation was acknowledged, and the last text acknowledged of each that was changed. */
  readonly rows: AcknowledgedRow[]
  readonly refusals: Refusal[]
  /** Milliseconds from the first try of each write to its acknowledgment. */
  readonly waits: number[]
  /** Moments at which a write was acknowledged. */
  readonly acknowledged: number[]
  readonly reads: { right: number }
  /** The server that answered, and how often. */
  readonly servers: Map<string, number>
}
export interface AcknowledgedRow {
  readonly uuid: string
  readonly name: string
  description: string | null
  /** A text that was sent and not yet acknowledged. */
  pending: string | null
}
interface Refusal {
  readonly begun: number
  readonly ended: number
  readonly kind: 'read' | 'write'
  /** 0: no answer. */
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}
export type Caller = (method: string, path: string, body?: object, headers?: Record<string, string>) => Promise<Reply>

/** Signs in as the administrator. */
export async function callerAt(url: string): Promise<Caller> {
  const page: unknown = await (await fetch(`${url}/config.json`)).json()
  const { client_id, client_secret } = Object(page)
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id,
      client_secret,
      username: administrator.email,
      password: administrator.password,
    }),
  })
  const { access_token } = Object(await answer.json())
  if (!access_token) throw new Error(`nobody signs in: ${answer.status}`)
  return async (method, path, body, headers = {}) => {
    const reply = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json')
    return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text }
  }
}

const writers = 4
const readers = 2
/** Milliseconds between two writes of a writer. */
const pace = 60

/** People who write and read until they are stopped. Each repeats a write with its key until it is acknowledged, as the interface does. */
export function startTraffic(call: Caller, scenario: string) {
  const witness: Witness = {
    scenario,
    rows: [],
    refusals: [],
    waits: [],
    acknowledged: [],
    reads: { right: 0 },
    servers: new Map(),
  }
  let isOver = false
  const attempt = async (kind: Refusal['kind'], send: () => Promise<Reply>): Promise<Reply | undefined> => {
    const begun = performance.now()
    const refuse = (status: number, retryAfter: string | null, text: string) =>
      void witness.refusals.push({ begun, ended: performance.now(), kind, status, retryAfter, text })
    try {
      const reply = await send()
      const server = reply.headers.get('x-served-by') ?? '?'
      witness.servers.set(server, (witness.servers.get(server) ?? 0) + 1)
      if (reply.status < 300) return reply
      refuse(reply.status, reply.headers.get('retry-after'), `${server} ${JSON.stringify(reply.body)}`)
    } catch (error) {
      refuse(0, null, String(Object(error).cause ?? error))
    }
    return undefined
  }
  const insist = async (send: () => Promise<Reply>): Promise<Reply | undefined> => {
    const first = performance.now()
    for (;;) {
      const reply = await attempt('write', send)
      if (reply) {
        witness.waits.push(performance.now() - first)
        witness.acknowledged.push(performance.now())
      }
      // What is in doubt when all is over is not acknowledged.
      if (reply || (isOver && performance.now() - first > 30_000)) return reply
      await after(250)
    }
  }
  const write = async (who: number) => {
    for (let n = 0; !isOver; n++) {
      const name = `${scenario} ${who}-${n}`
      const key = randomUUID()
      const made = await insist(() => call('POST', 'plans', { name }, { 'Idempotency-Key': key }))
      if (made) {
        const { data } = Object(made.body)
        const row: AcknowledgedRow = { uuid: data.uuid, name, description: null, pending: null }
        witness.rows.push(row)
        if (n % 4 === 0) {
          row.pending = `mudado ${n}`
          const changed = await insist(() => call('PUT', `plans/${row.uuid}`, { name, description: row.pending }))
          if (changed) row.description = row.pending
        }
      }
      await after(pace)
    }
  }
  const read = async () => {
    while (!isOver) {
      const reply = await attempt('read', () => call('GET', 'plans?sort=-id&per_page=10'))
      if (reply) witness.reads.right += 1
      await after(pace * 2)
    }
  }
  const all = [
    ...Array.from({ length: writers }, (_, who) => write(who)),
    ...Array.from({ length: readers }, () => read()),
  ]
  return {
    witness,
    /** Seconds since the last refusal ended. */
    calmFor: () => (performance.now() - (witness.refusals.at(-1)?.ended ?? 0)) / 1_000,
    stop: async () => {
      isOver = true
      await Promise.all(all)
      return witness
    },
  }
}

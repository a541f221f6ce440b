import { PassThrough } from 'node:stream'
import * as z from 'zod'
import { actor, can, permission, type User } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import type { RowChange } from '#server/events.ts'
import type { HealthCheck } from '#server/health.ts'
import type { House, ProductMetric } from '#server/house.ts'
import { contextOf } from '#server/context.ts'
import { Answer, operation, type AnyOperation, type RequestFacts } from '#server/operation.ts'

/** Milliseconds in which changes are gathered before they are sent. */
const gather = 250
/** A line now and then keeps proxies from closing, and finds out that a session ended. */
const heartbeat = 15_000
const openLines = { all: 500, each: 8 } as const
const screens = { one: 'tela recebe', many: 'telas recebem', gender: 'f' } as const

interface Listener {
  readonly user: User
  readonly stream: PassThrough
}

/**
 * Streams rows that change (server-sent events, WHATWG HTML 9.2): `changed`, with the section, the uuid and the progress.
 * Rights are read again for each batch: rows the user may not see are left out, and the stream ends with its session.
 */
export function openLive(house: () => House) {
  const listeners = new Set<Listener>()

  const listen = operation<unknown, { seconds?: number | undefined }>({
    id: 'events',
    summary: 'Acompanhar o que muda, enquanto muda',
    method: 'GET',
    url: '/api/v1/events',
    access: 'session',
    scope: 'self',
    rate: 'read',
    audit: null,
    query: z.strictObject({
      seconds: z.coerce.number('Informe por quantos segundos.').int().min(0).max(3_600).optional(),
    }),
    answers: { 200: 'file' },
    gives: ['text/event-stream'],
    handle: async ({ user, request }, { query: { seconds } }) => {
      const own = [...listeners].filter(each => actor(each.user).id === actor(user).id)
      if (listeners.size >= openLines.all) throw problem('unavailable', { retryAfter: 30 })
      // A tab that was closed may not have been noticed yet: the oldest makes room.
      if (own.length >= openLines.each) own[0]?.stream.end()
      const stream = new PassThrough()
      begin({ user, stream }, request, seconds)
      return new Answer(200, stream, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
    },
  })

  function begin(listener: Listener, request: RequestFacts, seconds: number | undefined) {
    const { stream } = listener
    const { events } = house()
    const waiting = new Map<string, { readonly of: AnyResource; readonly uuid: string }>()
    let timer: NodeJS.Timeout | null = null
    // One after another: of two lookups at once the older could be sent last.
    const tell = async () => {
      const changed = [...waiting.values()]
      waiting.clear()
      const lines = await seenRows(house(), request, changed)
      timer = null
      if (!lines) return void stream.end()
      if (stream.writableEnded) return
      stream.write(lines.join('') || ': \n\n')
      if (waiting.size) soon()
    }
    const soon = () => (timer ??= setTimeout(() => void tell().catch(() => stream.end()), gather))
    const changed = (each: RowChange) => {
      if (each.users && !each.users.includes(listener.user.id)) return
      waiting.set(`${each.of.path} ${each.uuid}`, each)
      soon()
    }
    // Nobody knows which changes were missed: a stream that begins again has its screen read again.
    const ended = events.hearEverywhere({ changed, missed: () => stream.end() })
    const beating = setInterval(soon, heartbeat)
    const until = seconds === undefined ? null : setTimeout(() => stream.end(), seconds * 1_000)
    listeners.add(listener)
    stream.once('close', () => {
      listeners.delete(listener)
      ended()
      clearInterval(beating)
      if (timer) clearTimeout(timer)
      if (until) clearTimeout(until)
    })
    stream.write('retry: 3000\n\n')
  }

  const operations: readonly AnyOperation[] = [listen]
  const metric: ProductMetric = {
    name: 'live_listeners',
    help: 'Open streams of changes (`/api/v1/events`) of this process',
    count: async () => listeners.size,
  }
  return {
    operations,
    metric,
    health: healthOf(() => listeners.size),
    /** Ends every stream: a server that closes waits for them. */
    close: () => listeners.forEach(({ stream }) => stream.end()),
  }
}

/** Whether this process hears what others commit, and how many screens it passes changes on to. */
const healthOf = (listeners: () => number): HealthCheck => ({
  key: 'telas',
  title: 'Telas abertas',
  read: async ({ house: { database } }) =>
    database.wire.isUp()
      ? {
          state: 'ok',
          text: listeners()
            ? `${count(listeners(), screens)} as mudanças deste servidor na hora.`
            : 'Nenhuma tela aberta neste servidor.',
        }
      : {
          state: 'atencao',
          text: 'Este servidor não ouve o que os outros gravam: as telas abertas demoram a mostrar mudanças, e listas são lidas sempre de novo. Ele tenta a conexão a cada segundo.',
        },
})

/** Answers what the token's owner may know of these rows; null when nobody owns it any more. */
async function seenRows(
  house: House,
  request: RequestFacts,
  changed: readonly { readonly of: AnyResource; readonly uuid: string }[],
): Promise<readonly string[] | null> {
  const { kysely } = house.database
  const caller = await house.authenticate(request.headers)
  if (!caller) return null
  const ctx = contextOf(house, caller, request, kysely, [])
  const lines: string[] = []
  for (const { of, uuid } of changed) {
    const row = can(caller.user, permission(of, 'show')) ? await ctx.rows(of).seek(uuid) : null
    if (!row) continue
    const { state, rows_done, rows_total }: Readonly<Record<string, unknown>> = { ...row }
    const told = { resource: of.path, uuid, state, rows_done, rows_total }
    lines.push(`event: changed\ndata: ${JSON.stringify(told)}\n\n`)
  }
  return lines
}

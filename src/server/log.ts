import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actor } from '#kernel/access.ts'
import type { Caller } from '#server/house.ts'
import type { Trust } from '#server/proxy.ts'

/** An address as logs may know it: without its query, nor the secret a private link holds. */
export const loggedPath = (url: string) => (url.split('?')[0] ?? '').replace(/[\w-]{40,}/g, '…')

/** Logs one line per answered request: what it was, from whom and where, how it ended and how long it took. */
export function logRequests(app: FastifyInstance, trust: Trust, knownOf: (request: FastifyRequest) => Caller | null) {
  app.addHook('onResponse', (request, reply, next) => {
    const known = knownOf(request)
    const trace = traceOf(request.raw, trust)
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: (known && actor(known.user).id) || null,
        ...(known?.user.seen && !known.user.token && { as: known.user.id }),
        ...(known?.user.token && { token: known.user.token.id }),
        session: known?.session_id || null,
        ip: request.ip,
        ...(trace && { trace }),
      },
      'request',
    )
    next()
  })
}

const header = ({ headers }: IncomingMessage, name: string) => String(headers[name] ?? '')
const isFromProxy = ({ socket }: IncomingMessage, trust: Trust) => trust(socket.remoteAddress ?? '', 0)

/** The id a proxy we believe has given the request, where it looks like one; else one of ours. */
export function requestId(request: IncomingMessage, trust: Trust): string {
  const given = header(request, 'x-request-id')
  return /^[\w.:-]{8,64}$/.test(given) && isFromProxy(request, trust) ? given : randomUUID()
}

/** The trace the request is part of, from a proxy we believe: https://www.w3.org/TR/trace-context/. */
function traceOf(request: IncomingMessage, trust: Trust): string | undefined {
  const id = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.exec(header(request, 'traceparent'))?.[1]
  return id && isFromProxy(request, trust) ? id : undefined
}

const levels = { info: 30, warn: 40, error: 50 } as const

/** Says something outside any request: as it is to a person at a terminal, as a line of the log where logs are gathered. */
export function say(level: keyof typeof levels, msg: string): void {
  const stream = level === 'info' ? process.stdout : process.stderr
  const line = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname(), msg }
  stream.write(`${stream.isTTY ? msg : JSON.stringify(line)}\n`)
}

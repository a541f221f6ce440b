import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { readTrust } from '#server/proxy.ts'
import { sameSecret } from '#server/secret.ts'

const isLoopback = readTrust('loopback') ?? (() => false)
/** What proxies add to what they pass on. */
const passedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Whether the request may see how the system runs: it brings METRICS_TOKEN, or comes from this machine and through no proxy. */
export function isInsider({ METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>, request: FastifyRequest): boolean {
  const { headers, raw } = request
  const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (METRICS_TOKEN !== undefined && bearer !== undefined && sameSecret(bearer, METRICS_TOKEN)) return true
  return isLoopback(raw.socket.remoteAddress ?? '', 0) && passedOn.every(name => headers[name] === undefined)
}

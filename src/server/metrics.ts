import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { problem } from '#kernel/problem.ts'
import type { House } from '#server/house.ts'
import { observeChores } from '#server/chores/metrics.ts'
import { isInsider } from '#server/insider.ts'
import { openReadiness } from '#server/ready.ts'

/** Milliseconds a figure of the database is waited for. */
const patience = 1_000

/** Metrics of the process, collected once: the watchers of its collections and its turns are never released. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/**
 * `/healthz`: the process answers. `/readyz`: so does its database, and the data folder is there; `grava` says whether both take
 * writes, and only insiders see why not. `/metrics`: Prometheus, for them alone.
 */
export function observe(app: FastifyInstance, { config, database, gauges, chores }: House) {
  const register = new Registry()
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [register],
  })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [register],
  })
  const copyReads = new Gauge({
    name: 'database_copy_reads',
    help: 'Reads for the copy of DATABASE_READ_URL since the start: answered by it, or by the database because it was behind or away',
    labelNames: ['by'],
    registers: database.copy ? [register] : [],
  })

  for (const { name, help, label, count } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [register],
      async collect() {
        // Without an answer of the database in time, the rest is still sent.
        const nothing = pause(patience, {}, { ref: false })
        const counted = await Promise.race([count(database.kysely).catch(() => ({})), nothing])
        this.reset()
        for (const [value, n] of Object.entries(counted)) this.set({ [label]: value }, n)
      },
    })
  observeChores(register, chores)

  let draining = false
  app.addHook('preClose', async () => void (draining = true))
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (draining) reply.header('Connection', 'close')
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    next()
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  const readiness = openReadiness(config, database)
  app.get('/readyz', async (request, reply) => {
    if (draining) return reply.status(503).send({ status: 'indisponivel', serve: false, grava: false })
    const { serve, grava, ...seen } = await readiness()
    if (!grava) request.log.warn({ motivos: seen.motivos }, serve ? 'not ready to write' : 'not ready')
    const status = serve ? (grava ? 'ok' : 'so-leitura') : 'indisponivel'
    return reply.status(serve ? 200 : 503).send({ status, serve, grava, ...(isInsider(config, request) && seen) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isInsider(config, request)) throw problem('missing', 'Endereço não encontrado.')
    const { totalCount, idleCount, waitingCount } = database.pool
    connections.set({ state: 'open' }, totalCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
    for (const [by, n] of Object.entries(database.copy?.reads ?? {})) copyReads.set({ by }, n)
    return reply.type(register.contentType).send(await Registry.merge([ofProcess, register]).metrics())
  })
}

import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { problem } from '#kernel/problem.ts'
import type { House } from '#server/house.ts'
import { observeChores } from '#server/chores/metrics.ts'
import { isInsider } from '#server/insider.ts'
import { openReadiness } from '#server/ready.ts'

/** Metrics of the process, collected once: the watchers of its collections and its turns are never released. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/**
 * `/healthz`: the process answers. `/readyz`: so does its database, and both it and the data folder can be written to; only
 * insiders see why not. `/metrics`: Prometheus, for them alone.
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

  for (const { name, help, label, count } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [register],
      async collect() {
        // Without an answer of the database, the rest is still sent.
        const counted = await count(database.kysely).catch(() => ({}))
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
    if (draining) return reply.status(503).send({ status: 'indisponivel' })
    const { motivos, ...seen } = await readiness()
    if (motivos.length) request.log.warn({ motivos }, 'not ready')
    const status = motivos.length ? 'indisponivel' : 'ok'
    return reply
      .status(motivos.length ? 503 : 200)
      .send({ status, ...(isInsider(config, request) && { motivos, ...seen }) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isInsider(config, request)) throw problem('missing', 'Endereço não encontrado.')
    const { totalCount, idleCount, waitingCount } = database.pool
    connections.set({ state: 'open' }, totalCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
    return reply.type(register.contentType).send(await Registry.merge([ofProcess, register]).metrics())
  })
}

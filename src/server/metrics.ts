import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { House } from '#server/app.ts'
import { observeChores } from '#server/chores/metrics.ts'

/** `/healthz`: the process answers. `/readyz`: so does its database, with room to write. `/metrics`: Prometheus. */
export function observe(app: FastifyInstance, { database, chores }: House) {
  const register = new Registry()
  collectDefaultMetrics({ register })
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

  observeChores(register, chores)

  let draining = false
  app.addHook('preClose', async () => void (draining = true))
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('Connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const ready =
      !draining &&
      (await database.health().then(
        ({ writable }) => writable,
        error => void request.log.warn({ err: error }, 'not ready'),
      ))
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'indisponivel' })
  })
  app.get('/metrics', async (_request, reply) => {
    const { totalCount, idleCount, waitingCount } = database.pool
    connections.set({ state: 'open' }, totalCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
    return reply.type(register.contentType).send(await register.metrics())
  })
}

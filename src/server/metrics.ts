import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { problem } from '#kernel/problem.ts'
import { buildOf } from '#server/build.ts'
import { observeChores } from '#server/chores/metrics.ts'
import type { Database } from '#server/database/database.ts'
import { publishMetric, sometimes, type Figure } from '#server/figures.ts'
import { choreLines } from '#server/health.ts'
import type { House, ProductMetric } from '#server/house.ts'
import { isInsider } from '#server/insider.ts'
import { observeJobs } from '#server/jobs/metrics.ts'
import type { Readiness } from '#server/ready.ts'

/** Metrics of the process, collected once: the watchers of its collections and its turns are never released. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/**
 * `/healthz`: the process answers. `/readyz`: so does its database, and the data folder is there; `grava` says whether both take
 * writes, and only insiders see why not, and what of the last chores wants to be looked at. `/metrics`: Prometheus, for them alone.
 */
export function observe(app: FastifyInstance, { config, database, readiness, metrics, chores, jobs }: House) {
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

  observeServer(register, database, readiness)
  for (const metric of metrics) observeProduct(register, database, metric)
  observeJobs(register, jobs.queue)
  observeChores(register, chores)

  // A document that is missing or an old copy is no reason to send people to another server, which has the same.
  const warnings = sometimes(async () =>
    choreLines(chores, await chores.standing(), { config, now: new Date() }).flatMap(({ state, title, text }) =>
      state === 'parado' || state === 'atencao' ? [`${title}: ${text}`] : [],
    ),
  )
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
  app.get('/readyz', async (request, reply) => {
    if (draining) return reply.status(503).send({ status: 'indisponivel', serve: false, grava: false })
    const inside = isInsider(config, request)
    const [{ serve, grava, ...seen }, avisos] = await Promise.all([readiness(), inside ? warnings() : null])
    if (!grava) request.log.warn({ motivos: seen.motivos }, serve ? 'not ready to write' : 'not ready')
    const status = serve ? (grava ? 'ok' : 'so-leitura') : 'indisponivel'
    return reply.status(serve ? 200 : 503).send({ status, serve, grava, ...(inside && { ...seen, avisos }) })
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

/** Publishes what runs here, whether it serves, and the room it has. */
function observeServer(register: Registry, { copy }: Database, readiness: () => Promise<Readiness>) {
  const { version, commit, node } = buildOf()
  const labels = { version: version ?? '', commit: commit ?? '', node }
  publishMetric(register, {
    name: 'outorga_build_info',
    help: 'Version and commit that run, on which Node; always 1',
    labels: Object.keys(labels),
    read: async () => [[1, labels]],
  })
  const state = sometimes(readiness)
  publishMetric(register, {
    name: 'server_ready',
    help: 'Whether this server reads, and whether it takes writes',
    labels: ['to'],
    read: async () => {
      const seen = await state()
      return (
        seen && [
          [Number(seen.serve), { to: 'read' }],
          [Number(seen.grava), { to: 'write' }],
        ]
      )
    },
  })
  publishMetric(register, {
    name: 'data_folder_free_bytes',
    help: 'Free bytes on the disk of the data folder',
    read: async () => {
      const folder = (await state())?.pasta
      return folder ? [[folder.livres]] : null
    },
  })
  if (!copy) return
  const lag = sometimes(() => copy.lag())
  publishMetric(register, {
    name: 'database_copy_lag_seconds',
    help: 'Seconds the copy of DATABASE_READ_URL is behind; left out while it does not answer',
    read: async () => {
      const seconds = await lag()
      return seconds === null ? null : [[seconds]]
    },
  })
}

function observeProduct(register: Registry, database: Database, { label, count, ...metric }: ProductMetric) {
  const now = () => count(database.kysely)
  const read = metric.counter ? now : sometimes(now)
  publishMetric(register, {
    ...metric,
    labels: label === undefined ? [] : [label],
    read: async () => {
      const counted = await read()
      if (counted === null || typeof counted === 'number') return counted === null ? null : [[counted]]
      return Object.entries(counted).map(([value, n]): Figure => [n, label === undefined ? {} : { [label]: value }])
    },
  })
}

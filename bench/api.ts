// A resource's routes against a bare `node:http` + `pg` server that runs the very statements they run: how much of that floor is left
// once there are authentication, permission, scope, checks, serializers and a log.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { startCluster } from '../test/support/cluster.ts'
import { recording, type Statement } from '../test/support/statements.ts'
import { median } from './figures.ts'
import { serve } from './serve.ts'
import { fill, indexesOf, settingsOf, signIn } from './world.ts'

const clients = Number(process.argv[2] ?? 100_000)
const seconds = Number(process.argv[3] ?? 5)
const rounds = 3
const json = { 'content-type': 'application/json' }

const cluster = await startCluster()
if (!cluster) throw new Error('no PostgreSQL is installed here')
const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const children: ChildProcess[] = []
try {
  const env = settingsOf(folder, cluster)
  const config = readConfig(env)
  const database = await openDatabase(config)
  const { app } = await openHouse(config, database)
  const uuid = await fill(database, clients)
  const token = await signIn(app, config)

  const authorization = { authorization: `Bearer ${token}` }
  const one = `/api/v1/clients/${uuid}`
  const routes = [
    { name: 'list 25 of the clients', floor: 0.6, method: 'GET', path: '/api/v1/clients?page=3&per_page=25' },
    { name: 'first page by name', floor: 0.67, method: 'GET', path: '/api/v1/clients?page=1' },
    { name: 'search by part of a name', floor: 0.67, method: 'GET', path: '/api/v1/clients?search=a1b2' },
    { name: 'search by part of a document', floor: 0.67, method: 'GET', path: '/api/v1/clients?search=004321' },
    ...['document', 'fantasy_name', '-empresa_responsavel', 'plan', '-updated_at'].map(
      sort =>
        ({ name: `sorted by ${sort}`, floor: 0.67, method: 'GET', path: `/api/v1/clients?sort=${sort}` }) as const,
    ),
    { name: 'one client', floor: 0.45, method: 'GET', path: one },
    {
      name: 'update one client',
      floor: 0.45,
      method: 'PUT',
      path: one,
      body: JSON.stringify({ phone_name: '[<id>]' }),
    },
  ] as const

  const recorded: Statement[][] = []
  const plans: string[] = []
  for (const { method, path } of routes) {
    const statements = recording(database.pool)
    const answer = await app.inject({
      method,
      url: path,
      headers: authorization,
      ...(method === 'PUT' && { payload: { phone_name: 'visto' } }),
    })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
    recorded.push([...statements.stop()])
    plans.push(method === 'GET' ? await indexesOf(database, recorded.at(-1) ?? []) : '')
  }
  await app.close()
  await database.close()

  writeFileSync(
    join(folder, 'routes.json'),
    JSON.stringify(routes.map(({ method, path }, i) => ({ method, path, statements: recorded[i] }))),
  )
  const product = await serve(['dist/server/main.js'], { ...env, PORT: '4801' }, 4801, '/healthz')
  const floor = await serve(
    ['--import', 'tsx', 'bench/floor.ts', join(folder, 'routes.json')],
    { DATABASE_URL: cluster.url, PORT: '4802' },
    4802,
    '/',
  )
  children.push(product, floor)

  let short = false
  for (const [i, route] of routes.entries()) {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const bare = await load(4802, route, authorization)
      const ours = await load(4801, route, authorization)
      ratios.push(ours / bare)
    }
    const middle = median(ratios)
    short ||= middle < route.floor
    console.log(
      `${route.name}: ${middle.toFixed(2)} of the floor (${ratios.map(each => each.toFixed(2)).join(' ')}), at least ${route.floor.toFixed(2)}; ${recorded[i]?.length} statements${plans[i]}`,
    )
  }
  process.exitCode = short ? 1 : 0
} finally {
  for (const child of children) child.kill('SIGTERM')
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Requests per second over eight connections. */
async function load(
  port: number,
  { method, path }: { method: 'GET' | 'PUT'; path: string },
  headers: Record<string, string>,
) {
  let n = 0
  // A body of its own each time: saving what is already there would write nothing.
  const fresh = (request: autocannon.Request) => ({
    ...request,
    body: JSON.stringify({ phone_name: `visto ${port} ${n++}` }),
  })
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: [
      {
        method,
        path,
        headers: { ...headers, ...(method === 'PUT' && json) },
        ...(method === 'PUT' && { setupRequest: fresh }),
      },
    ],
    connections: 8,
    duration: seconds,
  })
  if (result.non2xx || result.errors)
    throw new Error(`${port}${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

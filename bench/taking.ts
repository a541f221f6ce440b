// A file of 200,000 rows looked at by the product (decoded, split, judged cell by cell, merged and told over HTTP) against a bare COPY
// of the same file: how much of that floor is left, and the most memory the process took.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { scm } from '#features/collects/layouts.ts'
import { startCluster } from '../test/support/cluster.ts'

const rows = Number(process.argv[2] ?? 200_000)
const rounds = 3
const floor = 0.25
const most = 400
const cnpj = '48530335000148'
const admin = { username: 'bench@outorga.test', password: 'medida-de-vazao-1' }
const url = 'http://127.0.0.1:4803'

const cluster = await startCluster()
if (!cluster) throw new Error('no PostgreSQL is installed here')
const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const env = {
  ...process.env,
  DATABASE_URL: cluster.url,
  OUTORGA_DATA_DIR: folder,
  OUTORGA_DEMO: '0',
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE: '100000000',
  ADMIN_EMAIL: admin.username,
  ADMIN_PASSWORD: admin.password,
  PORT: '4803',
}
const server = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
const database = new Client({ connectionString: cluster.url })
try {
  await up()
  await database.connect()
  const { client_id, client_secret } = await json(await fetch(`${url}/config.json`))
  const grant = { grant_type: 'password', client_id, client_secret, ...admin }
  const { access_token } = await json(await send('/oauth/token', JSON.stringify(grant), 'application/json'))
  const make = async (path: string, body: object) => {
    const { data } = await json(await send(`/api/v1/${path}`, JSON.stringify(body), 'application/json', access_token))
    return Object(data)
  }
  const client = await make('clients', { name: 'Medida', document: cnpj })
  const { rows: services } = await database.query(`select id from service_types where term = '045'`)
  const fistel = { client_id: client.id, fistel: '50412345668', service_type_id: Number(services[0].id) }
  const { id: fistel_id } = await make('fistels', fistel)
  const collect = await make('collects', { client_id: client.id, fistel_id, year: 2026, month: 2 })

  const { rows: cities } = await database.query('select ibge from cities order by ibge limit 200')
  const lines = Array.from({ length: rows }, (_, n) =>
    [
      cnpj,
      2026,
      2,
      cities[n % 200].ibge,
      n % 5 ? 'PF' : 'PJ',
      'URBANO',
      'fibra',
      'internet',
      'FTTH',
      1 + (n % 900),
      1,
    ].join(';'),
  )
  const file = Buffer.from(`\ufeff${scm.columns.map(({ name }) => name).join(';')}\r\n${lines.join('\r\n')}\r\n`)
  const path = join(tmpdir(), `outorga-bench-${process.pid}.csv`)
  writeFileSync(path, file, { mode: 0o644 })
  await database.query(`create table bare (${scm.columns.map(({ name }) => `${name} text`).join(', ')})`)

  const before = memory()
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const copy = await timed(() => database.query(`copy bare from '${path}' with (format csv, delimiter ';', header)`))
    const look = await timed(async () => {
      const answer = await send(`/api/v1/collects/${collect.uuid}/preview`, file, 'text/csv', access_token)
      const { data } = await json(answer)
      if (Object(data).summary?.accesses !== rows)
        throw new Error(`not judged whole: ${JSON.stringify(data).slice(0, 300)}`)
    })
    ratios.push(copy / look)
    console.log(
      `${(rows / copy / 1000).toFixed(0)}k rows/s copied, ${(rows / look / 1000).toFixed(0)}k rows/s looked at`,
    )
  }
  rmSync(path)
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  const peak = memory()
  console.log(
    `look at ${rows} rows: ${median.toFixed(2)} of a bare COPY (${ratios.map(each => each.toFixed(2)).join(' ')}), at least ${floor}; ${peak} MB at most, ${before} MB before, under ${most}`,
  )
  process.exitCode = median < floor || peak >= most ? 1 : 0
} finally {
  await database.end()
  server.kill('SIGTERM')
  cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** The most the server's process held so far, in MB. */
function memory(): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function send(path: string, body: string | Buffer, type: string, token?: unknown) {
  const headers = { 'content-type': type, ...(token !== undefined && { authorization: `Bearer ${String(token)}` }) }
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer
}

async function json(answer: Response): Promise<Record<string, unknown>> {
  return Object(await answer.json())
}

async function up() {
  for (let tries = 0; tries < 900; tries++) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise(wait => setTimeout(wait, 100))
  }
  throw new Error('the server did not start')
}

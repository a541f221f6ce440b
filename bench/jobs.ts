// The month of many clients as a ZIP, in the background: its rows per second against a bare copy of the same rows (`psql \copy`; on the
// embedded database, the driver reading them), how often its progress moves, what it does to other requests, and its memory.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { startCluster } from '../test/support/cluster.ts'
import { cnpj } from '../test/support/drafts.ts'
import { signIn } from './world.ts'

const engine = process.argv[2] ?? 'postgres'
const clients = Number(process.argv[3] ?? 2_000)
const [places, lines] = [10, 50]
const rows = clients * places * lines
const port = 4803

/** What the files say, as one statement. */
const same = `select c.document, k.year, k.month, m.ibge, ct.term, att.term, am.term, pt.term, tt.term, a.speed, a.amount
  from collects k join clients c on c.id = k.client_id join collects_locations l on l.parent_id = k.id
  join collects_locations_accesses a on a.parent_id = l.id join cities m on m.id = l.city_id
  join client_types ct on ct.id = a.client_type_id join attendance_types att on att.id = a.attendance_type_id
  join attendance_middles am on am.id = a.attendance_middle_id join product_types pt on pt.id = a.product_type_id
  join technology_types tt on tt.id = a.technology_type_id where k.year = 2026 and k.month = 9`

const cluster = engine === 'postgres' ? await startCluster() : undefined
const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
const env = {
  ...(cluster && { DATABASE_URL: cluster.url }),
  OUTORGA_DATA_DIR: folder,
  OUTORGA_DEMO: '0',
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE: '100000000',
  ADMIN_EMAIL: 'bench@outorga.test',
  ADMIN_PASSWORD: 'medida-de-vazao-1',
}
let product: ChildProcess | null = null
try {
  const config = readConfig(env)
  const database = await openDatabase(config)
  const { app } = await openHouse(config, database)
  await database.unhurried(() => fill(database))
  const token = await signIn(app, config)
  const bare = await floor(database)
  await app.close()
  await database.close()

  product = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return Object(await answer.json()).data
  }
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    )
      break
    await after(100)
  }
  const page = 'clients?page=3&per_page=25'
  for (let n = 0; n < 30; n++) await ask('GET', page)
  const calm = await latencies(
    () => ask('GET', page),
    () => after(5_000, true),
  )
  const idle = resident(product)

  const { uuid } = await ask('POST', 'collects/arquivos', { year: 2026, month: 9 })
  const begun = performance.now()
  let [seen, moved, still, peak] = [-1, performance.now(), 0, idle]
  const over = async () => {
    for (;;) {
      const row = await ask('GET', `exports/${uuid}`)
      peak = Math.max(peak, product ? resident(product) : 0)
      if (row.rows_done !== seen || row.state !== 'processando') {
        if (seen >= 0) still = Math.max(still, performance.now() - moved)
        ;[seen, moved] = [row.rows_done, performance.now()]
      }
      if (row.state === 'concluido') return true
      if (row.state === 'falhou') throw new Error(row.error)
      await after(50)
    }
  }
  const busy = await latencies(() => ask('GET', page), over)
  const rate = rows / ((performance.now() - begun) / 1_000)
  const told: readonly (readonly [string, number, string, boolean])[] = [
    ['rows per second of the bare copy', rate / bare, 'at least 0.40', rate / bare >= 0.4],
    ['longest time without progress, seconds', still / 1_000, 'at most 1', still <= 1_000],
    ['p99 of other requests, times what it was', p99(busy) / p99(calm), 'less than 2', p99(busy) < 2 * p99(calm)],
    ['memory beyond idle, MB', (peak - idle) / 1_024, 'under 300', peak - idle < 300 * 1_024],
  ]
  console.log(
    `${engine}: ${rows} access rows of ${clients} clients; ${Math.round(rate)} rows/s, the bare copy ${Math.round(bare)}; p99 ${p99(calm).toFixed(1)} ms, then ${p99(busy).toFixed(1)} ms`,
  )
  for (const [what, measured, wanted] of told) console.log(`  ${what}: ${measured.toFixed(2)} (${wanted})`)
  process.exitCode = told.every(([, , , good]) => good) ? 0 : 1
} finally {
  product?.kill('SIGTERM')
  cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fill({ kysely }: Database) {
  const documents = Array.from({ length: clients }, (_, n) => cnpj(7_000_000 + n))
  await sql`
    with c as (insert into clients (name, document) select 'Provedor ' || n, d from unnest(${documents}::text[]) with ordinality x (d, n) returning id),
      f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
        select c.id, to_char(50400000000 + c.id, 'FM00000000000'), (select id from service_types where term = '045'), true from c returning id, client_id, service_type_id)
    insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
    select client_id, id, service_type_id, 2026, 9, (select id from statuses where model = 'Collect' and slug = 'finalizado') from f`.execute(
    kysely,
  )
  const { rows: made } = await sql<{ id: number }>`select id from collects order by id`.execute(kysely)
  for (let at = 0; at < made.length; at += 50)
    await sql`
      with l as (insert into collects_locations (parent_id, position, city_id)
        select k, n, (select id from cities order by id offset n limit 1) from unnest(${made.slice(at, at + 50).map(({ id }) => id)}::bigint[]) k, generate_series(1, ${places}::int) n returning id)
      insert into collects_locations_accesses (parent_id, position, client_type_id, attendance_type_id, attendance_middle_id, product_type_id, technology_type_id, speed, amount)
      select l.id, n, (select id from client_types where term = 'PF'), (select id from attendance_types where term = 'URBANO'),
        (select id from attendance_middles where term = 'fibra'), (select id from product_types where term = 'internet'),
        (select id from technology_types where term = 'FTTH'), n * 10, 1 + n % 7 from l, generate_series(1, ${lines}::int) n`.execute(
      kysely,
    )
  await sql`vacuum analyze`.execute(kysely)
}

/** Rows per second of the same statement with nothing of ours around it. */
async function floor({ pool }: Database): Promise<number> {
  const start = performance.now()
  if (cluster) {
    const file = join(folder, 'copy.csv')
    execFileSync('psql', [cluster.url, '-q', '-c', `\\copy (${same.replace(/\s+/g, ' ')}) to '${file}' csv`])
    if (!statSync(file).size) throw new Error('the copy is empty')
  } else
    for (let at = 0; at < clients; at += 20)
      await pool.query(`${same} and k.id in (select id from collects order by id offset ${at} limit 20)`)
  return rows / ((performance.now() - start) / 1_000)
}

/** Milliseconds of each of a steady trickle of calls, while something else goes on. */
async function latencies(call: () => Promise<unknown>, meanwhile: () => Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = []
  let on = true
  const ended = meanwhile().finally(() => (on = false))
  while (on) {
    const start = performance.now()
    await call()
    taken.push(performance.now() - start)
    await after(20)
  }
  await ended
  return taken
}
function p99(taken: readonly number[]): number {
  return taken.toSorted((one, other) => one - other)[Math.floor(taken.length * 0.99)] ?? 0
}
/** Kilobytes of a process that are in memory. */
function resident({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

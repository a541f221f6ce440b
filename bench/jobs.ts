// The month of many clients as a ZIP, in the background: its rows per second against a bare copy of the same rows (`psql \copy`; on the
// embedded database, the driver reading them), how often its progress moves, what it does to other requests, and its memory.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Cluster } from '../test/support/cluster.ts'
import { cnpj } from '../test/support/drafts.ts'
import { median, quantile } from './figures.ts'
import { engineOf, openProduct } from './product.ts'
import { ratios, spread } from './rounds.ts'

const engine = engineOf(process.argv[2])
const clients = Number(process.argv[3] ?? 2_000)
const [places, lines] = [10, 50]
const rows = clients * places * lines
const rounds = 8
const page = 'clients?page=3&per_page=25'
/** The longest in milliseconds that a month's progress stood still. */
let still = 0

/** What the files say, as one statement. */
const same = `select c.document, k.year, k.month, m.ibge, ct.term, att.term, am.term, pt.term, tt.term, a.speed, a.amount
  from collects k join clients c on c.id = k.client_id join collects_locations l on l.parent_id = k.id
  join collects_locations_accesses_ordered a on a.parent_id = l.id join cities m on m.id = l.city_id
  join client_types ct on ct.id = a.client_type_id join attendance_types att on att.id = a.attendance_type_id
  join attendance_middles am on am.id = a.attendance_middle_id join product_types pt on pt.id = a.product_type_id
  join technology_types tt on tt.id = a.technology_type_id where k.year = 2026 and k.month = 9`

const product = await openProduct(engine, 4803, async database => {
  await fill(database)
  // The embedded database is nobody else's while the product runs.
  return engine === 'embedded' ? await drive(database) : undefined
})
try {
  for (let n = 0; n < 200; n++) await product.ask('GET', page)
  const [calm, busy, rates, bare]: [number[], number[], number[], number[]] = [[], [], [], []]
  let beyond = 0
  // A month is over in seconds: once would tell p99 by its second slowest call.
  for (let round = 0; round < rounds; round++) {
    calm.push(...(await product.latencies(page, () => after(5_000, true))))
    const idle = product.resident()
    product.peak()
    bare.push(product.filled ?? copy(product.cluster, product.folder))
    // As the bare copy: with nobody else there.
    const begun = performance.now()
    await month()
    rates.push(rows / ((performance.now() - begun) / 1_000))
    busy.push(...(await product.latencies(page, month)))
    beyond = Math.max(beyond, product.peak() - idle)
  }
  const shares = ratios(rates, bare)
  const share = median(shares)
  const [before, during] = [quantile(calm, 0.99), quantile(busy, 0.99)]
  const found: readonly (readonly [string, number, string, boolean])[] = [
    ['rows per second of the bare copy', share, 'at least 0.40', share >= 0.4],
    ['longest time without progress, seconds', still / 1_000, 'at most 1', still <= 1_000],
    ['p99 of other requests, times what it was', during / before, 'less than 2', during < 2 * before],
    ['memory beyond idle, MB', beyond, 'under 300', beyond < 300],
  ]
  console.log(
    `${engine}, ${rounds} times: ${rows} access rows of ${clients} clients; ${Math.round(median(rates))} rows/s, the bare copy ${Math.round(median(bare))}, ${spread(shares)} of it; p99 ${before.toFixed(1)} ms, then ${during.toFixed(1)} ms`,
  )
  for (const [what, measured, wanted] of found) console.log(`  ${what}: ${measured.toFixed(2)} (${wanted})`)
  process.exitCode = found.every(([, , , good]) => good) ? 0 : 1
} finally {
  product.close()
}

/** Makes the month's files, and follows them to the end. */
async function month() {
  const { uuid } = await told(await product.ask('POST', 'collects/arquivos', { year: 2026, month: 9 }))
  let [seen, moved] = [0, performance.now()]
  for (;;) {
    const row = await told(await product.ask('GET', `exports/${uuid}`))
    if (row.rows_done !== seen || row.state === 'concluido') {
      still = Math.max(still, performance.now() - moved)
      ;[seen, moved] = [row.rows_done, performance.now()]
    }
    if (row.state === 'concluido') return
    if (row.state === 'falhou') throw new Error(row.error)
    await after(50)
  }
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
      insert into collects_locations_accesses_ordered (parent_id, position, client_type_id, attendance_type_id, attendance_middle_id, product_type_id, technology_type_id, speed, amount)
      select l.id, n, (select id from client_types where term = 'PF'), (select id from attendance_types where term = 'URBANO'),
        (select id from attendance_middles where term = 'fibra'), (select id from product_types where term = 'internet'),
        (select id from technology_types where term = 'FTTH'), n * 10, 1 + n % 7 from l, generate_series(1, ${lines}::int) n`.execute(
      kysely,
    )
  await sql`vacuum analyze`.execute(kysely)
}

/** Rows per second of the same statement with nothing of ours around it. */
function copy(cluster: Cluster | undefined, folder: string): number {
  if (!cluster) throw new Error('there is nothing to copy from')
  const start = performance.now()
  const file = join(folder, 'copy.csv')
  execFileSync('psql', [cluster.url, '-q', '-c', `\\copy (${same.replace(/\s+/g, ' ')}) to '${file}' csv`])
  if (!statSync(file).size) throw new Error('the copy is empty')
  return rows / ((performance.now() - start) / 1_000)
}

/** The same of the embedded database, by its driver: the median of some rounds. */
async function drive({ pool }: Database): Promise<number> {
  const found: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    const { rows: some } = await pool.query<{ ids: string[] }>(
      'select array_agg(id) as ids from (select id, ntile($1) over (order by id) as part from collects) k group by part',
      [Math.ceil(clients / 20)],
    )
    for (const { ids } of some) await pool.query(`${same} and k.id = any($1::bigint[])`, [ids])
    found.push(rows / ((performance.now() - start) / 1_000))
  }
  return median(found)
}

async function told(answer: Response) {
  return Object(await answer.json()).data
}

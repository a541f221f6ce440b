// The month of many clients as a ZIP, in the background: its rows per second against a bare COPY of the same rows to a file,
// how often its progress moves, what it does to other requests, and its memory.
import { once } from 'node:events'
import { createWriteStream, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client, Query } from 'pg'
import type { Database } from '#server/database/database.ts'
import { cnpj } from '../test/support/drafts.ts'
import { median, quantile } from './figures.ts'
import { openProduct } from './product.ts'
import { ratios, spread } from './rounds.ts'

const clients = Number(process.argv[2] ?? 2_000)
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

/** The driver hands over the data of a COPY, a row at a time, and leaves it to the query to do something with it. */
class Copy extends Query {
  count = 0
  readonly #rows: Buffer[] = []
  readonly #write: (part: Buffer) => void
  constructor(text: string, write: (part: Buffer) => void) {
    super(text)
    this.#write = write
  }
  handleCopyData({ chunk }: { readonly chunk: Buffer }) {
    this.count++
    if (this.#rows.push(chunk) === 1_000) this.#write(this.rest())
  }
  rest(): Buffer {
    return Buffer.concat(this.#rows.splice(0))
  }
}

const product = await openProduct(4803, fill)
const database = new Client({ connectionString: product.database })
await database.connect()
try {
  for (let n = 0; n < 200; n++) await product.ask('GET', page)
  const [calm, busy, rates, bare]: [number[], number[], number[], number[]] = [[], [], [], []]
  let beyond = 0
  // A month is over in seconds: once would tell p99 by its second slowest call.
  for (let round = 0; round < rounds; round++) {
    calm.push(...(await product.latencies(page, () => after(5_000, true))))
    const idle = product.resident()
    product.peak()
    bare.push(await copy())
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
    `${rounds} times: ${rows} access rows of ${clients} clients; ${Math.round(median(rates))} rows/s, the bare copy ${Math.round(median(bare))}, ${spread(shares)} of it; p99 ${before.toFixed(1)} ms, then ${during.toFixed(1)} ms`,
  )
  for (const [what, measured, wanted] of found) console.log(`  ${what}: ${measured.toFixed(2)} (${wanted})`)
  process.exitCode = found.every(([, , , good]) => good) ? 0 : 1
} finally {
  await database.end()
  await product.close()
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
async function copy(): Promise<number> {
  const path = join(tmpdir(), `outorga-bench-${process.pid}.csv`)
  const start = performance.now()
  const copied = await copyTo(path)
  const rate = rows / ((performance.now() - start) / 1_000)
  rmSync(path)
  if (copied !== rows) throw new Error(`${copied} rows were copied, of ${rows}`)
  return rate
}

/** Writes what a COPY sends to a file, as the `\copy` of psql does, and answers how many rows came. */
async function copyTo(path: string): Promise<number> {
  const file = createWriteStream(path)
  const query = new Copy(`copy (${same}) to stdout with (format csv)`, part => file.write(part))
  await once(database.query(query), 'end')
  file.end(query.rest())
  await once(file, 'finish')
  return query.count
}

async function told(answer: Response) {
  return Object(await answer.json()).data
}

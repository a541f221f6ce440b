// A file of 200,000 rows brought into a coleta, against a COPY of the same file by the same server: into a table of texts without a key or
// an index, which is as bare as a COPY gets, and into one with the types, keys and checks of the table the product keeps accesses in.
// Looked at (sent over HTTP, decoded, split, judged cell by cell, merged and told): a contract per row, as files of that length are, whose
// rows come to a few thousand records; and rows of which no two are one record. The first is then kept too: judged again, and written.
// 100,000 rows of which no two are alike are kept as well, each time in a coleta of its own, against a COPY of the very lines they come
// to into a table like the product's, with its keys, its checks, its indexes and six foreign keys.
// The memory is the most the product's process takes beyond what it holds idle.
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { scm } from '#features/regulatory/anatel/layouts.ts'
import type { Database } from '#server/database/database.ts'
import { cnpj } from '../test/support/drafts.ts'
import { median } from './figures.ts'
import { openProduct } from './product.ts'
import { spread } from './rounds.ts'

const rows = Number(process.argv[2] ?? 200_000)
const rounds = 3
const least = { looked: 0.25, kept: 0.7 }
const most = { looked: 400, kept: 300 }
const keptRows = Math.min(rows, 100_000)
const provider = cnpj(7_000_001)

const product = await openProduct(4803, fill)
const floor = await openFloor()
try {
  const { collect, cities } = product.filled
  const contracts = fileOf(n => [cities[n % 200], 1 + (n % 900), 1])
  const apart = fileOf(n => [cities[n % 200], 1 + Math.floor(n / 200), 1])
  const keep = async () => {
    await look(collect, contracts)
    await product.ask('POST', `collects/${collect}/upload`, contracts)
  }
  const idle = product.resident()
  product.peak()
  const told = [
    await measure('a contract per row, looked at', contracts, 'bare', () => look(collect, contracts)),
    await measure('no two rows alike, looked at', apart, 'keyed', () => look(collect, apart)),
    await measure('a contract per row, looked at and kept', contracts, 'keyed', keep),
  ]
  const beyond = product.peak() - idle
  console.log(`  memory: ${beyond} MB beyond the ${idle} MB it holds idle, under ${most.looked}`)
  const kept = await measureKept()
  process.exitCode = told.every(ratio => ratio >= least.looked) && beyond < most.looked && kept ? 0 : 1
} finally {
  await floor.close()
  await product.close()
}

/** The rows per second of some work, as a part of those of the floor it is held to; the median of a few. */
async function measure(what: string, file: Buffer, held: 'bare' | 'keyed', work: () => Promise<unknown>) {
  const ratios: Record<'bare' | 'keyed', number[]> = { bare: [], keyed: [] }
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const copied = { bare: await floor.copy('bare', file), keyed: await floor.copy('keyed', file) }
    const ours = await timed(work)
    taken.push(ours)
    ratios.bare.push(copied.bare / ours)
    ratios.keyed.push(copied.keyed / ours)
  }
  const said = (of: 'bare' | 'keyed') =>
    `${median(ratios[of]).toFixed(2)} of a ${of} COPY (${ratios[of].map(each => each.toFixed(2)).join(' ')})${of === held ? `, at least ${least.looked}` : ''}`
  console.log(`${rows} rows, ${what}: ${median(taken).toFixed(2)} s; ${said('bare')}; ${said('keyed')}`)
  return median(ratios[held])
}

function fileOf(row: (n: number) => readonly (string | number | undefined)[], length = rows): Buffer {
  const line = (n: number) => {
    const [city, speed, accesses] = row(n)
    const kind = [n % 5 ? 'PF' : 'PJ', 'URBANO', 'fibra', 'internet', 'FTTH']
    return [provider, 2026, 2, city, ...kind, speed, accesses].join(';')
  }
  const header = scm.columns.map(({ name }) => name).join(';')
  return Buffer.from(`\ufeff${[header, ...Array.from({ length }, (_, n) => line(n))].join('\r\n')}\r\n`)
}

async function look(collect: string, file: Buffer) {
  const answer = await product.ask('POST', `collects/${collect}/preview`, file)
  const { summary } = Object(await answer.json()).data
  if (summary.refused || summary.accesses !== rows) throw new Error(`not judged whole: ${JSON.stringify(summary)}`)
}

/** Whether lines of which no two are alike are kept as fast as they should be, and in as little memory. */
async function measureKept(): Promise<boolean> {
  const file = fileOf(n => [product.filled.cities[n % 200], 1 + Math.floor(n / 200), 1], keptRows)
  const database = new Client({ connectionString: product.database })
  await database.connect()
  const table = 'collects_locations_accesses_ordered'
  const references = {
    parent: 'collects_locations',
    client_type: 'client_types',
    attendance_type: 'attendance_types',
    attendance_middle: 'attendance_middles',
    product_type: 'product_types',
    technology_type: 'technology_types',
  }
  const columns = [...Object.keys(references).map(name => `${name}_id`), 'position', 'speed', 'amount'].join(', ')
  const path = join(tmpdir(), `outorga-bench-lines-${process.pid}.csv`)
  await database.query(`create table copied (like ${table} including all)`)
  for (const [name, to] of Object.entries(references))
    await database.query(`alter table copied add foreign key (${name}_id) references ${to} (id)`)
  const [ratios, taken, beyond]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < 5; round++) {
    const { rows: made } = await database.query<{ uuid: string }>(
      `with f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
          select client_id, '5049999000' || $1::integer, service_type_id, true from fistels limit 1 returning id, client_id, service_type_id)
        insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
        select client_id, id, service_type_id, 2026, 2, (select id from statuses where model = 'Collect' and slug = 'em-aberto') from f
        returning uuid`,
      [round],
    )
    const uuid = made[0]?.uuid ?? ''
    const idle = product.resident()
    product.peak()
    const ours = await timed(() => product.ask('POST', `collects/${uuid}/upload`, file))
    beyond.push(product.peak() - idle)
    const lines = `select ${columns
      .split(', ')
      .map(name => `l.${name}`)
      .join(
        ', ',
      )} from ${table} l join collects_locations p on p.id = l.parent_id join collects c on c.id = p.parent_id where c.uuid = '${uuid}'`
    const { rowCount } = await database.query(`copy (${lines}) to '${path}' with (format csv)`)
    if (rowCount !== keptRows) throw new Error(`${rowCount} lines were kept`)
    await database.query('truncate copied')
    const floor = await timed(() => database.query(`copy copied (${columns}) from '${path}' with (format csv)`))
    taken.push(ours)
    ratios.push(floor / ours)
  }
  rmSync(path, { force: true })
  await database.end()
  console.log(
    `${keptRows} rows, no two rows alike, kept: ${spread(taken)} s; ${spread(ratios)} of a COPY with the foreign keys, at least ${least.kept}; ${Math.max(...beyond)} MB beyond idle, under ${most.kept}`,
  )
  return median(ratios) >= least.kept && Math.max(...beyond) < most.kept
}

async function fill({ kysely }: Database) {
  const { rows: made } = await sql<{ uuid: string }>`
    with c as (insert into clients (name, document) values ('Medida', ${provider}) returning id),
      f as (insert into fistels (client_id, fistel, service_type_id, active_anatel)
        select id, '50412345668', (select id from service_types where term = '045'), true from c
        returning id, client_id, service_type_id)
    insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
    select client_id, id, service_type_id, 2026, 2, (select id from statuses where model = 'Collect' and slug = 'em-aberto') from f
    returning uuid`.execute(kysely)
  const { rows: cities } = await sql<{ ibge: number }>`select ibge from cities order by ibge limit 200`.execute(kysely)
  return { collect: made[0]?.uuid ?? '', cities: cities.map(({ ibge }) => ibge) }
}

/** The same server with nothing of ours around it. */
async function openFloor() {
  const types = { text: 'text', token: 'text', integer: 'bigint', speed: 'numeric(13,3) check (velocidade > 0)' }
  const columns = scm.columns.map(({ name }) => name.toLowerCase())
  const tables = {
    bare: `create table bare (${columns.map(name => `${name} text`).join(', ')})`,
    keyed: `create table keyed (id bigint generated always as identity primary key, uuid uuid not null default gen_random_uuid() unique,
      ${scm.columns.map(({ type }, at) => `${columns[at]} ${types[type]} not null`).join(', ')}, active boolean not null default true);
      create index on keyed (cod_ibge)`,
  }
  const copyOf = (table: 'bare' | 'keyed', from: string) =>
    `copy ${table} (${columns.join(', ')}) from '${from}' with (format csv, delimiter ';', header)`
  const database = new Client({ connectionString: product.database })
  await database.connect()
  for (const each of Object.values(tables)) await database.query(each)
  const path = join(tmpdir(), `outorga-bench-${process.pid}.csv`)
  return {
    async copy(table: 'bare' | 'keyed', file: Buffer) {
      writeFileSync(path, file, { mode: 0o644 })
      return timed(() => database.query(copyOf(table, path)))
    },
    async close() {
      rmSync(path, { force: true })
      await database.end()
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

// Several people save a coleta of thousands of lines at the same moment, while others do their day's work.
// `npm run bench -- saves [lines] [people]`
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { cnpj, fistelOf } from '../test/support/drafts.ts'
import { bystand, type OrdinaryCall } from './bystanders.ts'
import { quantile } from './figures.ts'
import { openProduct } from './product.ts'

const lines = Number(process.argv[2] ?? 12_000)
const people = Number(process.argv[3] ?? 12)
/** Lines under one municipality. */
const together = 16
/** Milliseconds that others may wait at p99. Reading 12,000 lines for the answer holds the loop for some 250. */
const most = 500

const product = await openProduct(4_851, async () => {})
const database = new Client({ connectionString: product.database })
await database.connect()
try {
  const uuids = await openMonths()
  const body = JSON.stringify({ locations: await linesOf() })
  const save = async (uuid: string) => {
    const start = performance.now()
    // A refusal is an answer here.
    const { status } = await fetch(`${product.url}/api/v1/collects/${uuid}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' },
      body,
    }).then(async answer => ({ status: answer.status, text: await answer.text() }))
    return { status, ms: performance.now() - start }
  }
  for (const uuid of uuids.slice(0, 2)) await save(uuid)
  const calls: readonly OrdinaryCall[] = [
    { method: 'GET', path: 'clients?per_page=25' },
    { method: 'GET', path: 'tickets' },
    { method: 'GET', path: 'collects?per_page=25' },
  ]
  const day = { url: product.url, token: product.token, connections: 8, calls }
  const calm = await bystand(day, () => after(8_000))
  let alone = 0
  const one = await bystand(day, async () => {
    for (let n = 0; n < 5; n++) alone += (await save(uuids[0] ?? '')).ms / 5
  })
  let saved: Awaited<ReturnType<typeof save>>[] = []
  let took = 0
  const busy = await bystand(day, async () => {
    const begun = performance.now()
    saved = await Promise.all(uuids.map(save))
    took = performance.now() - begun
  })
  const shown = (waits: readonly number[]) =>
    `p50 ${quantile(waits, 0.5).toFixed(0)}, p95 ${quantile(waits, 0.95).toFixed(0)}, p99 ${quantile(waits, 0.99).toFixed(0)}, max ${quantile(waits, 1).toFixed(0)} ms (${waits.length} calls)`
  const statuses = saved.map(({ status }) => status).join(' ')
  console.log(`${people} coletas of ${lines} lines at once: ${statuses}`)
  console.log(
    `  one alone ${alone.toFixed(0)} ms; all ${took.toFixed(0)} ms, ${(took / alone / people).toFixed(2)} of one after the other; the slowest ${Math.max(...saved.map(({ ms }) => ms)).toFixed(0)} ms`,
  )
  console.log(`  others, calm: ${shown(calm)}`)
  console.log(`  others, one save after the other: ${shown(one)}`)
  console.log(`  others, all at once: ${shown(busy)}, at most ${most} at p99`)
  console.log(`  memory ${product.peak().toFixed(0)} MB at most`)
  process.exitCode = saved.every(({ status }) => status === 200) && quantile(busy, 0.99) <= most ? 0 : 1
} finally {
  await database.end()
  await product.close()
}

async function dataOf(path: string, body: object) {
  return Object(await (await product.ask('POST', path, body)).json()).data
}

async function openMonths(): Promise<readonly string[]> {
  const made: string[] = []
  const [service_type_id] = await idsOf('service_types', 1)
  for (let n = 0; n < people; n++) {
    const client = await dataOf('clients', { name: `Provedor ${n}`, document: cnpj(8_400_000 + n) })
    const fistel = await dataOf('fistels', { client_id: client.id, fistel: fistelOf(n), service_type_id })
    const coleta = await dataOf('collects', { client_id: client.id, fistel_id: fistel.id, year: 2025, month: 3 })
    made.push(coleta.uuid)
  }
  return made
}

async function idsOf(table: string, limit: number): Promise<readonly number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select id::int4 as id from ${table} order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

async function linesOf() {
  const cities = await idsOf('cities', Math.ceil(lines / together))
  const [client, attendance, middle, kind, technology] = await Promise.all(
    ['client_types', 'attendance_types', 'attendance_middles', 'product_types', 'technology_types'].map(table =>
      idsOf(table, 3),
    ),
  )
  const at = (ids: readonly number[] | undefined, n: number) => ids?.[n % ids.length]
  return cities.map((city_id, place) => ({
    city_id,
    accesses_ordered: Array.from({ length: Math.min(together, lines - place * together) }, (_line, n) => ({
      client_type_id: at(client, n),
      attendance_type_id: at(attendance, n),
      attendance_middle_id: at(middle, place + n),
      product_type_id: at(kind, 0),
      technology_type_id: at(technology, n),
      speed: 50 * (n + 1),
      amount: 1 + ((place * 7 + n * 13) % 400),
    })),
  }))
}

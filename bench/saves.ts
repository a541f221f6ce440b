// Several people save a coleta of thousands of lines at the same moment, while others do their day's work.
// `npm run bench -- saves [lines] [people]`
import { setTimeout as after } from 'node:timers/promises'
import { cnpj, fistelOf } from '../test/support/drafts.ts'
import { bystand, type OrdinaryCall } from './bystanders.ts'
import { quantile } from './figures.ts'
import { linesOf } from './lines.ts'
import { openProduct } from './product.ts'

const lines = Number(process.argv[2] ?? 12_000)
const people = Number(process.argv[3] ?? 12)
/** Milliseconds that others may wait at p99. Reading 12,000 lines for the answer holds the loop for some 250. */
const longestWait = 500

const product = await openProduct(4_851, async () => {})
try {
  const uuids = await openMonths()
  const body = JSON.stringify({ locations: await linesOf(lines, idsOf) })
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
  console.log(`  others, all at once: ${shown(busy)}, at most ${longestWait} at p99`)
  console.log(`  memory ${product.peak().toFixed(0)} MB at most`)
  process.exitCode = saved.every(({ status }) => status === 200) && quantile(busy, 0.99) <= longestWait ? 0 : 1
} finally {
  await product.close()
}

async function dataOf(method: string, path: string, body?: object) {
  return Object(await (await product.ask(method, path, body)).json()).data
}

async function idsOf(path: string): Promise<readonly number[]> {
  const rows: readonly { readonly id: number }[] = await dataOf('GET', `${path}?pagination=false`)
  return rows.map(({ id }) => id)
}

async function openMonths(): Promise<readonly string[]> {
  const made: string[] = []
  const [service_type_id] = await idsOf('service-types')
  for (let n = 0; n < people; n++) {
    const client = await dataOf('POST', 'clients', { name: `Provedor ${n}`, document: cnpj(8_400_000 + n) })
    const fistel = await dataOf('POST', 'fistels', { client_id: client.id, fistel: fistelOf(n), service_type_id })
    const month = { client_id: client.id, fistel_id: fistel.id, year: 2025, month: 3 }
    made.push((await dataOf('POST', 'collects', month)).uuid)
  }
  return made
}

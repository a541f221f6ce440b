// The list of clients as clients come to be many: every order it offers, both ways, every kind of filter, searches, on the first page,
// the third, the one in the middle and the last, in a small house and in a large one. Nothing may take more than three times as long.
// `growth 10000 1000000`, or the addresses of two databases that were filled before by `crowd`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { listedFields } from '#kernel/page.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients.ts'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { startCluster, type Cluster } from '../test/support/cluster.ts'
import { crowd, often, seldom } from './crowd.ts'
import { median } from './figures.ts'
import { serve } from './serve.ts'
import { settingsOf, signIn } from './world.ts'

const [small = '10000', large = '1000000'] = process.argv.slice(2)
const most = 3
const times = 5
const port = 4817
const columns = `columns=${clients.list.columns.join()}`

const resource: AnyResource = clients
const orders = [
  ...listedFields(resource, false).flatMap(([name, field]) =>
    ['longtext', 'richtext', 'words'].includes(field.kind) || name === 'active' ? [] : [keyOf(name, field)],
  ),
  'created_at',
  'updated_at',
]
const filters = [
  'active=false',
  'filter[tax_regime_id]=1',
  'filter[status_id]=',
  'filter[empresa_responsavel_id][in]=1,2',
  'filter[plan_id]=2',
  'filter[validated]=true',
  'filter[station_045]=true',
  'filter[matriz]=false',
  'filter[have_pendencies]=true',
  'filter[have_pendencies]=false',
  'filter[have_stations_shared]=true',
  'filter[remaining_days][lte]=30',
  'filter[remaining_days][gte]=400',
  'filter[contract_due_date][gte]=2027-06-01',
  'filter[opening_data][lte]=1999-12-31',
  'filter[created_at][gte]=2026-01-01',
  'filter[contract_value][gte]=2000',
  'filter[document]=00000042000142',
  'filter[email]=contato42%40provedor.test',
]
const searches = [`search=${often}`, `search=${seldom.replace(' ', '+')}`, 'search=Fibra+4242', 'search=zzqx']
const questions = [...orders.flatMap(name => [`sort=${name}`, `sort=-${name}`]), ...filters, ...searches]

/** Milliseconds by question and page; null where it is refused. */
type Found = ReadonlyMap<string, number | null>

async function measure(given: string): Promise<Found> {
  const kept = given.startsWith('postgres')
  const cluster: Cluster | undefined = kept
    ? { url: given, pid: () => 0, restart: () => {}, stop: () => {} }
    : await startCluster()
  if (!cluster) throw new Error('no PostgreSQL is installed here')
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const env = settingsOf(folder, cluster)
  const config = readConfig(env)
  const database = await openDatabase(config, { statementMs: 600_000 })
  const { app, runner } = await openHouse(config, database)
  if (!kept) await crowd(database, Number(given))
  const headers = { authorization: `Bearer ${await signIn(app, config)}` }
  await app.close()
  await runner.stop()
  await database.close()
  const server = await serve(['dist/server/main.js'], { ...env, PORT: String(port) }, port, '/readyz')
  const pool = new Pool({ connectionString: cluster.url, max: 1 })
  const found = new Map<string, number | null>()
  const call = async (asked: string) => {
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/clients?per_page=25&${columns}&${asked}`, { headers })
    const body = Object(await answer.json())
    if (answer.status !== 200 && answer.status !== 422)
      throw new Error(`${asked}: ${answer.status} ${JSON.stringify(body)}`)
    return { taken: performance.now() - begun, last: answer.status === 200 ? Number(body.last_page) : null }
  }
  const timed = async (asked: string) => {
    const taken: number[] = []
    for (let n = 0; n < times; n++) {
      const { taken: one, last } = await call(asked)
      if (last === null) return null
      taken.push(one)
    }
    return median(taken)
  }
  try {
    for (let n = 0; n < 300; n++) await call(`page=${1 + (n % 9)}`)
    for (const question of questions) {
      const { last } = await call(question)
      const pages = last === null ? [1] : [...new Set([1, 3, Math.ceil(last / 2), last])]
      for (const [at, page] of pages.entries())
        found.set(`${question} ${['first', 'third', 'middle', 'last'][at]}`, await timed(`${question}&page=${page}`))
    }
    // Told and not judged: what is learned of a list is over with each write to it.
    for (const question of ['', 'page=20000', 'sort=-name&page=20000', `search=${often}`]) {
      const taken: number[] = []
      for (let n = 0; n < times; n++) {
        await pool.query('update clients set phone_name = $1 where id = 1', [String(n)])
        taken.push((await call(question)).taken)
      }
      console.log(`after each write, of ${given}: ${question || 'as it opens'} ${median(taken).toFixed(1)} ms`)
    }
  } finally {
    server.kill('SIGKILL')
    await pool.end()
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return found
}

const few = await measure(small)
const many = await measure(large)
let beyond = 0
for (const [question, before] of few) {
  const after = many.get(question)
  if (after === undefined || before === null) continue
  const ratio = after === null ? null : after / before
  if (ratio !== null && ratio > most) beyond++
  const said =
    ratio === null
      ? 'refused'
      : `${after?.toFixed(1).padStart(8)} ms ${ratio.toFixed(2).padStart(8)}${ratio > most ? '  too long' : ''}`
  console.log(`${question.padEnd(52)} ${before.toFixed(1).padStart(8)} ms ${said}`)
}
console.log(`${beyond} of ${few.size} take more than ${most} times as long`)
process.exit(beyond ? 1 : 0)

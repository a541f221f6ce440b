// The list of clients as clients come to be many: every order it offers, both ways, every kind of filter, searches, on the first page,
// the third, the one in the middle and the last, in a small house and in a large one. Nothing may take more than three times as long.
// They are asked in turns. `growth 10000 1000000`, or the addresses of two databases that were filled before by `crowd`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { listedFields } from '#kernel/page.ts'
import { keyOf, type AnyResource } from '#kernel/resource.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { crowd, often, seldom } from './crowd.ts'
import { median } from './figures.ts'
import { startDatabase } from './product.ts'
import { endServer, serve } from './serve.ts'
import { settingsOf, signIn } from './world.ts'

const [small = '10000', large = '1000000'] = process.argv.slice(2)
const most = 3
const times = 5
const ports = [4817, 4818] as const
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

/** A house of so many clients, served. */
interface Crowded {
  readonly given: string
  /** Milliseconds it took, and its last page; null where it is refused. */
  call(asked: string): Promise<{ readonly taken: number; readonly last: number | null }>
  /** Somebody writes a client. */
  write(n: number): Promise<unknown>
  close(): Promise<void>
}

async function open(given: string, port: number): Promise<Crowded> {
  const own = given.startsWith('postgres') ? undefined : await startDatabase()
  const url = own?.url ?? given
  const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
  const env = settingsOf(folder, url)
  const config = readConfig(env)
  const database = await openDatabase(config, { statementMs: 600_000 })
  const { app, runner } = await openHouse(config, database)
  if (own) await crowd(database, Number(given))
  const headers = { authorization: `Bearer ${await signIn(app, config)}` }
  await app.close()
  await runner.stop()
  await database.close()
  const server = await serve(['dist/server/main.js'], { ...env, PORT: String(port) }, port, '/readyz')
  const direct = new Client({ connectionString: url })
  await direct.connect()
  return {
    given,
    async call(asked) {
      const begun = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/clients?per_page=25&${columns}&${asked}`, { headers })
      const body = Object(await answer.json())
      if (answer.status !== 200 && answer.status !== 422)
        throw new Error(`${asked}: ${answer.status} ${JSON.stringify(body)}`)
      return { taken: performance.now() - begun, last: answer.status === 200 ? Number(body.last_page) : null }
    },
    write: n => direct.query('update clients set phone_name = $1 where id = 1', [String(n)]),
    async close() {
      await endServer(server, 'SIGKILL')
      await direct.end()
      await own?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const shown = (milliseconds: number) => milliseconds.toFixed(1).padStart(8)
const places = ['first', 'third', 'middle', 'last'] as const
/** The page at a place of a list of so many. */
const pageAt = {
  first: () => 1,
  third: () => 3,
  middle: (last: number) => Math.ceil(last / 2),
  last: (last: number) => last,
}

const few = await open(small, ports[0])
const many = await open(large, ports[1])
let [told, beyond] = [0, 0]
try {
  for (const house of [few, many]) for (let n = 0; n < 300; n++) await house.call(`page=${1 + (n % 9)}`)
  for (const question of questions) await compare(question).catch((error: Error) => failed(error.message))
  await tellWritten()
} finally {
  await few.close()
  await many.close()
}
console.log(`${beyond} of ${told} take more than ${most} times as long`)
process.exit(beyond ? 1 : 0)

function failed(message: string) {
  beyond++
  console.log(message.slice(0, 200))
}
async function compare(question: string) {
  const [before, after] = [await few.call(question), await many.call(question)]
  if (before.last === null || after.last === null) {
    console.log(`${question.padEnd(52)} refused`)
    return
  }
  const lasts = [before.last, after.last] as const
  for (const place of places) {
    const pages = lasts.map(last => `${question}&page=${pageAt[place](last)}`)
    if (place !== 'first' && after.last === 1) continue
    let {
      times: [one, other],
      firsts,
    } = await askInTurns(pages)
    if (place === 'first') firsts = [before.taken, after.taken]
    // What is slow once and not again was a slow moment of the machine.
    for (let tries = 1; tries < 3 && other / one > most; tries++)
      ({
        times: [one, other],
      } = await askInTurns(pages))
    told++
    if (other / one > most) beyond++
    console.log(
      `${`${question} ${place}`.padEnd(52)} ${shown(one)} ms ${shown(other)} ms ${shown(other / one)}${other / one > most ? '  too long' : ''}; first asked ${firsts.map(shown).join(', ')} ms`,
    )
  }
}

/** Milliseconds of a page of each house, and what the first asking of it took. */
async function askInTurns(pages: readonly string[]) {
  const taken: readonly [number[], number[]] = [[], []]
  for (let n = 0; n < times; n++)
    for (const [at, house] of [few, many].entries()) taken[at]?.push((await house.call(pages[at] ?? '')).taken)
  return {
    times: [median(taken[0]), median(taken[1])] as const,
    firsts: taken.map(([first = Number.NaN]) => first),
  }
}

/** Told and not judged: what is learned of a list is over with each write to it. */
async function tellWritten() {
  for (const question of ['', 'page=20000', 'sort=-name&page=20000', `search=${often}`])
    for (const house of [few, many]) {
      const taken: number[] = []
      for (let n = 0; n < times; n++) {
        await house.write(n)
        taken.push((await house.call(question)).taken)
      }
      console.log(`after each write, of ${house.given}: ${question || 'as it opens'} ${median(taken).toFixed(1)} ms`)
    }
}

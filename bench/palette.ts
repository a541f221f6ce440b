// The palette over 50,000 clients and 300,000 coletas: fragments as people type them, right after a start with nothing in memory, then
// alone and while twenty others save, over a PostgreSQL elsewhere and over the product's own. A floor written by hand
// (`floor-palette.ts`) answers the same fragments over the first.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { median, quantile } from './figures.ts'
import { openFilled } from './filled.ts'
import { oneOf } from './rounds.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { fill, furnished, settingsOf } from './world.ts'

const clients = Number(process.argv[2] ?? 50_000)
const months = Number(process.argv[3] ?? 6)
const times = Number(process.argv[4] ?? 400)
/** Milliseconds of the p95, and times the floor. */
const [most, ratio] = [100, 2]
const savers = 20
/** Milliseconds between two saves of one of them. */
const pause = 500
const port = 4_871

const firsts =
  'Vale Serra Rio Monte Campo Lago Nova Ponte Porto Santa São Bela Alto Baixo Grande Boa Rede Fibra Conexão Net'.split(
    ' ',
  )
const seconds =
  'das Águas,do Sol,da Lua,Verde,Azul,Dourado,Veloz,Digital,do Norte,do Sul,Brasil,Central,Marajó,Maravilha,Açaí,Cupuaçu'.split(
    ',',
  )
const thirds = 'Telecom Internet Provedor Networks Link Online Conecta Speed'.split(' ')
const pick = (words: readonly string[], by: string) =>
  sql`(${[...words]}::text[])[1 + abs(hashint4(c.id::int * ${sql.raw(by)})) % ${words.length}]`

const filling = [
  sql`update clients c set name = ${pick(firsts, '3')} || ' ' || ${pick(seconds, '5')} || ' ' || ${pick(thirds, '7')} || ' ' || c.id || ' Ltda',
    fantasy_name = ${pick(seconds, '11')} || ' ' || ${pick(thirds, '13')}`,
  sql`insert into fistels (fistel, client_id, service_type_id) select lpad((50300000000 + id)::text, 11, '5'), id, (select min(id) from service_types) from clients`,
  sql`insert into collects (client_id, fistel_id, service_type_id, year, month, status_id)
    select f.client_id, f.id, f.service_type_id, extract(year from m)::int, extract(month from m)::int, (select id from statuses where model = 'Collect' and slug = 'em-aberto')
    from fistels f, generate_series(date_trunc('month', now()) - make_interval(months => ${months - 1}), now(), interval '1 month') m`,
  sql`insert into stations (name, client_id, station_number) select 'Estação ' || c.name, c.id, (1000000000 + c.id)::text from clients c where c.id % 2 = 0`,
  sql`insert into tickets (name, client_id, module_id, type_id, status_id)
    select (array['Enlace caiu', 'Boleto em atraso', 'Dúvida da coleta', 'Troca de antena'])[1 + c.id % 4] || ' em ' || c.name, c.id,
      (select min(id) from module_tickets), (select min(id) from ticket_types), (select id from statuses where model = 'Ticket' and slug = 'em-aberto')
    from clients c where c.id % 2 = 1`,
  sql`insert into bills_to_receive (client_id, finance_type_id, issue_date, due_date, value, billet_number)
    select c.id, (select min(id) from finance_types), current_date, current_date + 20, 100, (240000 + c.id)::text from clients c`,
]

async function furnish({ kysely }: Database): Promise<void> {
  await kysely.connection().execute(async one => {
    // What triggers would write row by row is of no interest here.
    await sql`set session_replication_role = replica`.execute(one)
    for (const each of filling) await each.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  await sql`vacuum full analyze clients`.execute(kysely)
  await sql`vacuum analyze`.execute(kysely)
}

const number = (size: number) => 1 + Math.floor(Math.random() * size)
const digits = (n: number, length: number) => String(n).padStart(length, '0')
/** What people type: the beginning of a name, the middle of a word, words, a part of a CNPJ, a number, a month with a word. */
const fragments: Readonly<Record<string, () => string>> = {
  'a beginning': () => `${oneOf(firsts)} ${oneOf(seconds)}`.slice(0, 1 + number(8)),
  'the middle of a word': () => oneOf([...seconds, ...thirds]).slice(1, 5),
  'two words': () => `${oneOf(thirds)} ${number(clients)}`,
  'a frequent word': () => oneOf(thirds),
  'part of a CNPJ': () => digits(number(clients), 14).slice(6 - number(3)),
  'a number': () => oneOf(['#', '', 'os ']) + String(number(20_000)),
  'a month': () => oneOf(['mar', 'nov', 'outubro', '11/2026']),
  'a month and a word': () => `${oneOf(['out/2026', '11/2026', 'set'])} ${oneOf([...firsts, ...thirds])}`,
}

const kinds = Object.keys(fragments)
/** Somebody who searches and saves, at this port. */
type Reader = Readonly<Record<string, string>>

async function search(at: number, headers: Reader, q: string) {
  const begun = performance.now()
  const address = `http://127.0.0.1:${at}/api/v1/users/me/procurar?${new URLSearchParams({ q }).toString()}`
  const answer = await fetch(address, { headers })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${q}: ${body}`)
  return performance.now() - begun
}

/** The milliseconds of so many searches by the kind of fragment, and of the floor's where it answers the same in turns. */
async function round(headers: Reader, count: number, floor?: number) {
  const ours = new Map(kinds.map(kind => [kind, [] as number[]]))
  const floors: number[] = []
  for (let n = 0; n < count; n++) {
    const kind = kinds[n % kinds.length] ?? ''
    const q = fragments[kind]?.() ?? ''
    ours.get(kind)?.push(await search(port, headers, q))
    if (floor !== undefined) floors.push(await search(floor, headers, q))
  }
  return { ours, floors }
}

function report(name: string, { ours, floors }: Awaited<ReturnType<typeof round>>) {
  for (const [kind, took] of ours)
    console.log(`  ${kind}: p50 ${median(took).toFixed(1)} ms, p95 ${quantile(took, 0.95).toFixed(1)} ms`)
  const all = [...ours.values()].flat()
  const share = floors.length ? median(all) / median(floors) : 0
  const beside = floors.length
    ? `; the floor p50 ${median(floors).toFixed(1)}, p95 ${quantile(floors, 0.95).toFixed(1)}; ${share.toFixed(2)} times the floor, at most ${ratio}`
    : ''
  console.log(
    `the palette ${name}, ${all.length} searches: p50 ${median(all).toFixed(1)} ms, p95 ${quantile(all, 0.95).toFixed(1)} ms, at most ${most}${beside}`,
  )
  if (quantile(all, 0.95) > most || share > ratio) process.exitCode = 1
}

async function whileOthersSave(headers: Reader, work: () => Promise<void>) {
  let on = true
  let [saved, refused] = [0, 0]
  const saving = Array.from({ length: savers }, async () => {
    while (on) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/clients/${number(clients)}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ phone_name: `Contato ${number(1_000)}` }),
      })
      // A machine that is overloaded says so, and the save is counted apart.
      if (!answer.ok && answer.status !== 503) throw new Error(`a save: ${await answer.text()}`)
      if (answer.ok) saved++
      else refused++
      await answer.arrayBuffer()
      await new Promise(resolve => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
  })
  await work()
  on = false
  await Promise.all(saving)
  console.log(`${saved} saves meanwhile, ${refused} refused`)
}

/** Has the system read files from the disk again; answers whether it may be made to. */
function forgetFiles() {
  execFileSync('sync')
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3')
    return 'files read from the disk'
  } catch {
    return 'files still in the memory of the system'
  }
}

async function measure(where: string, headers: Reader, cold: string, floorAt: () => Promise<number | undefined>) {
  report(`${where}, just started, ${cold}`, await round(headers, kinds.length * 5))
  const floor = await floorAt()
  await round(headers, 80, floor)
  report(`${where}, alone`, await round(headers, times, floor))
  await whileOthersSave(headers, async () =>
    report(`${where}, while ${savers} save`, await round(headers, times, floor)),
  )
}

const product = await openFilled(port, clients, furnish)
try {
  // What PostgreSQL itself has in memory goes with the restart after it.
  const cold = forgetFiles()
  await product.restart()
  const { headers } = product.server
  await measure(
    'over a PostgreSQL elsewhere',
    headers,
    cold,
    async () => (await product.startFloor('floor-palette')).port,
  )
} finally {
  await product.close()
}

const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
try {
  const env = settingsOf(folder)
  const { token } = await furnished(env, async database => {
    await fill(database, clients)
    await furnish(database)
  })
  const cold = forgetFiles()
  const server = await serve(asStarted, { ...env, PORT: String(port) }, port, '/readyz')
  try {
    await measure('over its own PostgreSQL', { authorization: `Bearer ${token}` }, cold, async () => undefined)
  } finally {
    await endServer(server, 'SIGTERM')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

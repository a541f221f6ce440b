// The figures of operation beside those of the first trial: what two processes on one database show each other, how fast a right is lost,
// what a start takes, and which tests hold the rest. `operability 120`: creations tried; `operability 120 tests` runs the tests too, which take
// many minutes. What needs an installation of several hosts (rolling restarts, failover behind a proxy) is a trial of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { quantile } from './figures.ts'
import { startDatabase } from './product.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { furnished, settingsOf } from './world.ts'

const creations = Number(process.argv[2] ?? 250)
const runsTests = process.argv[3] === 'tests'
const ports = [4841, 4842] as const

/** A figure of the trial, and the same today. */
interface TrialFigure {
  readonly what: string
  readonly before: string
  readonly now: string
}
const figures: TrialFigure[] = []
let isWorse = false
const printFigure = (what: string, before: string, now: string, isGood: boolean) => {
  isWorse ||= !isGood
  figures.push({ what, before, now: isGood ? now : `${now} (!)` })
}

const cluster = await startDatabase()
const folder = mkdtempSync(join(tmpdir(), 'outorga-operability-'))
const env = settingsOf(folder, cluster.url)
const servers: Awaited<ReturnType<typeof serve>>[] = []
const start = async (port: number) => {
  const begun = performance.now()
  servers.push(await serve(asStarted, { ...env, PORT: String(port) }, port, '/readyz'))
  return (performance.now() - begun) / 1_000
}
try {
  const begun = performance.now()
  const { token } = await furnished(env, async () => {})
  const first = (performance.now() - begun) / 1_000
  const later = [await start(ports[0]), await start(ports[1])]
  printFigure(
    'first start on PostgreSQL, every migration / later start',
    '8.1 s with demo data / 1.0–1.9 s',
    `${first.toFixed(1)} s without demo data / ${later.map(each => each.toFixed(1)).join(', ')} s`,
    true,
  )
  await crossProcess(token)
  await lostRights(token)
  await sameRequest(token)
  await idle()
} finally {
  await Promise.all(servers.map(each => endServer(each, 'SIGTERM')))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Figures of the trial that a test repeats each time, and what it was. */
const tested: readonly (readonly [what: string, before: string, test: string])[] = [
  ['PgBouncer, transaction mode', '48 of 1,285 answers wrong, 10,625 refused', 'test/database/bouncer.test.ts'],
  ['the same, by a pooler of the tests', 'start is fine, statements mixed up', 'test/database/pooler.test.ts'],
  ['a database that goes silent', '/readyz after 15 s', 'test/database/silence.test.ts'],
  ['PostgreSQL failover', '604 acknowledged, 0 missing; 28 × 507 for 503', 'test/database/promotion.test.ts'],
  ['packaged engine: kill -9 under writers', '3,123 acknowledged, 0 lost in 10 kills', 'test/database/crash.test.ts'],
  ['packaged engine: full disk', '60 of 60 writes 507, nobody signs in', 'test/database/reserve.test.ts'],
  ['a column added below running statements', '500 until the connections end', 'test/database/stale-plans.test.ts'],
  ['two processes: events, presence, pace of questions', 'per process', 'test/two-hosts.test.ts'],
  ['copies: taken, proven, restored, refused', 'none', 'test/copies'],
]
for (const [what, before, file] of tested) {
  if (!runsTests) printFigure(what, before, `tested by ${file}`, true)
  else {
    const { stdout } = spawnSync('npx', ['vitest', 'run', file, '--reporter=json'], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
    const { numPassedTests = 0, numTotalTests = 0 } = Object(
      JSON.parse(stdout.slice(Math.max(0, stdout.indexOf('{"num'))) || '{}'),
    )
    printFigure(
      what,
      before,
      `${numPassedTests} of ${numTotalTests} tests of ${file} pass`,
      numPassedTests === numTotalTests && numTotalTests > 0,
    )
  }
}
for (const [what, before, command] of [
  ['pg_dump under load, restored', '0.3 s, ready in 1.0 s', 'npm run bench -- copy'],
  ['kills while work is done, at length', '0 lost', 'npm run bench -- orders'],
  ['memory and time of a start beside others', '–', 'npm run bench -- start'],
] as const)
  printFigure(what, before, `measured by ${command}`, true)

console.log('| what | first trial | now |\n|---|---|---|')
for (const { what, before, now } of figures) console.log(`| ${what} | ${before} | ${now} |`)
process.exit(isWorse ? 1 : 0)

async function ask(
  at: number,
  token: string,
  method: string,
  path: string,
  body?: object,
  more: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`http://127.0.0.1:${ports[at]}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...more },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: Object(await answer.json()) }
}

/** Writes at one process and reads at the other at once, in both directions: total of the list, search, row. */
async function crossProcess(token: string) {
  const total = async (at: number) => Number((await ask(at, token, 'GET', 'tags')).body.total)
  let [reads, stale] = [0, 0]
  const expectSame = (one: unknown, other: unknown) => {
    reads++
    if (one !== other) stale++
  }
  for (let n = 0; n < creations; n++) {
    const [here, there] = [n % 2, 1 - (n % 2)]
    const before = await total(there)
    // Of one length, so that no name is found within another.
    const name = `Etiqueta ${process.pid}-${String(n).padStart(4, '0')}`
    const made = await ask(here, token, 'POST', 'tags', { name, color: 'info' })
    if (made.status !== 201) throw new Error(`a tag was refused: ${JSON.stringify(made.body)}`)
    const { uuid } = made.body.data
    expectSame(await total(there), before + 1)
    expectSame((await ask(there, token, 'GET', `tags?search=${encodeURIComponent(name)}`)).body.total, 1)
    expectSame((await ask(there, token, 'GET', `tags/${uuid}`)).body.data?.name, name)
    await ask(there, token, 'PUT', `tags/${uuid}`, { name: `${name}, mudada`, color: 'erro' })
    expectSame((await ask(here, token, 'GET', `tags/${uuid}`)).body.data?.name, `${name}, mudada`)
  }
  printFigure(
    'reads at the other process, at once after a write',
    '0 stale of 2,200',
    `${stale} stale of ${reads}`,
    stale === 0,
  )
}

/** How long a session lives on at one process after the database says that it ended. */
async function lostRights(token: string) {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    for (const at of [0, 1]) await ask(at, token, 'GET', 'tags?per_page=1')
    await client.query('update users set active = false where id = 1')
    const begun = performance.now()
    while ((await ask(n % 2, token, 'GET', 'tags?per_page=1')).status === 200 && performance.now() - begun < 5_000)
      await after(1)
    waits.push(performance.now() - begun)
    await client.query('update users set active = true where id = 1')
    for (const at of [0, 1]) while ((await ask(at, token, 'GET', 'tags?per_page=1')).status !== 200) await after(5)
  }
  await client.end()
  const slowest = Math.max(...waits)
  printFigure(
    'a user set inactive, until both processes refuse (12 times)',
    'at the first request 10 times, else 13–16 ms',
    `median ${quantile(waits, 0.5).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms, the refused request included`,
    slowest < 1_000,
  )
}

/** The same request four times at once, over both processes. */
async function sameRequest(token: string) {
  const key = { 'idempotency-key': `operability-${process.pid}` }
  const answers = await Promise.all(
    [0, 1, 0, 1].map(at => ask(at, token, 'POST', 'tags', { name: `Uma só de ${process.pid}`, color: 'info' }, key)),
  )
  const uuids = new Set(answers.map(({ body }) => body.data?.uuid))
  const isOne = uuids.size === 1 && answers.every(({ status }) => status === 201)
  printFigure(
    'one key, four requests at once over two processes',
    'one row, four answers alike',
    isOne ? 'one row, four answers alike' : `${answers.map(({ status }) => status).join(', ')}, ${uuids.size} rows`,
    isOne,
  )
}

/** What two processes write while nobody works. */
async function idle() {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  const written = async () => {
    const { rows } = await client.query<{ n: string }>(
      'select sum(n_tup_ins + n_tup_upd + n_tup_del) as n from pg_stat_user_tables',
    )
    return Number(rows[0]?.n)
  }
  // Counts arrive with a second's delay, and a start writes for some seconds.
  await after(25_000)
  const before = await written()
  await after(20_000)
  const n = (await written()) - before
  await client.end()
  printFigure(
    'rows written in 20 s while nobody works',
    '20, of one process',
    `${n}, of two processes (chores that are due count)`,
    n < 60,
  )
}

// How long the server cannot answer anybody while it does one long thing, from its own `/metrics`; and what PostgreSQL's
// compiling of statements (JIT) would cost a list that is asked for whole.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openHouse } from '../src/house.server.ts'
import { readConfig } from '#settings.server.ts'
import { openDatabase } from '#server/database/open.ts'
import { recording } from '../test/support/statements.ts'
import { startDatabase } from './product.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { fill, settingsOf, signIn } from './world.ts'

const clients = Number(process.argv[2] ?? 50_000)
/** Milliseconds nobody else may wait. */
const most = 50
const whole = `/api/v1/clients?pagination=false&filter[id][lte]=9990`

const cluster = await startDatabase()
const folder = mkdtempSync(join(tmpdir(), 'outorga-bench-'))
let product: Awaited<ReturnType<typeof serve>> | undefined
try {
  const env = settingsOf(folder, cluster.url)
  const config = readConfig(env)
  const database = await openDatabase(config, { statementMs: 600_000 })
  const { app } = await openHouse(config, database)
  await fill(database, clients)
  await sql`insert into tags (name, slug, color) select 'Etiqueta ' || n, 'etiqueta-' || n, 'blue' from generate_series(1, 20000) n`.execute(
    database.kysely,
  )
  const collect = await coleta()
  const headers = { authorization: `Bearer ${await signIn(app, config)}` }

  const kept = recording(database.pool)
  await app.inject({ url: whole, headers })
  const statements = kept.stop()
  const [compiled, plain] = [await timed('on'), await timed('off')]
  console.log(
    `10,000 clients whole, ${statements.length} statements: ${plain.toFixed(0)} ms, ${compiled.toFixed(0)} if PostgreSQL compiled them (${(compiled / plain).toFixed(1)} times)`,
  )
  await app.close()
  await database.close()

  product = await serve(asStarted, { ...env, PORT: '4801' }, 4801, '/healthz')
  let short = false
  for (const [name, path] of [
    ['clients, 25 of them', '/api/v1/clients'],
    ['20,000 tags, refused', '/api/v1/tags?pagination=false'],
    ['10,000 clients', whole],
    ['10,000 clients as XLSX', whole.replace('clients?', 'clients/csv?format=xlsx&')],
    ['all municipalities', '/api/v1/cities?pagination=false'],
    ['report of a coleta as PDF, the first', `/api/v1/collects/${collect}/reports/pdf`],
    ['report of a coleta as PDF', `/api/v1/collects/${collect}/reports/pdf`],
  ] as const) {
    await held()
    const started = performance.now()
    const reply = await fetch(`http://127.0.0.1:4801${path}`, { headers })
    const bytes = (await reply.arrayBuffer()).byteLength
    const ms = performance.now() - started
    const longest = await held()
    short ||= longest > most
    console.log(
      `${name}: nobody answered for ${longest.toFixed(0)} ms at most (${most} allowed); ${reply.status}, ${bytes} bytes in ${ms.toFixed(0)} ms`,
    )
  }
  process.exitCode = short ? 1 : 0

  /** Milliseconds of all of them, one after the other, each planned and run once before. */
  async function timed(jit: 'on' | 'off'): Promise<number> {
    const client = new Client({ connectionString: cluster.url, options: `-c jit=${jit}` })
    await client.connect()
    let ms = 0
    for (const { text, values } of statements) {
      const started = performance.now()
      await client.query(text, [...values])
      ms += performance.now() - started
    }
    await client.end()
    return ms
  }

  /** Of twelve months of 60 municipalities, ten lines in each. */
  async function coleta(): Promise<string> {
    const { rows } = await sql<{ uuid: string }>`
      with held as (
        insert into fistels (fistel, client_id, service_type_id)
        select '50000000000', (select min(id) from clients), (select id from service_types where term = '045') returning id, client_id
      ), made as (
        insert into collects (client_id, fistel_id, service_type_id, month, year, status_id)
        select client_id, id, (select id from service_types where term = '045'), n, 2025, (select min(id) from statuses)
        from held, generate_series(1, 12) n returning id, uuid, month
      ), placed as (
        insert into collects_locations (parent_id, position, city_id)
        select made.id, c.n, c.id from made, (select id, row_number() over (order by id) as n from cities limit 60) c returning id
      ), told as (
        insert into collects_locations_accesses_ordered (parent_id, position, client_type_id, attendance_type_id, attendance_middle_id, product_type_id, technology_type_id, speed, amount)
        select placed.id, n, (select min(id) from client_types), (select min(id) from attendance_types), (select min(id) from attendance_middles),
          (select min(id) from product_types), (select min(id) from technology_types), n * 100, n
        from placed, generate_series(1, 10) n
      )
      select uuid from made where month = 12`.execute(database.kysely)
    return rows[0]?.uuid ?? ''
  }
} finally {
  if (product) await endServer(product, 'SIGKILL')
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** The longest the server's event loop was held since last asked, in milliseconds. */
async function held(): Promise<number> {
  const text = await (await fetch('http://127.0.0.1:4801/metrics')).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1_000
}

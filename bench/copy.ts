// What a copy costs those who work meanwhile, and whether it is worth what it costs: people read and save while `outorga copiar` takes a copy,
// and while the daily chore takes one and proves it; the copies are restored on the other kind of PostgreSQL, twice, and compared row by row
// and document by document; cut at many bytes and changed in some they are refused, and onto rows none is restored.
// `copy 50000 5000 40 20`: clients, documents, cuts tried, and seconds of calm in each round; 0: nobody works meanwhile, and all but latencies is
// tried.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { verifyCopy } from '#parts/copy/apart.server.ts'
import { CopyRefusal } from '#parts/copy/bytes.server.ts'
import { storeOf } from '#parts/file/storage/open.server.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { readConfig } from '#settings.server.ts'
import { bystand, type OrdinaryCall } from './bystanders.ts'
import { crowd } from './crowd.ts'
import { quantile } from './figures.ts'
import { startDatabase } from './product.ts'
import { asStarted, endServer, serve } from './serve.ts'
import { furnished, settingsOf } from './world.ts'

const [clients = 50_000, documents = 5_000, cuts = 40, seconds = 20] = process.argv.slice(2).map(Number)
/** Times as long as others may wait during a copy, at most. */
const largestRatio = 1.5
const port = 4831
const rounds = 3
const run = promisify(execFile)

const cluster = await startDatabase()
const place = mkdtempSync(join(tmpdir(), 'outorga-copy-'))
const folderOf = (name: string) => join(place, name)
const env = { ...settingsOf(folderOf('source'), cluster.url), COPY_DAILY: '1', COPY_DIR: folderOf('daily') }
let failed = false
let server: Awaited<ReturnType<typeof serve>> | undefined
try {
  const { filled, token } = await furnished(env, fill)
  console.log(`${clients} clients, ${documents} documents`)
  server = await serve(asStarted, { ...env, PORT: String(port) }, port, '/readyz')
  const people = { url: `http://127.0.0.1:${port}`, token, connections: 6, calls: callsOf(filled) }
  const underLoad = folderOf('under-load.tar')
  await compareLatencies('outorga copiar', people, async () => {
    rmSync(underLoad, { force: true })
    await command(env, 'copiar', underLoad)
  })
  await compareLatencies('the daily copy and its proof', people, () => runChore(token))
  await endServer(server, 'SIGTERM')
  server = undefined

  // The copy taken while people worked: on the packaged PostgreSQL, against what the copy counted.
  const first = settingsOf(folderOf('packaged'))
  await restore('the copy taken under load, on the packaged PostgreSQL', first, underLoad)
  judge('each of its tables and documents is what the copy says', await isAsCounted(first, underLoad))
  // Of a database at rest: there and back, against the rows themselves.
  const still = folderOf('still.tar')
  await command(env, 'copiar', still)
  const [there, back] = [settingsOf(folderOf('there')), settingsOf(folderOf('back'), await emptyBeside(cluster.url))]
  await restore('a copy of the PostgreSQL given, on the packaged one', there, still)
  judge('source and packaged database are alike, row by row', await areAlike(env, there))
  const again = folderOf('again.tar')
  await command(there, 'copiar', again)
  await restore('a copy of the packaged PostgreSQL, on one given', back, again)
  judge('packaged and given database are alike, row by row', await areAlike(there, back))
  const refusal = await refused(() => command(back, 'restaurar', still))
  judge(`restored onto rows it is refused: ${refusal}`, refusal?.includes('não está vazio') === true)
  await tryCuts(still)
} finally {
  if (server) await endServer(server, 'SIGKILL')
  await cluster.stop()
  rmSync(place, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

function judge(what: string, isGood: boolean) {
  failed ||= !isGood
  console.log(`${isGood ? 'yes' : 'NO '}  ${what}`)
}

/** Clients of a crowd, and documents on the disk that their rows name; answers some clients. */
async function fill(database: Database): Promise<readonly string[]> {
  await crowd(database, clients)
  const folder = await storeOf(readConfig(env))
  const hashes = Array.from({ length: documents }, (_, n) => {
    // From 2 kB to 200 kB, as papers are.
    const bytes = randomBytes(2_000 + ((n * 7_919) % 100) * 2_000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = folder.pathOf(sha256) ?? ''
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes)
    return sha256
  })
  await sql`update documents set sha256 = (${hashes}::text[])[1 + (id % ${documents})::int]`.execute(database.kysely)
  const { rows } = await sql<{ uuid: string }>`select uuid from clients where active order by id limit 50`.execute(
    database.kysely,
  )
  return rows.map(({ uuid }) => uuid)
}

/** What people do meanwhile: lists, records, searches; every fifth call saves. */
function callsOf(uuids: readonly string[]): readonly OrdinaryCall[] {
  const reads = uuids.flatMap((uuid, n): readonly OrdinaryCall[] => [
    { method: 'GET', path: `clients/${uuid}` },
    { method: 'GET', path: `clients?per_page=25&page=${1 + (n % 9)}` },
    { method: 'GET', path: 'clients?search=Telecom' },
    { method: 'GET', path: 'documents?per_page=25' },
  ])
  const writes = uuids.map((uuid): OrdinaryCall => ({
    method: 'PUT',
    path: `clients/${uuid}`,
    body: { crm_name: `Contato ${uuid.slice(0, 4)}` },
  }))
  return reads.flatMap((each, n) => (n % 4 === 3 ? [each, writes[(n - 3) / 4] ?? each] : [each]))
}

/** Calm and busy in turns, so that a slow minute of the machine meets both. */
async function compareLatencies(
  what: string,
  people: Parameters<typeof bystand>[0],
  meanwhile: () => Promise<unknown>,
) {
  if (!seconds) {
    await meanwhile()
    console.log(`     ${what}: nobody worked meanwhile`)
    return
  }
  const [quiet, busy] = [[] as number[], [] as number[]]
  let took = 0
  for (let round = 0; round < rounds; round++) {
    quiet.push(...(await bystand(people, () => after(seconds * 1_000))))
    busy.push(
      ...(await bystand(people, async () => {
        const begun = performance.now()
        await meanwhile()
        took = performance.now() - begun
      })),
    )
  }
  const [without, within] = [quantile(quiet, 0.99), quantile(busy, 0.99)]
  const ratio = within / without
  const shown = `${what}, ${(took / 1_000).toFixed(1)} s: p99 of others ${within.toFixed(0)} ms, ${without.toFixed(0)} ms without (${ratio.toFixed(2)} times, ${largestRatio} allowed); p50 ${quantile(busy, 0.5).toFixed(0)} and ${quantile(quiet, 0.5).toFixed(0)} ms; ${busy.length} and ${quiet.length} calls`
  if (busy.length < 200) console.log('     too few calls for a p99: it says something from 200 on')
  judge(shown, ratio <= largestRatio)
}

/** A command as an operator gives it. Rejects with what it printed where it ends with another code than 0. */
function command(of: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return run(process.execPath, ['dist/server/outorga.js', ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...of },
    maxBuffer: 64 * 1024 * 1024,
  })
}

/** What a command is refused with; null where it is not. */
async function refused(work: () => Promise<unknown>): Promise<string | null> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => Object(thrown),
  )
  return error && `${error.stdout ?? ''}${error.stderr ?? ''}`.trim().split('\n').at(-1)
}

/** Has the chore take a copy and prove it, and waits for its end. */
async function runChore(token: string) {
  const ask = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { method, headers })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return Object(await answer.json())
  }
  await ask('PUT', 'manutencao/copias/executar')
  for (;;) {
    await after(1_000)
    // A connection that the server ended while this process was busy is no end of the chore.
    const answer = await ask('GET', 'manutencao').catch(() => null)
    if (!answer) continue
    const chore = answer.data.chores.find((each: { name: string }) => each.name === 'copias')
    if (chore.running) continue
    if (chore.error !== null) throw new Error(chore.error)
    return
  }
}

/** A new database beside that of this address; answers its own. */
async function emptyBeside(url: string): Promise<string> {
  const name = `back_${process.pid}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name} encoding 'UTF8' template template0`)
  await client.end()
  // The address of a cluster names its socket in the query.
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

async function restore(what: string, into: Readonly<Record<string, string>>, copy: string) {
  const begun = performance.now()
  await command(into, 'restaurar', copy)
  console.log(`     ${what}: restored in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
}

/** Works on the database of these settings while no server does. */
async function withDatabase<T>(
  of: Readonly<Record<string, string>>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(readConfig(of), { statementMs: 3_600_000 })
  return work(database).finally(() => database.close())
}

/** Of every table its rows and a sum of them, in no order: each row's hash as a number, added up. */
async function sumsOf({ pool }: Database): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`)
  const sums = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as sum from ${name} t`,
    )
    sums.set(name, rows[0]?.sum ?? '')
  }
  return sums
}

/** Documents that rows name and the folder does not have as they are named; null where no row names any. */
async function badDocuments({ pool }: Database, of: Readonly<Record<string, string>>): Promise<number | null> {
  const { rows } = await pool.query<{ sha256: string }>(
    'select distinct sha256 from documents where sha256 is not null',
  )
  const store = await storeOf(readConfig(of))
  let bad = 0
  for (const { sha256 } of rows) {
    const bytes = await readFile(store.pathOf(sha256) ?? '').catch(() => Buffer.alloc(0))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) bad++
  }
  return rows.length ? bad : null
}

async function areAlike(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): Promise<boolean> {
  const sums = await Promise.all(
    [one, other].map(each =>
      withDatabase(each, async database => ({ sums: await sumsOf(database), bad: await badDocuments(database, each) })),
    ),
  )
  const [mine, theirs] = sums
  if (!mine || !theirs) return false
  const names = new Set([...mine.sums.keys(), ...theirs.sums.keys()])
  const different = [...names].filter(name => mine.sums.get(name) !== theirs.sums.get(name))
  console.log(
    `     ${names.size} tables compared, ${different.length} differ${different.length ? `: ${different.join(', ')}` : ''}; documents not as named: ${mine.bad}, ${theirs.bad}`,
  )
  return names.size > 100 && !different.length && mine.bad === 0 && theirs.bad === 0
}

/** The rows of every table counted anew, against what the copy counted while it was written. */
async function isAsCounted(of: Readonly<Record<string, string>>, copy: string): Promise<boolean> {
  const { content } = await verifyCopy(copy, undefined)
  return withDatabase(of, async database => {
    const sums = await sumsOf(database)
    const different = content.tabelas.filter(({ nome, linhas }) => Number(sums.get(nome)?.split(' ')[0]) !== linhas)
    console.log(
      `     ${content.tabelas.length} tables, ${content.documentos.arquivos} documents; ${different.length} tables differ`,
    )
    return content.documentos.arquivos === documents && !different.length && (await badDocuments(database, of)) === 0
  })
}

/** A copy that ends too early, or has another byte, is refused with a sentence, wherever that is. */
async function tryCuts(copy: string) {
  const size = statSync(copy).size
  const damaged = folderOf('damaged.tar')
  copyFileSync(copy, damaged)
  // A tar has blocks of 512 bytes, and ends with two that are empty.
  const corners = [0, 1, 511, 512, 513, size - 1, size - 512, size - 1_024, size - 1_025, size - 1_536]
  const points = [...corners, ...Array.from({ length: cuts }, () => Math.floor(Math.random() * size))]
  const sentences = new Map<string, number>()
  let accepted = 0
  const tryOne = async () => {
    const error = await verifyCopy(damaged, undefined).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof CopyRefusal)) accepted++
    const words =
      error instanceof Error ? error.message.replaceAll(/[\d.]+|[0-9a-f]{64}/g, 'N').slice(0, 100) : 'accepted'
    sentences.set(words, (sentences.get(words) ?? 0) + 1)
  }
  const file = openSync(damaged, 'r+')
  const byte = Buffer.alloc(1)
  for (const at of points.filter(each => each < size)) {
    readSync(file, byte, 0, 1, at)
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at)
    await tryOne()
    writeSync(file, byte, 0, 1, at)
  }
  closeSync(file)
  judge(`changed at ${points.length} bytes it is refused each time`, accepted === 0)
  const cutsTried = [...new Set(points)].filter(each => each < size).toSorted((one, other) => other - one)
  for (const at of cutsTried) {
    truncateSync(damaged, at)
    await tryOne()
  }
  judge(`cut at ${cutsTried.length} bytes it is refused each time`, accepted === 0)
  for (const [words, n] of sentences) console.log(`     ${n} times: ${words}`)
}

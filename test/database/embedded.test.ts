import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client, type Pool } from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database, Tuning } from '#server/database/database.ts'
import { chooseAccount } from '#server/database/embedded/account.ts'
import { proveDurable } from '#server/database/embedded/open.ts'
import { copyPrograms, linkLibraries, packagedPrograms } from '#server/database/embedded/programs.ts'
import { databaseProblem } from '#server/database/errors.ts'
import { openDatabase } from '#server/database/open.ts'
import { freshFolder } from '../support/databases.ts'

const made = freshFolder()
let folder = ''
let opened: Database[] = []
// One cluster is made, and each test has a copy of it.
beforeAll(async () => {
  const database = await openDatabase({ OUTORGA_DATA_DIR: made, DATABASE_URL: undefined })
  await database.close()
})
beforeEach(() => {
  folder = freshFolder()
  cpSync(made, folder, { recursive: true })
})
afterEach(async () => {
  for (const database of opened) await database.close()
  opened = []
  rmSync(folder, { recursive: true, force: true })
})

const cluster = () => join(folder, 'postgres/cluster')
async function open(tuned: Partial<Tuning> = {}, data = folder): Promise<Database> {
  const database = await openDatabase({ OUTORGA_DATA_DIR: data, DATABASE_URL: undefined }, tuned)
  opened.push(database)
  return database
}
const kindOf = (error: unknown) => databaseProblem(error).kind
const postmaster = (data = folder) =>
  Number.parseInt(readFileSync(join(data, 'postgres/cluster/postmaster.pid'), 'utf8'))
const isRoot = process.getuid?.() === 0

test('a second opening is refused with the pid, and the first goes on', async () => {
  const database = await open()
  await expect(open()).rejects.toThrow(`processo ${process.pid}`)
  await expect(database.pool.query('select 1')).resolves.toBeDefined()
})

test('another process is refused while this one has the folder', async () => {
  await open()
  const script = `import { openDatabase } from '#server/database/open.ts'
    await openDatabase({ OUTORGA_DATA_DIR: process.argv[1] })`
  const second = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, folder])
  expect(second.status).not.toBe(0)
  expect(String(second.stderr)).toContain(`já está em uso pelo processo ${process.pid}`)
})

test('nobody reaches it without its password, and it listens on no network', async () => {
  const { pool } = await open()
  const { rows } = await pool.query(
    `select current_setting('listen_addresses') as listens, inet_server_addr() as address`,
  )
  expect(rows).toEqual([{ listens: '', address: null }])
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'postgres/.s.PGSQL.5432')).mode & 0o077).toBe(0)
  for (const password of ['', 'postgres', 'x'.repeat(43)]) {
    const stranger = new Client({ host: join(folder, 'postgres'), user: 'postgres', database: 'postgres', password })
    await expect(stranger.connect()).rejects.toThrow(/password/)
  }
})

test('a path too long for a socket is served on a loopback port, with the same password', async () => {
  const deep = join(folder, 'á b,"c'.repeat(2), 'd'.repeat(110))
  mkdirSync(deep, { recursive: true })
  const { pool } = await open({}, deep)
  const { rows } = await pool.query<{ port: number }>(
    `select inet_server_port() as port, host(inet_server_addr()) as host`,
  )
  expect(rows).toMatchObject([{ host: '127.0.0.1' }])
  const stranger = new Client({
    host: '127.0.0.1',
    port: rows[0]?.port ?? 0,
    user: 'postgres',
    database: 'postgres',
    password: 'x',
  })
  await expect(stranger.connect()).rejects.toThrow(/password/)
})

test('blanks, accents, commas and quotes in the path do no harm', async () => {
  const odd = join(folder, `Área de "trabalho", nº 1`)
  mkdirSync(odd)
  const { pool } = await open({}, odd)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a statement past its time is ended, others are served meanwhile, and its transaction is undone', async () => {
  const database = await open({ statementMs: 500 })
  await database.pool.query('create table kept (id integer); insert into kept values (1)')
  const failing = database.kysely.transaction().execute(async work => {
    await sql`insert into kept values (2)`.execute(work)
    await sql`select count(*) from generate_series(1, 100000000000)`.execute(work)
  })
  const [ended, served] = await Promise.allSettled([failing, database.pool.query('select id from kept')])
  expect(ended.status === 'rejected' && kindOf(ended.reason)).toBe('unavailable')
  expect(served).toMatchObject({ status: 'fulfilled', value: { rows: [{ id: 1 }] } })
  expect((await database.pool.query('select from kept')).rowCount).toBe(1)
})

test('when the disk is nearly full it reads and does not write, and it writes again once there is room', async () => {
  const database = await open({ freeFloor: Number.MAX_SAFE_INTEGER })
  await vi.waitFor(async () =>
    expect(await database.pool.query('create table if not exists things ()').catch(kindOf)).toBe('full'),
  )
  const failing = database.kysely.transaction().execute(work => sql`create table things ()`.execute(work))
  expect(await failing.catch(kindOf)).toBe('full')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await database.health()).toMatchObject({ writable: false })
  await database.close()
  opened = []
  const { pool } = await open()
  await vi.waitFor(() => pool.query('create table if not exists others ()'))
})

test('a server that does not force commits to the disk is refused, whoever turned that off', async () => {
  writeFileSync(
    join(cluster(), 'postgresql.auto.conf'),
    'fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n',
  )
  const { pool } = await open()
  const { rows } = await pool.query('show fsync')
  expect(rows).toEqual([{ fsync: 'on' }])
  await expect(proveDurable(pool)).resolves.toBeUndefined()
  await pool.query('alter role postgres set synchronous_commit = off')
  for (const database of opened) await database.close()
  opened = []
  await expect(open()).rejects.toThrow('fsync')
  expect(existsSync(join(folder, 'postgres.lock'))).toBe(false)
})

test('a server that counts nothing forced to the disk is refused', async () => {
  const { pool } = await open()
  const silent = {
    connect: async () => {
      const client = await pool.connect()
      const query = async (text: string, values?: unknown[]) =>
        /wal_sync/.test(text) ? { rows: [{ forced: '7' }] } : client.query(text, values)
      return { query, release: () => client.release() }
    },
  }
  await expect(proveDurable(silent as unknown as Pool)).rejects.toThrow('fsync')
})

test.each([
  ['its files are missing', () => rmSync(join(cluster(), 'PG_VERSION'))],
  ['it is of another version', () => writeFileSync(join(cluster(), 'PG_VERSION'), '16\n')],
  ['its password is gone', () => rmSync(join(cluster(), 'outorga.password'))],
  ['its control file is torn', () => writeFileSync(join(cluster(), 'global/pg_control'), Buffer.alloc(8192))],
  ['its log is gone', () => rmSync(join(cluster(), 'pg_wal'), { recursive: true })],
])('a cluster is refused and left alone when %s', async (_why, damage) => {
  writeFileSync(join(cluster(), 'witness'), 'x')
  damage()
  await expect(open()).rejects.toThrow('Nada foi apagado')
  expect(readFileSync(join(cluster(), 'witness'), 'utf8')).toBe('x')
  expect(existsSync(join(folder, 'postgres.lock'))).toBe(false)
})

test('a store of PGlite is refused with the command that moves it', async () => {
  rmSync(join(folder, 'postgres'), { recursive: true })
  mkdirSync(join(folder, 'database'))
  writeFileSync(join(folder, 'database/PG_VERSION'), '18\n')
  await expect(open()).rejects.toThrow('npm run move-embedded')
  expect(readdirSync(folder)).toEqual(['database'])
})

test('a damaged page is reported to whoever reads it, and the rest goes on', async () => {
  const first = await open()
  await first.pool.query(`create table things as select n, repeat('x', 100) as text from generate_series(1, 1000) n`)
  const { rows } = await first.pool.query(`select pg_relation_filepath('things') as path`)
  await first.close()
  opened = []
  const file = openSync(join(cluster(), rows[0].path), 'r+')
  writeSync(file, Buffer.alloc(8, 7), 0, 8, 9_000)
  closeSync(file)
  const database = await open()
  await expect(database.pool.query('select count(*) from things')).rejects.toMatchObject({ code: 'XX001' })
  await expect(database.pool.query('select 1')).resolves.toBeDefined()
})

test('closing ends the server in an orderly way, and leaves neither lock nor socket', async () => {
  const database = await open()
  const pid = postmaster()
  await database.pool.query('create table things (id integer)')
  await database.close()
  opened = []
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  // Offset 16 of the control file is the state: 1 is an orderly shutdown.
  expect(readFileSync(join(cluster(), 'global/pg_control')).readInt32LE(16)).toBe(1)
  expect(readdirSync(folder)).toEqual(['postgres'])
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['cluster'])
})

test('a connection in use does not keep it from closing', async () => {
  const database = await open()
  const client = await database.pool.connect()
  client.on('error', () => {})
  await client.query('begin')
  await database.close()
  opened = []
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
})

test('a copy of the folder, taken once it is closed, opens elsewhere', async () => {
  const database = await open()
  await database.pool.query('create table things (id integer); insert into things values (1)')
  await database.close()
  opened = []
  const copy = freshFolder()
  cpSync(folder, copy, { recursive: true })
  const other = await open({}, copy)
  expect((await other.pool.query('select id from things')).rows).toEqual([{ id: 1 }])
})

test('when the server dies, whoever waits learns it at once and the next is served', async () => {
  const database = await open()
  await database.pool.query('create table kept (id integer); insert into kept values (1)')
  const client = await database.pool.connect()
  client.on('error', () => {})
  const waiting = client.query('select pg_sleep(60)').catch(kindOf)
  await after(50)
  process.kill(postmaster(), 'SIGKILL')
  expect(await waiting).toBe('unavailable')
  client.release(true)
  await vi.waitFor(async () => expect((await database.pool.query('select id from kept')).rows).toEqual([{ id: 1 }]), {
    timeout: 30_000,
    interval: 50,
  })
})

test('a number in the file of the last server that is another program’s by now is left alone', async () => {
  const stranger = process.pid
  writeFileSync(join(cluster(), 'postmaster.pid'), `${stranger}\n${cluster()}\n0\n5432\n\n\n0 0\nready   \n`)
  // PostgreSQL finds by its shared memory that no server of this folder runs.
  expect((await (await open()).pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(() => process.kill(stranger, 0)).not.toThrow()
})

test('the links of the libraries are made where npm ran no scripts, and where they cannot be, in a copy', () => {
  const parent = freshFolder()
  const copied = copyPrograms(packagedPrograms(), parent)
  const links = readdirSync(join(copied.folder, 'lib'), { withFileTypes: true }).filter(each => each.isSymbolicLink())
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter(({ name }) => isAbsolute(readlinkSync(join(copied.folder, 'lib', name))))).toEqual([])
  for (const { name } of links) rmSync(join(copied.folder, 'lib', name))
  expect(spawnSync(join(copied.folder, 'bin/postgres'), ['--version']).status).not.toBe(0)
  expect(linkLibraries(copied)).toBe(true)
  expect(String(execFileSync(join(copied.folder, 'bin/postgres'), ['--version']))).toContain('17.')
  expect(readdirSync(parent)).toEqual([`postgres-${copied.version}`])
  rmSync(parent, { recursive: true })
})

test.runIf(isRoot)('a folder of another user is refused, and nothing in it is changed', async () => {
  chownSync(join(folder, 'postgres'), 12_345, 12_345)
  await expect(open()).rejects.toThrow('12345')
  expect(statSync(join(folder, 'postgres')).uid).toBe(12_345)
})

test('programs that do not run are refused with the way out', () => {
  const broken = { folder: freshFolder(), version: 'x' }
  expect(() => chooseAccount(broken, undefined)).toThrow('DATABASE_URL')
})

test.runIf(isRoot)('a user that does not exist is refused with the setting that names one', () => {
  expect(() => chooseAccount(packagedPrograms(), 'ninguem-assim')).toThrow('OUTORGA_DATABASE_USER')
})

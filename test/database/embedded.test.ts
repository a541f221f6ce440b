import { spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database, Tuning } from '#server/database/database.ts'
import { DurableFiles, openEngine, proveDurable } from '#server/database/embedded/durable.ts'
import { checkpointer, vacuum, wornTables } from '#server/database/embedded/upkeep.ts'
import { databaseProblem } from '#server/database/errors.ts'
import { openDatabase } from '#server/database/open.ts'
import { freshDataFolder } from '../support/databases.ts'

let folder = ''
let opened: Database[] = []
beforeEach(async () => {
  folder = await freshDataFolder()
})
afterEach(async () => {
  for (const database of opened) await database.close()
  opened = []
  rmSync(folder, { recursive: true, force: true })
})

/** SEEK_END of lseek(2). */
const fromEnd = 2
const store = () => join(folder, 'database')
async function open(tuned: Partial<Tuning> = {}): Promise<Database> {
  const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined }, tuned)
  opened.push(database)
  return database
}
const kindOf = (error: unknown) => databaseProblem(error).kind
const runaway = 'select count(*) from generate_series(1, 100000000000)'

test('a second opening is refused with the pid, and the first goes on', async () => {
  const database = await open()
  await expect(open()).rejects.toThrow(`processo ${process.pid}`)
  await expect(database.pool.query('select 1')).resolves.toBeDefined()
})

test('another process is refused while this one holds the store', async () => {
  await open()
  const script = `import { openDatabase } from '#server/database/open.ts'
    await openDatabase({ OUTORGA_DATA_DIR: process.argv[1] })`
  const second = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, folder])
  expect(second.status).not.toBe(0)
  expect(String(second.stderr)).toContain(`já está em uso pelo processo ${process.pid}`)
})

test('a statement of a second does not hold up the rest of the process', async () => {
  const database = await open()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const start = performance.now()
  await database.pool.query(`do $$ begin while clock_timestamp() < now() + interval '1 second' loop end loop; end $$`)
  delay.disable()
  expect(performance.now() - start).toBeGreaterThan(900)
  expect(delay.max / 1e6).toBeLessThan(500)
})

test('a statement past its time is ended, whoever waits is served, and what was acknowledged is there', async () => {
  const database = await open({ statementMs: 500 })
  await database.pool.query('create table kept (id integer); insert into kept values (1)')
  const [ended, served] = await Promise.allSettled([
    database.pool.query(runaway),
    database.pool.query('select id from kept'),
  ])
  expect(ended.status === 'rejected' && kindOf(ended.reason)).toBe('unavailable')
  expect(served).toMatchObject({ status: 'fulfilled', value: { rows: [{ id: 1 }] } })
})

test('a transaction whose statement was ended is undone, and says so', async () => {
  const database = await open({ statementMs: 500 })
  await database.pool.query('create table kept (id integer)')
  const failing = database.kysely.transaction().execute(async work => {
    await sql`insert into kept values (1)`.execute(work)
    await sql.raw(runaway).execute(work)
  })
  expect(await failing.catch(kindOf)).toBe('unavailable')
  expect((await database.pool.query('select from kept')).rowCount).toBe(0)
})

test('work that announces itself may take longer', async () => {
  const database = await open({ statementMs: 200 })
  const slow = `do $$ begin while clock_timestamp() < now() + interval '0.6 second' loop end loop; end $$`
  await expect(database.unhurried(() => database.pool.query(slow))).resolves.toBeDefined()
  await expect(database.pool.query(slow)).rejects.toMatchObject({ code: '57014' })
})

test('when the disk is nearly full it reads and does not write', async () => {
  const database = await open({ freeFloor: Number.MAX_SAFE_INTEGER })
  expect(await database.pool.query('create table things ()').catch(kindOf)).toBe('full')
  const failing = database.kysely.transaction().execute(work => sql`create table things ()`.execute(work))
  expect(await failing.catch(kindOf)).toBe('full')
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(await database.health()).toMatchObject({ writable: false })
})

test('a commit is on the disk before it is acknowledged', async () => {
  const files = new DurableFiles(store())
  const engine = await openEngine(files, () => true)
  await expect(proveDurable(engine, () => files.syncs)).resolves.toBeUndefined()
  await engine.query('create table things (id integer)')
  const before = files.syncs
  for (let id = 1; id <= 10; id += 1) await engine.query('insert into things values ($1)', [id])
  expect(files.syncs - before).toBeGreaterThanOrEqual(10)
  await engine.close()
})

test('a length that is remembered is the one on the disk, whatever becomes of the file', async () => {
  const engine = await openEngine(new DurableFiles(store()), () => true)
  const operations = engine.Module.FS.filesystems.NODEFS.stream_ops
  const remembered = operations.llseek
  let asked = 0
  const wrong: string[] = []
  operations.llseek = (stream: { readonly nfd: number }, offset: number, whence: number) => {
    const found = remembered(stream, offset, whence)
    if (whence === fromEnd) {
      asked += 1
      const { size } = fstatSync(stream.nfd)
      if (found !== size + offset) wrong.push(`${found} instead of ${size + offset} after “${statement}”`)
    }
    return found
  }
  let statement = ''
  for (statement of [
    'create table things (id integer primary key, name text)',
    "insert into things select n, repeat('a', 500) from generate_series(1, 20000) n",
    "update things set name = repeat('b', 700) where id % 2 = 0",
    "begin; insert into things select n, repeat('c', 5000) from generate_series(20001, 21000) n; rollback",
    // Too large for the memory it has: it sorts in files.
    'select name, count(*) from things group by name, id order by name, id',
    'delete from things where id > 5000',
    // Gives the empty end of the table back to the disk.
    'vacuum things',
    'insert into things select n from generate_series(5001, 9000) n',
    'reindex table things',
    'alter table things alter column id type bigint',
    'select pg_switch_wal()',
    'checkpoint',
    'truncate things',
    'insert into things select n from generate_series(1, 5000) n',
    'vacuum full things',
    'drop table things',
    'create table things as select n from generate_series(1, 9000) n',
    'checkpoint',
  ]) {
    await engine.exec(statement)
    await engine.exec('select * from pg_class where relpages > 0; select count(*) from pg_attribute')
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(500)
  await engine.close()
}, 60_000)

test('an engine that does not force its commits to the disk is refused', async () => {
  const engine = await PGlite.create({ fs: new NodeFS(store()) })
  await expect(proveDurable(engine, () => 0)).rejects.toThrow('fsync')
  await engine.close()
  const silent = await openEngine(new NodeFS(store()), () => true)
  await expect(proveDurable(silent, () => 0)).rejects.toThrow('fsync')
  await silent.close()
})

test.each([
  ['its files are missing', () => rmSync(join(store(), 'PG_VERSION'))],
  ['it is of another version', () => writeFileSync(join(store(), 'PG_VERSION'), '17\n')],
  ['its control file is torn', () => writeFileSync(join(store(), 'global/pg_control'), Buffer.alloc(8192))],
  ['its log is gone', () => rmSync(join(store(), 'pg_wal'), { recursive: true })],
])('a store is refused and left alone when %s', async (_why, damage) => {
  writeFileSync(join(store(), 'witness'), 'x')
  damage()
  await expect(open()).rejects.toThrow('Nada foi apagado')
  expect(readFileSync(join(store(), 'witness'), 'utf8')).toBe('x')
  expect(existsSync(join(folder, 'database.lock'))).toBe(false)
})

test('a damaged page is told of by whoever reads it, and the rest goes on', async () => {
  const first = await open()
  await first.pool.query(`create table things as select n, repeat('x', 100) as text from generate_series(1, 1000) n`)
  const { rows } = await first.pool.query(`select pg_relation_filepath('things') as path`)
  await first.close()
  opened = []
  const file = openSync(join(store(), rows[0].path), 'r+')
  writeSync(file, Buffer.alloc(4096, 7), 0, 4096, 9_000)
  closeSync(file)
  const database = await open()
  await expect(database.pool.query('select count(*) from things')).rejects.toMatchObject({ code: 'XX001' })
  await expect(database.pool.query('select 1')).resolves.toBeDefined()
})

test('closing leaves a checkpointed store and no lock', async () => {
  const database = await open()
  await database.pool.query('create table things (id integer)')
  await database.close()
  opened = []
  // Offset 16 of the control file is the state: 1 is an orderly shutdown.
  expect(readFileSync(join(store(), 'global/pg_control')).readInt32LE(16)).toBe(1)
  expect(readdirSync(folder)).toEqual(['database'])
})

test('closing does not wait for ever for a connection in use', async () => {
  const database = await open()
  const client = await database.pool.connect()
  await client.query('begin')
  const start = performance.now()
  await database.close()
  opened = []
  expect(performance.now() - start).toBeLessThan(9_000)
})

test('tables are vacuumed when worn, and the log checkpointed when long', async () => {
  const files = new DurableFiles(store())
  const engine = await openEngine(files, () => true)
  const checkpoint = checkpointer(engine, files)
  await engine.exec(`create table worn as select n from generate_series(1, 2000) n; delete from worn where n > 1000`)
  expect(await wornTables(engine)).toContain('public.worn')
  await vacuum(engine, 'public.worn')
  expect(await wornTables(engine)).not.toContain('public.worn')

  const start = async () =>
    (await engine.query<{ at: string }>('select redo_lsn as at from pg_control_checkpoint()')).rows[0]?.at
  const before = await start()
  await checkpoint('due')
  expect(await start()).toBe(before)
  await engine.exec(`create table long as select n, repeat(md5(n::text), 20) as text from generate_series(1, 100000) n`)
  await checkpoint('due')
  expect(await start()).not.toBe(before)
  await engine.close()
})

test('a copy of the folder taken as it stands opens: the store never depends on a clean end', async () => {
  const database = await open()
  await database.pool.query('create table things (id integer); insert into things values (1)')
  const copy = mkdtempSync(join(tmpdir(), 'outorga-copy-'))
  cpSync(store(), join(copy, 'database'), { recursive: true })
  const other = await openDatabase({ OUTORGA_DATA_DIR: copy, DATABASE_URL: undefined })
  expect((await other.pool.query('select id from things')).rows).toEqual([{ id: 1 }])
  await other.close()
  rmSync(copy, { recursive: true })
})

test('when the thread dies, whoever waits is told at once and the next is served', async () => {
  const database = await open()
  await database.pool.query('create table kept (id integer); insert into kept values (1)')
  // COPY from the client is not spoken here: the engine takes its silence for the end of the world.
  const held = await database.pool.connect()
  const start = performance.now()
  await held.query('begin')
  expect(await held.query('copy kept from stdin').catch(kindOf)).toBe('unavailable')
  held.release(true)
  expect((await database.pool.query('select id from kept')).rows).toEqual([{ id: 1 }])
  expect(performance.now() - start).toBeLessThan(8_000)
})

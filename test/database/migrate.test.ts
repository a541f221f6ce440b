import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/migrate.ts'
import { freshDatabase, freshPostgresUrl } from '../support/databases.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outorga-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const put = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

/** The tests bring their own migrations: those of the product are set aside. */
const forgetOurs = (database: Database) => database.pool.query('truncate migrations')

describe('the database', () => {
  let database: Database
  beforeEach(async () => {
    database = await freshDatabase()
    await forgetOurs(database)
    put('0001-first.sql', 'create table first (id integer);')
    put('0002-second.sql', 'create table second (id integer); insert into first values (1);')
  })
  afterEach(() => database.close())

  test('files are applied once, in order, and told', async () => {
    expect(await migrate(database, folder)).toEqual(['0001-first.sql', '0002-second.sql'])
    expect(await migrate(database, folder)).toEqual([])
    put('0003-third.sql', 'alter table second add name text')
    expect(await migrate(database, folder)).toEqual(['0003-third.sql'])
    expect((await database.pool.query('select from first')).rowCount).toBe(1)
  })

  test('one that fails is undone whole, named, and applied when mended', async () => {
    put('0003-third.sql', 'create table third (); select nothing')
    await expect(migrate(database, folder)).rejects.toThrow('A migração 0003-third.sql falhou')
    put('0003-third.sql', 'create table third ()')
    expect(await migrate(database, folder)).toEqual(['0003-third.sql'])
  })

  test('a database newer than the files is refused', async () => {
    await migrate(database, folder)
    rmSync(join(folder, '0002-second.sql'))
    await expect(migrate(database, folder)).rejects.toThrow('mais novo que este programa')
  })

  test('the refusal names the release that wrote the database, and when', async () => {
    const root = mkdtempSync(join(tmpdir(), 'outorga-release-'))
    mkdirSync(join(root, 'migrations'))
    writeFileSync(join(root, 'package.json'), '{"version":"7.8.9"}')
    const newest = join(root, 'migrations/0002-second.sql')
    writeFileSync(join(root, 'migrations/0001-first.sql'), 'create table first (id integer);')
    writeFileSync(newest, 'create table second (id integer);')
    await migrate(database, join(root, 'migrations'))
    rmSync(newest)
    await expect(migrate(database, join(root, 'migrations'))).rejects.toThrow(
      /mais novo que este programa: foi atualizado pela versão 7\.8\.9 do Outorga em \d\d\/\d\d\/\d{4} \d\d:\d\d \(migração 0002-second\.sql\)/,
    )
    rmSync(root, { recursive: true })
  })

  test('a file changed after it was applied is refused', async () => {
    await migrate(database, folder)
    put('0001-first.sql', 'create table first (id bigint);')
    await expect(migrate(database, folder)).rejects.toThrow('0001-first.sql foi alterada')
  })

  test('other line ends are no change', async () => {
    put('0001-first.sql', 'create table first\n(id integer);\n')
    await migrate(database, folder)
    put('0001-first.sql', 'create table first\r\n(id integer);\r\n')
    expect(await migrate(database, folder)).toEqual([])
  })

  test('a file slipped in before an applied one is refused', async () => {
    rmSync(join(folder, '0001-first.sql'))
    put('0002-second.sql', 'create table second ()')
    await migrate(database, folder)
    put('0001-first.sql', 'create table first ()')
    await expect(migrate(database, folder)).rejects.toThrow('não foi aplicada na ordem')
  })
})

test('a table somebody uses is waited for, and nobody waits behind for long', async () => {
  const { url, drop } = await freshPostgresUrl()
  const database = await openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: '' })
  await forgetOurs(database)
  const other = await database.pool.connect()
  await other.query('begin; lock table plans in access share mode')
  put('0001-plans.sql', 'alter table plans add column more text')
  const migrating = migrate(database, folder)
  // Its first try is over by then: who reads meanwhile is not kept waiting behind it.
  await new Promise(resolve => setTimeout(resolve, 3_500))
  expect((await database.pool.query('select from plans')).rowCount).toBeGreaterThanOrEqual(0)
  await other.query('rollback')
  other.release()
  expect(await migrating).toEqual(['0001-plans.sql'])
  await database.close()
  await drop()
})

test('two processes that start at once both succeed', async () => {
  const { url, drop } = await freshPostgresUrl()
  const config = { DATABASE_URL: url, OUTORGA_DATA_DIR: '' }
  const databases = await Promise.all([openDatabase(config), openDatabase(config)])
  await databases[0].pool.query('drop table migrations')
  put('0001-slow.sql', 'select pg_sleep(0.5); create table slow ()')
  const applied = await Promise.all(databases.map(database => migrate(database, folder)))
  expect(applied.toSorted()).toEqual([[], ['0001-slow.sql']])
  for (const database of databases) await database.close()
  await drop()
})

test('two files of one number are refused', () => {
  put('0001-a.sql', '')
  put('0001-b.sql', '')
  expect(() => readMigrations(folder)).toThrow('0001')
})

test('the folder is found from the sources and from a bundle', () => {
  const root = mkdtempSync(join(tmpdir(), 'outorga-root-'))
  mkdirSync(join(root, 'migrations'))
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  expect(migrationsFolder(join(root, 'dist/server'))).toBe(join(root, 'migrations'))
  expect(readMigrations(migrationsFolder())[0]?.name).toBe('0001-start.sql')
  rmSync(root, { recursive: true })
})

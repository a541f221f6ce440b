import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '../support/bundled.ts'
import { startCluster } from '../support/cluster.ts'
import { engines, freshDataFolder, freshPostgresUrl } from '../support/databases.ts'

/** A release shows 200: CRASH_CYCLES=200. */
const cycles = Number(process.env.CRASH_CYCLES ?? 5)
const patience = 120_000 + cycles * 5_000

const script = await bundled('test/database/writer.ts')
afterAll(script.remove)

/** Lets the writer write for a moment, kills it, and gives the numbers it printed whole and how long it took to be ready. */
async function writeAndDie(folder: string, url: string | undefined) {
  const start = performance.now()
  const writer = script.start([folder], { DATABASE_URL: url ?? '' })
  let said = ''
  let ready = 0
  writer.stdout.setEncoding('utf8').on('data', text => {
    if (!ready) {
      ready = performance.now() - start
      setTimeout(() => writer.kill('SIGKILL'), 100 + Math.random() * 600)
    }
    said += text
  })
  const [, signal] = await once(writer, 'close')
  expect(signal).toBe('SIGKILL')
  const [found = 0, ...acknowledged] = said.split('\n').slice(0, -1).map(Number)
  return { found, last: acknowledged.at(-1) ?? found, ready }
}

/** Kills the writer again and again; gives the last number acknowledged. */
async function ordeal(folder: string, url?: string): Promise<number> {
  let acknowledged = 0
  const readyAfter: number[] = []
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const { found, last, ready } = await writeAndDie(folder, url)
    expect(found).toBeGreaterThanOrEqual(acknowledged)
    readyAfter.push(ready)
    acknowledged = last
  }
  // The median: one start among many may wait for whatever else the machine does.
  expect(readyAfter.toSorted((a, b) => a - b)[Math.floor(cycles / 2)]).toBeLessThan(5_000)
  return acknowledged
}

async function expectWhole({ pool }: Database, acknowledged: number) {
  const { rows } = await pool.query(`select count(*) as rows, max(id) as last from written`)
  expect(rows[0].last).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeGreaterThan(cycles)
  expect(rows[0].rows).toBe(rows[0].last)
  const accounts = await pool.query('select cents from accounts order by id')
  expect(accounts.rows.map(row => row.cents)).toEqual([-rows[0].last, rows[0].last])
}

test(
  'on the embedded database, kill -9 loses no acknowledged transaction and tears none',
  async () => {
    const folder = await freshDataFolder()
    const acknowledged = await ordeal(folder)
    const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined })
    await expectWhole(database, acknowledged)
    await database.pool.query('create extension amcheck')
    await database.pool.query(`select bt_index_check('written_pkey', true), bt_index_check('written_text', true)`)
    const corrupt = await database.pool.query(`select * from verify_heapam('written')`)
    expect(corrupt.rows).toEqual([])
    await database.close()
    rmSync(folder, { recursive: true })
  },
  patience,
)

test.runIf(engines.includes('postgres'))(
  'on PostgreSQL, kill -9 loses no acknowledged transaction and tears none',
  async () => {
    const { url, drop } = await freshPostgresUrl()
    const acknowledged = await ordeal('', url)
    const database = await openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: '' })
    await expectWhole(database, acknowledged)
    await database.close()
    await drop()
  },
  patience,
)

test('killed in its very first start, it starts again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outorga-first-'))
  const first = script.start([folder], { DATABASE_URL: '' })
  const halfWay = setInterval(() => {
    if (existsSync(join(folder, 'database.new/global'))) first.kill('SIGKILL')
  }, 5)
  await once(first, 'close')
  clearInterval(halfWay)
  expect(readdirSync(folder)).toContain('database.new')
  expect(readdirSync(folder)).not.toContain('database')

  const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined })
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(readdirSync(folder).toSorted()).toEqual(['database', 'database.lock'])
  await database.close()
  rmSync(folder, { recursive: true })
})

test.runIf(engines.includes('postgres'))(
  'when PostgreSQL restarts, the next query is served by a new connection',
  async () => {
    const cluster = await startCluster()
    if (!cluster) return
    const database = await openDatabase({ DATABASE_URL: cluster.url, OUTORGA_DATA_DIR: '' })
    const held = await database.pool.connect()
    await held.query('begin')
    cluster.restart()
    await expect(held.query('select 1')).rejects.toThrow()
    held.release()
    const { rows } = await database.pool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
    await database.close()
    cluster.stop()
  },
)

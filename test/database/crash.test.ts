import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { bundled } from '../support/bundled.ts'
import { startCluster } from '../support/cluster.ts'
import { freshFolder } from '../support/databases.ts'

/** A release shows 30: CRASH_CYCLES=30. */
const cycles = Number(process.env.CRASH_CYCLES ?? 3)
const patience = 120_000 + cycles * 20_000

const script = await bundled('test/database/writer.ts')
afterAll(script.remove)

/** The writers, and the last number each had acknowledged. */
function startWriters(folder: string) {
  const child = script.start([folder], { DATABASE_URL: '' })
  const last = new Map<string, number>()
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [...lines] = (output + text).split('\n')
    output = lines.pop() ?? ''
    for (const line of lines) {
      const [writer = '', id] = line.split(' ')
      last.set(writer, Number(id ?? 0))
    }
  })
  const sum = () => [...last.values()].reduce((all, each) => all + each, 0)
  /** Until all writers have written since. */
  const moved = async () => {
    for (const from = sum(); sum() < from + 8 || last.size < 5; await after(5))
      if (child.exitCode !== null) throw new Error('the writers ended')
  }
  return { child, last, moved }
}

const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8'))

/** One that was killed before may not be up again yet: what was written before its end is read later. */
function killServer(folder: string) {
  try {
    process.kill(postmasterOf(folder), 'SIGKILL')
  } catch (error) {
    if (!/ESRCH|ENOENT/.test(String(error))) throw error
  }
}

/** Nothing acknowledged is missing, nothing is there by half, and the files are sound. */
async function expectWhole({ pool }: Database, acknowledged: ReadonlyMap<string, number>) {
  const { rows } = await pool.query<{ writer: number; rows: number; last: number }>(
    'select writer, count(*)::int as rows, max(id) as last from written group by writer order by writer',
  )
  expect(rows.map(({ writer }) => writer)).toEqual([1, 2, 3, 4])
  for (const { writer, rows: count, last } of rows) {
    expect(last).toBeGreaterThanOrEqual(acknowledged.get(String(writer)) ?? 0)
    expect(count).toBe(last)
  }
  const all = rows.reduce((sum, { rows: count }) => sum + count, 0)
  expect(all).toBeGreaterThan(cycles * 8)
  const accounts = await pool.query('select cents from accounts order by id')
  expect(accounts.rows.map(row => row.cents)).toEqual([-all, all])
  await pool.query('create extension if not exists amcheck')
  await pool.query(`select bt_index_check('written_pkey', true), bt_index_check('written_text', true)`)
  expect((await pool.query(`select * from verify_heapam('written')`)).rows).toEqual([])
}

test.each(['the product', 'the server', 'both'] as const)(
  'kill -9 of %s loses no acknowledged transaction and tears none',
  async victim => {
    const folder = freshFolder()
    const acknowledged = new Map<string, number>()
    let writers = startWriters(folder)
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await writers.moved()
      await after(Math.random() * 200)
      if (victim !== 'the product') killServer(folder)
      if (victim !== 'the server') {
        writers.child.kill('SIGKILL')
        await once(writers.child, 'close')
        for (const [writer, last] of writers.last) acknowledged.set(writer, last)
        writers = startWriters(folder)
      }
    }
    await writers.moved()
    writers.child.kill('SIGKILL')
    await once(writers.child, 'close')
    for (const [writer, last] of writers.last) acknowledged.set(writer, last)
    const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined })
    await expectWhole(database, acknowledged)
    await database.close()
    rmSync(folder, { recursive: true })
  },
  patience,
)

test('killed in its very first start, it starts again', async () => {
  const folder = freshFolder()
  const home = join(folder, 'postgres')
  const first = script.start([folder], { DATABASE_URL: '' })
  const halfWay = setInterval(() => {
    const [nursery] = existsSync(home) ? readdirSync(home) : []
    if (nursery && existsSync(join(home, nursery, 'global'))) first.kill('SIGKILL')
  }, 5)
  await once(first, 'close')
  clearInterval(halfWay)
  expect(readdirSync(home).some(name => name.startsWith('cluster.new-'))).toBe(true)
  expect(readdirSync(home)).not.toContain('cluster')

  const database = await openDatabase({ OUTORGA_DATA_DIR: folder, DATABASE_URL: undefined })
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(readdirSync(home)).toEqual(['cluster'])
  rmSync(folder, { recursive: true })
})

test('when a server elsewhere restarts, the next query is served by a new connection', async () => {
  const cluster = await startCluster()
  const database = await openDatabase({ DATABASE_URL: cluster.url, OUTORGA_DATA_DIR: freshFolder() })
  const client = await database.pool.connect()
  await client.query('begin')
  await cluster.restart()
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  const { rows } = await database.pool.query('select 1 as one')
  expect(rows).toEqual([{ one: 1 }])
  await database.close()
  await cluster.stop()
})

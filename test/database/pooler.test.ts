import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Commits } from '#server/database/commits.ts'
import { openDatabase } from '#server/database/open.ts'
import { survive } from '#server/database/pool.ts'
import { planName } from '#server/database/prepared.ts'
import { migrate } from '#server/migrate.ts'
import { freshFolder, freshPostgresUrl } from '../support/databases.ts'
import { startPooler, type Pooler } from '../support/pooler.ts'

// Prepared statements, limits, locks and LISTEN live in a session of the server: a pooler that changes it between two transactions
// answers one client with the statement of another.

let target: Awaited<ReturnType<typeof freshPostgresUrl>>
beforeAll(async () => {
  target = await freshPostgresUrl()
})
afterAll(() => target.drop())

const through = async (mode: 'session' | 'transaction') => {
  const pooler = await startPooler(target.url, mode)
  return { pooler, url: pooler.url(new URL(target.url).pathname.slice(1)) }
}
const place = (url: string) => ({ DATABASE_URL: url, OUTORGA_DATA_DIR: freshFolder() })

describe('a pooler that changes the session between transactions', () => {
  let pooler: Pooler
  let url: string
  beforeAll(async () => {
    ;({ pooler, url } = await through('transaction'))
  })
  afterAll(() => pooler.close())

  test('is refused at the start, in words that say what to change', async () => {
    await expect(openDatabase(place(url))).rejects.toThrow(/um pooler no meio troca a sessão.*pool_mode = session/)
  })

  test('gives no client the rows of another statement', async () => {
    const pools = [1, 2, 3].map(() => survive(new Pool({ connectionString: url, max: 1 }), new Commits()))
    let right = 0
    let wrong = 0
    for (let round = 0; round < 60; round++) {
      // All connections are free between two rounds, and the order of the clients changes: each uses each connection.
      const turns = pools.map((_, at) => (at + round) % pools.length)
      await Promise.all(
        turns.map(async at => {
          // One text a client and a value in it, so that what answers shows which text was run.
          const answer = await pools[at]
            ?.query<{ text: string }>(`select '${at}' as text where $1::integer is not null`, [round])
            .catch(() => undefined)
          if (answer?.rows[0]?.text === `${at}`) right += 1
          else if (answer) wrong += 1
        }),
      )
    }
    await Promise.all(pools.map(pool => pool.end()))
    expect(right).toBeGreaterThan(30)
    expect(wrong).toBe(0)
  })
})

test('a pooler that leaves a client its session is used like the server itself: limits, notices and migrations', async () => {
  const { pooler, url } = await through('session')
  const database = await openDatabase(place(url), { statementMs: 7_000 })
  try {
    await migrate(database)
    const { rows } = await database.pool.query(
      `select name, setting from pg_settings where name in
        ('TimeZone', 'jit', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by lower(name)`,
    )
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'idle_in_transaction_session_timeout 30000',
      'jit off',
      'lock_timeout 3000',
      'statement_timeout 7000',
      'TimeZone UTC',
    ])
    const watch = database.watch(['profiles'], () => {})
    await expect.poll(watch.isComplete).toBe(true)
  } finally {
    await database.close()
    await pooler.close()
  }
})

test('the name of a plan is its text, and short enough for PostgreSQL to compare whole', () => {
  const texts = ['select 1', 'select 2', 'select 1 ', `select '${'x'.repeat(10_000)}'`]
  const names = texts.map(planName)
  expect(new Set(names).size).toBe(texts.length)
  expect(planName('select 1')).toBe(names[0])
  for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(64)
})

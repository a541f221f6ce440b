import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { bouncer, startBouncer } from '../support/bouncer.ts'
import { freshFolder, freshPostgresUrl } from '../support/databases.ts'

// Debian's PgBouncer, where it is installed: elsewhere these are reported as skipped. A pooler of our own is tried everywhere.

/** A release shows 10,000: BOUNCER_READS=10000. */
const reads = Number(process.env.BOUNCER_READS ?? 2_000)

let target: Awaited<ReturnType<typeof freshPostgresUrl>>
beforeAll(async () => {
  target = await freshPostgresUrl()
})
afterAll(() => target.drop())

test.skipIf(!bouncer)('PgBouncer in transaction mode is refused at the start', async () => {
  const { url, close } = await startBouncer(target.url, 'transaction')
  const opening = openDatabase({ DATABASE_URL: url, OUTORGA_DATA_DIR: freshFolder() })
  await expect(opening).rejects.toThrow(/um pooler no meio troca a sessão.*pool_mode = session/)
  await close()
})

test.skipIf(!bouncer)('PgBouncer in session mode answers every read with its own rows', async () => {
  const { url, close } = await startBouncer(target.url, 'session')
  const place = { DATABASE_URL: url, OUTORGA_DATA_DIR: freshFolder(), DATABASE_POOL: 6 }
  const database = await openDatabase(place)
  const watch = database.watch(['profiles'], () => {})
  await expect.poll(watch.isComplete).toBe(true)
  let right = 0
  const read = async (from: number) => {
    for (let n = from; n < reads; n += 6) {
      // Ten texts, each planned on each connection, whose answer shows which of them was run and with what.
      const kind = n % 10
      const { rows } = await sql<{ kind: number; n: number }>`
        select ${sql.lit(kind)} as kind, ${n}::integer as n`.execute(database.kysely)
      if (rows.length === 1 && rows[0]?.kind === kind && rows[0].n === n) right += 1
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(read))
  expect(right).toBe(reads)
  expect(database.pool.totalCount).toBe(6)
  await database.close()
  await close()
})

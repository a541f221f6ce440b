import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldCounts } from '#server/rows/counts.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { freshDatabase, freshFolder } from '../support/databases.ts'
import { openMortal } from '../support/mortal.ts'

// While nobody works nothing is written: an office sleeps two thirds of the day.

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

test('an idle product writes nothing', async () => {
  const { app, db, database, runner } = await openMortal(30, {
    DATABASE_URL: cluster.url,
    OUTORGA_DATA_DIR: freshFolder(),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  await runner.settled()
  const counted = async () =>
    (
      await sql<{ wal: string; counted: string }>`
        select pg_current_wal_insert_lsn()::text as wal, (select sum(n) from table_changes)::text as counted`.execute(
        db,
      )
    ).rows[0]
  // What the start left to be written, by the server too.
  await after(1_500)
  const before = await counted()
  // Ten looks of each crew, and the listener's signs of life.
  await after(6_000)
  expect(await counted()).toEqual(before)
  await sql`update installation set value = value where key = 'id'`.execute(db)
  expect(await counted()).not.toEqual(before)
  await app.close()
  await database.close()
})

test('counts of a table that were made at once are folded into one, and their sum stays', async () => {
  const database = await freshDatabase()
  const db = database.kysely
  const sums = async () =>
    (await sql`select name, sum(n)::text as n from table_changes group by name order by name`.execute(db)).rows
  const rowsOf = async () =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from table_changes where name = 'ticket_types'`.execute(db))
        .rows[0]?.n,
    )
  await sql`insert into table_changes (name, n) select 'ticket_types', n from generate_series(1, 40) n`.execute(db)
  const before = await sums()
  // A writer has one of them meanwhile, and another counts: neither is lost.
  await db.transaction().execute(async trx => {
    await sql`insert into ticket_types (name, slug) values ('Aberto', 'aberto')`.execute(trx)
    expect(await foldCounts(db)).toBe(39)
    expect(await sums()).toEqual(before)
  })
  expect(await rowsOf()).toBe(2)
  expect(await foldCounts(db)).toBe(0)
  await database.close()
})

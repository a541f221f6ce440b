import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { moveRows, type RowSource } from '../scripts/move-rows.ts'
import { freshDatabase } from './support/databases.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let target: Database
let [reading, writing]: PoolClient[] = []
beforeAll(async () => {
  world = await openWorld()
  target = await freshDatabase()
  reading = await world.database.pool.connect()
  writing = await target.pool.connect()
})
afterAll(async () => {
  reading?.release()
  writing?.release()
  await target.close()
  await world.close()
})

/** The world as a source, whose copies may be spoiled on their way. */
const source = (spoil: (text: string) => string = text => text): RowSource => ({
  query: async <T>(text: string) => (await reading!.query(text)).rows as T[],
  copy: async query => Buffer.from(spoil(String(await buffer(reading!.query(copyTo(`copy (${query}) to stdout`)))))),
})
const countOf = async (table: string, { kysely }: Database = target) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(kysely)
  return rows[0]?.n
}

test.each([
  ['a row is lost on its way', (text: string) => text.replace(/^.*\n/, '')],
  ['a row comes twice', (text: string) => (/^\d+\t/.test(text) ? text : text.replace(/^(.*\n)/, '$1$1'))],
  ['a letter changes', (text: string) => text.replace('zz', 'zy')],
  ['a value is lost', (text: string) => text.replace(/\t[^\t\n\\]+\n/, '\t\\N\n')],
])('where %s nothing is moved', async (_what, spoil) => {
  const before = await countOf('statuses')
  await expect(moveRows(source(spoil), writing!, () => {})).rejects.toThrow()
  expect(await countOf('statuses')).toBe(before)
  expect(await countOf('clients')).toBe(0)
})

test('where the tables are not the same nothing is moved', async () => {
  await target.pool.query('alter table clients add column surplus text')
  await expect(moveRows(source(), writing!, () => {})).rejects.toThrow('surplus')
  await target.pool.query('alter table clients drop column surplus')
})

test('every row of every table is moved, and new ones get new numbers', async () => {
  const seen: string[] = []
  const sums = await moveRows(source(), writing!, name => seen.push(name))
  expect(seen.length).toBeGreaterThan(150)
  expect(sums.map(({ name }) => name)).toEqual(seen)
  for (const table of ['clients', 'users', 'collects', 'audit_events', 'migrations'])
    expect([table, await countOf(table)]).toEqual([table, await countOf(table, world.database)])
  const { rows } = await sql<{ id: number; last: number }>`
    insert into tags (name, slug) values ('Depois da mudança', 'depois') returning id, (select max(id) from tags)::int as last`.execute(
    target.kysely,
  )
  expect(rows[0]?.id).toBeGreaterThan(rows[0]?.last ?? 0)
})

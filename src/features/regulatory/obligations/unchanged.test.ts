import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recording } from '#test/support/statements.ts'
import { openWorld, type World } from '#test/support/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

const paths = ['clients/regularidade', 'obligations?from=2026-01-01&to=2026-12-31&per_page=100']
const read = async (who: string, path: string) => {
  const { status, body } = await world.call(who, 'GET', path, {})
  expect(status).toBe(200)
  return JSON.stringify(body)
}

test.each(paths)('%s is the same again, and another once a row of it changed', async path => {
  const before = await read('superAdmin', path)
  expect(await read('superAdmin', path)).toBe(before)
  // As another process would write: nothing of this one is called.
  await sql`update clients set name = name || ' zz' where not prospect`.execute(world.db)
  const after = await read('superAdmin', path)
  expect(after).not.toBe(before)
  expect(after).toContain(' zz')
})

test.each(paths)('%s of one company is not answered to another', async path => {
  const [a, b] = [await read('staffA', path), await read('staffB', path)]
  expect(a).not.toBe(b)
  expect(await read('staffA', path)).toBe(a)
})

/** Tables after `from` and `join`, and those whose state is asked. */
const tablesOf = (text: string) =>
  Array.from(
    text.matchAll(/\b(?:from|join)\s+(?!lateral\b|unnest\b|generate_series\b)"?([a-z_]+)"?/g),
    ([, name = '']) => name,
  )
const statedIn = (text: string) =>
  Array.from(
    /table_changes c where c\.name in \(([^)]*)\)/.exec(text)?.[1]?.matchAll(/'(\w+)'/g) ?? [],
    ([, name = '']) => name,
  )

test.each(['staffA', 'superAdmin'])('the state of every table that is read for %s is compared', async who => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'`.execute(
    world.db,
  )
  const tables = new Set(rows.map(({ name }) => name))
  for (const path of paths) {
    await sql`update clients set name = name || '.' where not prospect`.execute(world.db)
    const [first, again] = [await textsOf(who, path), new Set(await textsOf(who, path))]
    const stated = new Set(first.flatMap(text => (text.endsWith(' as state') ? statedIn(text) : [])))
    // What is not asked again is remembered.
    const remembered = first.filter(text => !again.has(text)).flatMap(tablesOf)
    expect(remembered).toContain('collects')
    expect(remembered.filter(name => tables.has(name) && name !== 'table_changes' && !stated.has(name))).toEqual([])
  }
})

async function textsOf(who: string, path: string): Promise<readonly string[]> {
  const asked = recording(world.database.pool)
  await read(who, path)
  return asked.stop().map(({ text }) => text)
}

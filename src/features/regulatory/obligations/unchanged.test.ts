import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterName, joinValues, listTests, readFilterName, splitValues, type FilterTest } from '#kernel/condition.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { searchAfterMerge } from '#features/clients/merges/views.server.ts'
import { stations } from '#features/network/stations/stations.ts'
import { mergerOf, type Merger } from '#test/support/merging.ts'
import { openWorld, type World } from '#test/support/world.ts'

const pair = { from: 12, into: 7 }
const number = fc.constantFrom('7', '12', '120', '112', '1', '@eu')
const condition = fc.record({
  key: fc.constantFrom('client_id', 'id', 'city_id', 'name'),
  test: fc.constantFrom<FilterTest>('eq', 'in', 'not', 'gte', 'empty'),
  nth: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 0, max: 2 }),
  values: fc.array(number, { minLength: 1, maxLength: 4 }),
})
const searchOf = (conditions: readonly (typeof condition extends fc.Arbitrary<infer C> ? C : never)[], words: string) =>
  new URLSearchParams([
    ...(words ? [['search', words] as [string, string]] : []),
    ...conditions.map(({ key, test: how, nth, group, values }): [string, string] => [
      filterName(key, how, nth, group),
      how === 'empty' ? 'true' : listTests.has(how) ? joinValues(values) : (values[0] ?? ''),
    ]),
  ]).toString()
/** What a search asks, as a list reads it. */
const read = (search: string) =>
  [...new URLSearchParams(search)].map(([name, value]) => {
    const { key = '', test: how = 'empty' } = readFilterName(name) ?? {}
    return { name, key, how, values: listTests.has(how) ? splitValues(value) : [value] }
  })

test('of a search, the number of the client that went becomes the other’s where a client is compared, and nothing else does', () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 6 }), fc.constantFrom('', '12', 'rua 12, 12'), (conditions, words) => {
      const before = searchOf(conditions, words)
      for (const [of, keys] of [
        [stations, ['client_id']],
        [clients, ['id']],
      ] as const) {
        const after = read(searchAfterMerge(of, before, pair))
        const expected = read(before).map(each =>
          keys.some(key => key === each.key) && each.how !== 'empty' && each.values.includes('12')
            ? { ...each, values: [...new Set(each.values.map(value => (value === '12' ? '7' : value)))] }
            : each,
        )
        expect(after).toEqual(expected)
      }
    }),
  )
})

describe('views that filter by a merged client', () => {
  let world: World
  let merger: Merger
  beforeAll(async () => {
    world = await openWorld()
    merger = mergerOf(world)
  })
  afterAll(() => world?.close())

  test('ask for the remaining one, whosever they are, and for the other again once the merge is undone', async () => {
    const [into, from] = await merger.twoClients()
    const searchesOf = async () =>
      (await sql<{ search: string }>`select search from list_views order by id`.execute(world.db)).rows.map(
        ({ search }) => search,
      )
    const save = async (who: 'staffA' | 'adminA', list: string, search: string) =>
      world.call(who, 'POST', `users/me/listas/${list}/visoes`, { body: { name: search, search } })
    const before = [
      `filter[client_id]=${from.id}&sort=-name`,
      `filter[client_id][in]=${into.id},${from.id}`,
      `or[1][client_id]=${from.id}&or[1][name][contains]=rua+${from.id}`,
      `filter[city_id]=${from.id}`,
    ]
    for (const [at, search] of before.entries())
      expect((await save(at % 2 ? 'adminA' : 'staffA', 'stations', search)).status).toBe(201)
    const merge = merger.mergeOf(await merger.merge(into.uuid, from.uuid))
    expect(await searchesOf()).toEqual([
      `filter[client_id]=${into.id}&sort=-name`,
      `filter[client_id][in]=${into.id}`,
      `or[1][client_id]=${into.id}&or[1][name][contains]=rua+${from.id}`,
      `filter[city_id]=${from.id}`,
    ])
    // Its owner wants something else of it by now.
    await sql`update list_views set search = 'sort=name' where search like ${`%sort=-name`}`.execute(world.db)
    merger.answered(await merger.undo(into.uuid, merge))
    expect(await searchesOf()).toEqual(['sort=name', ...before.slice(1)])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recording } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

// A list's total is counted once, and never wrong: not for whoever just wrote, here or through another process.

describe('the total of a list', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  async function totalOf(url: string) {
    const statements = recording(world.database.pool)
    const { body } = await world.call('superAdmin', 'GET', url)
    const counted = statements.stop().some(({ text }) => text.startsWith('select count(*) as n'))
    return { total: Number(body.total), counted }
  }
  /** Work of the queue is a change too: what is asked twice in a row is not changed in between. */
  async function settledOf(url: string) {
    let last = await totalOf(url)
    for (let tries = 0; tries < 20 && last.counted; tries++) last = await totalOf(url)
    return last
  }
  const types = 'ticket-types?per_page=1'

  test('is counted once, whatever page is looked at', async () => {
    const { total, counted } = await settledOf(types)
    expect([total, counted]).toEqual([(await settledOf(`${types}&page=2`)).total, false])
    expect(total).toBeGreaterThan(1)
  })

  test('is right at once for whoever wrote', async () => {
    const { total } = await settledOf(types)
    const made = await world.call('superAdmin', 'POST', 'ticket-types', { body: { name: 'Recém-criado' } })
    expect(await totalOf(types)).toEqual({ total: total + 1, counted: true })
    await world.call('superAdmin', 'DELETE', `ticket-types/${Object(made.body.data).id}`)
    expect((await totalOf(types)).total).toBe(total)
  })

  test('is right at once for what another process wrote, and not yet for what it has not committed', async () => {
    const { total } = await settledOf(types)
    const meanwhile: number[] = []
    await world.database.kysely.transaction().execute(async elsewhere => {
      await sql`insert into ticket_types (name, slug) values ('De outro processo', 'de-outro-processo')`.execute(
        elsewhere,
      )
      meanwhile.push((await totalOf(types)).total)
    })
    expect(meanwhile).toEqual([total])
    expect((await totalOf(types)).total).toBe(total + 1)
  })

  test('is each reader’s own, and each question’s', async () => {
    const all = await settledOf('clients?per_page=1')
    const { body } = await world.call('staffA', 'GET', 'clients?per_page=1')
    expect(Number(body.total)).toBeLessThan(all.total)
    expect((await settledOf('clients?per_page=1&filter[id]=0')).total).toBe(0)
    expect((await settledOf('clients?per_page=1')).total).toBe(all.total)
  })

  test('of a search is the same for what few and many rows have, on each page and past the last', async () => {
    await sql`insert into ticket_types (name, slug) select 'Achado ' || n, 'achado-' || n from generate_series(1, 1200) n`.execute(
      world.database.kysely,
    )
    const read = async (words: string, page: number) => {
      const { body } = await world.call(
        'superAdmin',
        'GET',
        `ticket-types?sort=-id&per_page=10&page=${page}&search=${words}`,
      )
      return [body.total, (body.data as readonly { name: string }[]).map(({ name }) => name.slice(7)).at(0)]
    }
    expect(await Promise.all([1, 2, 120, 121].map(page => read('achado', page)))).toEqual([
      [1200, '1200'],
      [1200, '1190'],
      [1200, '10'],
      [1200, undefined],
    ])
    // Both words, wherever they are: of 1 to 1,200 those that have a seven.
    expect(await Promise.all([1, 2, 31, 32].map(page => read('7 achado', page)))).toEqual([
      [309, '1197'],
      [309, '1171'],
      [309, '71'],
      [309, undefined],
    ])
    expect(await read('perdido', 1)).toEqual([0, undefined])
  })
})

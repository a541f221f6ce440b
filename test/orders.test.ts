import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from './support/calls.ts'
import { recording } from './support/statements.ts'
import { openWorld, type World } from './support/world.ts'

// A page is read from whichever end or place of its list is nearest, and in stretches. Whichever it is, the pages are the list, and
// whoever writes meanwhile makes none of them wrong.

const kinds = {
  text: 'fantasy_name',
  document: 'document',
  date: 'opening_data',
  money: 'contract_value',
  flag: 'validated',
  reference: 'plan_id',
  'days to a date': 'remaining_days',
  'a flag that is reckoned': 'have_pendencies',
  'a text that is reckoned': 'tag_names',
  code: 'id',
  moment: 'created_at',
} as const
const orders = [...Object.values(kinds).flatMap(name => [name, `-${name}`]), 'plan_id,-name', '-empresa_responsavel_id']

describe('the pages of a list', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await add(1, 2_600)
  })
  afterAll(() => world.close())

  const add = (first: number, last: number) =>
    sql`insert into clients (name, document, plan_id, contract_due_date, contract_value, opening_data, fantasy_name, validated, created_at, empresa_responsavel_id)
      select 'Provedor ' || chr(65 + n % 26) || n % 700, lpad(n::text, 14, '0'), case when n % 5 > 0 then 1 + n % 3 end,
        case when n % 3 > 0 then current_date + n % 90 end, case when n % 4 > 0 then n % 50 end,
        case when n % 7 > 0 then date '2001-01-01' + n % 300 end, case when n % 2 > 0 then 'Fibra ' || n % 90 end,
        n % 3 = 0, now() - n % 400 * interval '1 hour', (select min(id) from empresas) + n % 2
      from generate_series(${first}::int, ${last}::int) n`.execute(world.db)

  type Reader = 'superAdmin' | 'staffA'
  async function read(who: Reader, query: string) {
    const reply = await world.call(who, 'GET', `clients?columns=id&${query}`)
    if (reply.status !== 200) throw new Error(`${query}: ${reply.text}`)
    return { ids: rowsOf(reply).map(({ id }) => id), total: reply.body.total }
  }

  async function expectPages(who: Reader, query: string, size = 25) {
    const { ids } = await read(who, `${query}&pagination=false`)
    const last = Math.ceil(ids.length / size)
    const pages = [
      1,
      last,
      last - 1,
      Math.ceil(last / 2),
      Math.ceil(last / 2) + 1,
      Math.ceil(last / 2) - 1,
      3,
      last + 1,
      1,
      last,
    ]
    for (const page of pages)
      expect([page, await read(who, `${query}&page=${page}&per_page=${size}`)]).toEqual([
        page,
        { ids: ids.slice((page - 1) * size, page * size), total: ids.length },
      ])
    return ids.length
  }

  test.each(orders)('are the list, by %s', async order => {
    expect(await expectPages('superAdmin', `sort=${order}`)).toBeGreaterThan(2_600)
    expect(await expectPages('staffA', `sort=${order}`, 10)).toBeGreaterThan(1_000)
  })

  test.each([
    'filter[validated]=true',
    'filter[plan_id]=',
    'filter[plan_id][in]=1,2',
    'search=provedor+a',
    'search=fibra',
    'filter[remaining_days][lte]=12',
  ])('are the list, narrowed by %s', async filter => {
    for (const order of ['name', '-plan_id', 'remaining_days', '-have_pendencies'])
      expect(await expectPages('superAdmin', `${filter}&sort=${order}`, 10)).toBeGreaterThan(10)
  })

  test('are the list of now, whoever wrote between two of them', async () => {
    for (let n = 0; n < 6; n++) {
      await expectPages('superAdmin', 'sort=-name')
      await (n % 2
        ? add(10_000 + 10 * n, 10_009 + 10 * n)
        : sql`update clients set deleted_at = now() where id in (select id from clients where deleted_at is null and document like '0000%' order by name limit 3)`.execute(
            world.db,
          ))
      await expectPages('superAdmin', 'sort=plan_id')
      await sql`update plans set name = ${n % 2 ? 'Áureo' : 'Zinco'} where id = 2`.execute(world.db)
    }
  })

  test.each(['name', 'plan_id', '-empresa_responsavel_id', 'have_pendencies'])(
    'are read by %s where they were read before, whatever else is written meanwhile',
    async order => {
      await read('superAdmin', `sort=${order}&page=55`)
      await sql`update ticket_types set name = name || '.'`.execute(world.db)
      const statements = recording(world.database.pool)
      await read('superAdmin', `sort=${order}&page=55`)
      const texts = statements.stop().map(({ text }) => text)
      expect(texts.filter(text => text.startsWith('select count(*) as n'))).toEqual([])
      expect(texts.filter(text => text.startsWith('select t.id, t.stretch'))).toHaveLength(1)
    },
  )

  test('of more than a hundred thousand are in no order that no index has, and say so', async () => {
    await sql`insert into ticket_types (name, slug) select 'Tipo ' || n, 'tipo-' || n from generate_series(1, 100000) n`.execute(
      world.db,
    )
    const ask = (query: string) => world.call('superAdmin', 'GET', `ticket-types?per_page=1&${query}`)
    const refused = await ask('sort=-created_at')
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Há mais de 100.000 registros. Use outro filtro antes de pôr a lista nesta ordem.',
    ])
    for (const query of [
      'sort=-name',
      'sort=id&page=90000',
      'sort=-created_at&search=tipo+99',
      'sort=created_at&filter[id][lte]=9',
    ])
      expect([query, (await ask(query)).status]).toEqual([query, 200])
  })

  test('hold what is read while many write', async () => {
    const pages = Array.from({ length: 12 }, (_, n) => 50 + (n % 4) * 15)
    const writes = pages.map((_, n) => add(20_000 + n, 20_000 + n))
    const found = await Promise.all(pages.map(page => read('superAdmin', `sort=name&page=${page}`)))
    await Promise.all(writes)
    for (const { ids } of found) expect(new Set(ids).size).toBe(25)
    await expectPages('superAdmin', 'sort=name')
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recording } from '#test/support/statements.ts'
import { openWorld, type World } from '#test/support/world.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}
const scanned = (node: PlanNode): readonly string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...(node.Plans ?? []).flatMap(scanned),
]

describe('fifty thousand bills', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await sql`set statement_timeout = 0`.execute(world.db)
    // Twenty years of them, of three hundred clients; of each twenty, one is open.
    await sql`
      insert into clients (name, document, empresa_responsavel_id)
      select 'Cliente ' || n, lpad(n::text, 14, '0'), ${world.companies.A} from generate_series(1, 300) n`.execute(
      world.db,
    )
    await sql`
      insert into bills_to_receive (client_id, finance_type_id, issue_date, due_date, value, downloaded, received, paid_on)
      select c.id, 1, current_date - n / 7 - 15, current_date - n / 7 + 60, 100, n % 20 > 0, case when n % 20 > 0 then 100 else 0 end,
        case when n % 20 > 0 then current_date - n / 7 end
      from generate_series(1, 50000) n
      join (select id, row_number() over (order by id) as at from clients where name like 'Cliente %') c on c.at = n % 300 + 1`.execute(
      world.db,
    )
    await sql`vacuum analyze`.execute(world.db)
  })
  afterAll(() => world?.close())

  test('tell who owes what by their indexes', async () => {
    const asked = recording(world.database.pool)
    const reply = await world.call('staffA', 'GET', 'bills-to-receive/recebimentos')
    const own = asked.stop().filter(({ text }) => /from bills_to_receive b join clients/.test(text))
    expect(reply.status).toBe(200)
    // All sums in one pass, and who owes.
    expect(own).toHaveLength(2)
    for (const { text, values } of own) {
      const { rows } = await world.database.pool.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        [...values],
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      expect(plan && scanned(plan).filter(table => table === 'bills_to_receive')).toEqual([])
    }
    const bands: readonly { readonly bills: number }[] = Object(reply.body.bands)
    expect(bands.reduce((sum, { bills }) => sum + bills, 0)).toBeGreaterThanOrEqual(2_500)
  })
})

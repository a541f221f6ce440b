import { sql } from 'kysely'
import { can, permission } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { tableOf } from '#kernel/resource.ts'
import { readPersonWork } from '#features/people/team/api.ts'
import type { HandingHouse } from '#features/people/team/handovers.server.ts'
import { weightOf } from '#features/people/team/load.ts'
import type { WorkOfKind } from '#features/people/team/schema.ts'
import { users } from '#features/people/users/users.ts'
import { answeringSql, type OfficeDuty } from '#parts/person/burden.server.ts'
import type { Ctx } from '#server/operation.ts'
import { scopeSql } from '#server/scope.ts'
import { serve } from '#server/serve.ts'

/** So many rows of a kind are named. */
const shownRows = 5

/** What somebody has of one kind; what the reader does not see is neither named nor counted. */
async function workOf(ctx: Ctx, house: HandingHouse, duty: OfficeDuty, person: number, today: string) {
  const columns = (duty.due?.columns ?? []).map(name => sql`t.${sql.ref(name)}`)
  const dayOf = (row: Readonly<Record<string, unknown>>) => duty.due?.day(row) ?? null
  const open = sql`${sql.table(tableOf(duty.of))} t where t.deleted_at is null and t.active and ${duty.open}
    and ${answeringSql(duty)} = ${person} and ${scopeSql(house.catalog(), duty.of, ctx.user)}`
  const due = columns.length ? sql`, ${sql.join(columns)}` : sql``
  const { rows: weights } = await sql<Record<string, unknown> & { n: number }>`
    select count(*)::int as n${due} from ${open} ${columns.length ? sql`group by ${sql.join(columns)}` : sql``}`.execute(
    ctx.sql,
  )
  // A day is computed from its columns, and is the later the higher they are.
  const order = [...columns.map(column => sql`${column} nulls last`), sql`t.id desc`]
  const { rows } = await sql<Record<string, unknown> & { uuid: string; name: string }>`
    select t.uuid, ${duty.name} as name${due} from ${open} order by ${sql.join(order)} limit ${shownRows}`.execute(
    ctx.sql,
  )
  const weighed = weights.map(({ n, ...row }) => weightOf(dayOf(row), n, today))
  const sumOf = (of: 'open' | 'late' | 'week') => weighed.reduce((sum, each) => sum + each[of], 0)
  return {
    kind: duty.of.path,
    open: sumOf('open'),
    late: sumOf('late'),
    week: sumOf('week'),
    rows: rows.map(({ uuid, name, ...row }) => ({ uuid, name, due: dayOf(row) })),
  }
}

/** What one person of the team has to do, each kind with its most urgent rows. */
export const personWorkOf = (house: HandingHouse) =>
  serve(readPersonWork, async (ctx, { id }) => {
    const { id: person, outside } = await ctx.rows(users).find(id, [])
    const today = dayIn(new Date()).day
    const kinds: WorkOfKind[] = []
    for (const duty of outside ? [] : house.burdens())
      if (can(ctx.user, permission(duty.of, 'index'))) kinds.push(await workOf(ctx, house, duty, person, today))
    return { data: { today, kinds: kinds.filter(({ open }) => open > 0) } }
  })

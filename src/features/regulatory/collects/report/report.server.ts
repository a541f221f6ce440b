import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { countedAccesses } from '#features/regulatory/collects/coleta/counted.server.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { shift, type Period } from '#parts/period/period.ts'
import { readClientAccesses, readCollectReport } from '#features/regulatory/collects/report/api.ts'
import type { CollectReport } from '#features/regulatory/collects/report/schema.ts'
import {
  accessesByMonth,
  accessMonths,
  reportOf,
  wholeName,
  type AccessCount,
} from '#features/regulatory/collects/report/report.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const reportOperation = serve(readCollectReport, async (ctx, { id }) => ({
  data: await yearOf(ctx, await reportable(ctx, id)),
}))

/** Of each month the accesses of all coletas that the reader sees in their list; people of a client see those with a report. */
export const accessesOperation = serve(readClientAccesses, async (ctx, { id }) => {
  const client = await ctx.rows(clients).locate(id)
  const isOutside = !isStaff(ctx.user)
  const wanted = {
    'filter[client_id]': String(client),
    columns: 'year,month',
    sort: '-year,-month',
    pagination: 'false',
  }
  const seen = await ctx.rows(collects).list(listQuery(collects, wanted, isOutside))
  // Only the months that are shown are added up: a large provider has thousands of lines in each of all its coletas.
  const { rows } = await sql<Period & { readonly accesses: number }>`
    with shown as (
      select k.id, k.year, k.month, k.year * 12 + k.month as n from collects k
      where k.id = any(${seen.map(each => each.id)}::bigint[]) and not (${isOutside} and k.hide_report)),
    last as (
      select s.n from shown s where exists (
        select 1 from collects_locations l join ${countedAccesses} a on a.parent_id = l.id
        where l.parent_id = s.id and a.amount > 0)
      order by s.n desc limit 1)
    select s.year, s.month, sum(a.amount)::float8 as accesses
    from last join shown s on s.n > last.n - ${accessMonths}::int
    join collects_locations l on l.parent_id = s.id
    join ${countedAccesses} a on a.parent_id = l.id
    group by s.year, s.month`.execute(ctx.sql)
  return { data: { months: accessesByMonth(rows) } }
})

/** The coleta, if its report is for the reader to see. */
export async function reportable(ctx: Ctx, id: string) {
  const collect = await ctx.rows(collects).find(id)
  if (collect.hide_report && !isStaff(ctx.user))
    throw problem('missing', 'O relatório desta coleta não está disponível.')
  return collect
}

/** The twelve months that end in a coleta, in numbers. */
export async function yearOf(ctx: Ctx, { fistel_id, year, month }: Collect): Promise<CollectReport> {
  const first = shift({ year, month }, -11)
  const within = sql`k.fistel_id = ${fistel_id} and k.deleted_at is null
    and (k.year, k.month) between (${first.year}::int, ${first.month}::int) and (${year}::int, ${month}::int)`
  const { rows: known } = await sql<Period>`select k.year, k.month from collects k where ${within}`.execute(ctx.sql)
  // Added up where they are: a large provider has thousands of lines a month.
  const { rows } = await sql<AccessCount>`
    select k.year, k.month, sum(a.amount)::float8 as amount,
      case grouping(c.label, t.name, m.name, a.speed)
        when 7 then 'municipality' when 11 then 'technology' when 13 then 'medium' when 14 then 'band' else 'total' end as dimension,
      case grouping(c.label, t.name, m.name, a.speed)
        when 7 then c.label when 11 then t.name when 13 then m.name when 14 then a.speed::text else ${wholeName} end as name
    from collects k
    join collects_locations l on l.parent_id = k.id
    join ${countedAccesses} a on a.parent_id = l.id
    join cities c on c.id = l.city_id
    left join technology_types t on t.id = a.technology_type_id
    join attendance_middles m on m.id = a.attendance_middle_id
    where ${within} group by k.year, k.month, grouping sets ((c.label), (t.name), (m.name), (a.speed), ())`.execute(
    ctx.sql,
  )
  return reportOf({ year, month }, known, rows)
}

import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { countedAccesses } from '#features/regulatory/collects/coleta/counted.server.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { shift, type Period } from '#parts/period/period.ts'
import { readCollectReport } from '#features/regulatory/collects/report/api.ts'
import type { CollectReport } from '#features/regulatory/collects/report/schema.ts'
import { reportOf, wholeName, type AccessCount } from '#features/regulatory/collects/report/report.ts'
import type { Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const reportOperation = serve(readCollectReport, async (ctx, { id }) => ({
  data: await yearOf(ctx, await reportable(ctx, id)),
}))

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

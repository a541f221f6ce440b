import { sql } from 'kysely'
import { countedAccesses } from '#features/collects/coleta/counted.server.ts'
import type { Collect } from '#features/collects/coleta/collects.ts'
import { compare, previous, shift, type Period } from '#parts/period/period.ts'
import type { Ctx } from '#server/operation.ts'

/** How far back it is looked: beyond two years nobody counts. */
const reach = 24

/** The first of the months in a row, up to the coleta's own, that say the very same accesses; its own when it is alone. */
export async function sameSince(ctx: Ctx, { fistel_id, year, month }: Collect): Promise<Period> {
  const first = shift({ year, month }, -reach)
  const { rows } = await sql<Period & { readonly print: string }>`
    select k.year, k.month, md5(string_agg(concat_ws(':', l.city_id, a.client_type_id, a.attendance_type_id,
        a.attendance_middle_id, a.product_type_id, a.technology_type_id, a.speed, a.amount), ','
        order by l.city_id, a.client_type_id, a.attendance_type_id, a.attendance_middle_id, a.product_type_id,
          a.technology_type_id, a.speed, a.amount)) as print
    from collects k
    join collects_locations l on l.parent_id = k.id
    join ${countedAccesses} a on a.parent_id = l.id
    where k.fistel_id = ${fistel_id} and k.deleted_at is null
      and (k.year, k.month) between (${first.year}::int, ${first.month}::int) and (${year}::int, ${month}::int)
    group by k.id, k.year, k.month order by k.year desc, k.month desc`.execute(ctx.sql)
  let since: Period = { year, month }
  for (const row of rows.slice(1)) {
    if (compare(row, previous(since)) !== 0 || row.print !== rows[0]?.print) break
    since = { year: row.year, month: row.month }
  }
  return since
}

import { sql } from 'kysely'
import { countedAccesses } from '#features/regulatory/collects/coleta/counted.server.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { patience, walkAtPace } from '#features/regulatory/collects/coleta/pace.ts'
import { compare, previous, type Period } from '#parts/period/period.ts'
import type { Ctx } from '#server/operation.ts'

/** How far back it is looked: beyond two years nobody counts. */
const reach = 24

interface MonthPrint extends Period {
  /** The coleta looked at, not the month's own. */
  readonly id: number
  readonly print: string
}

/** Of each coleta, by id, the first of the months in a row up to its own that say the very same accesses; its own when it is alone. */
export async function sameSince(ctx: Ctx, some: readonly Collect[]): Promise<ReadonlyMap<number, Period>> {
  const since = new Map<number, Period>()
  await walkAtPace(patience)(some, async piece => {
    const ids = piece.map(({ id }) => id)
    const { rows } = await sql<MonthPrint>`
      select j.id, k.year, k.month, md5(string_agg(concat_ws(':', l.city_id, a.client_type_id, a.attendance_type_id,
          a.attendance_middle_id, a.product_type_id, a.technology_type_id, a.speed, a.amount), ','
          order by l.city_id, a.client_type_id, a.attendance_type_id, a.attendance_middle_id, a.product_type_id,
            a.technology_type_id, a.speed, a.amount)) as print
      from collects j
      join collects k on k.fistel_id = j.fistel_id and k.deleted_at is null
        and k.year * 12 + k.month between j.year * 12 + j.month - ${reach}::int and j.year * 12 + j.month
      join collects_locations l on l.parent_id = k.id
      join ${countedAccesses} a on a.parent_id = l.id
      where j.id = any(${ids}::bigint[])
      group by j.id, k.id, k.year, k.month order by k.year desc, k.month desc`.execute(ctx.sql)
    for (const { id, year, month } of piece)
      since.set(
        id,
        sameIn(
          rows.filter(row => row.id === id),
          { year, month },
        ),
      )
  })
  return since
}

/** Months of one fistel, the last first. */
function sameIn(rows: readonly MonthPrint[], own: Period): Period {
  let since = own
  for (const row of rows.slice(1)) {
    if (compare(row, previous(since)) !== 0 || row.print !== rows[0]?.print) break
    since = { year: row.year, month: row.month }
  }
  return since
}

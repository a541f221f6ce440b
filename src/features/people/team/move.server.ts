import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import type { OfficeDuty } from '#parts/person/burden.server.ts'
import { historySql } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'

/** A row, and whom it is to name: nobody, and it is its client's person's again. */
export interface Naming {
  readonly id: number
  readonly to: number | null
}
/** A row after writing: the person it named before, and the history event of the change. */
export interface MovedRow {
  readonly id: number
  readonly before: number | null
  readonly event: number
}

/** Names other people for rows of a section, with their history; rows that name them already are left. A closed row may be given too: nothing of it changes. */
export async function nameResponsible(
  ctx: Ctx,
  { of, by }: OfficeDuty,
  given: readonly Naming[],
  event: string,
): Promise<readonly MovedRow[]> {
  const table = sql.table(tableOf(of))
  const column = sql.ref(by)
  const moved: MovedRow[] = []
  for (let at = 0; at < given.length; at += rowsPerStatement) {
    const some = JSON.stringify(given.slice(at, at + rowsPerStatement))
    const told = sql`(
      select w.id, json_build_object(${by}::text, json_build_array(w.before, w.after)) as changes from written w) h`
    const { rows } = await sql<MovedRow>`
      with asked as (
        select t.id, t.${column} as before, n."to" as after
        from ${table} t join json_to_recordset(${some}::json) as n(id bigint, "to" bigint) on n.id = t.id
        where t.${column} is distinct from n."to" order by t.id for no key update of t),
      written as (
        update ${table} t set ${column} = a.after, version = t.version + 1, updated_at = now()
        from asked a where a.id = t.id returning t.id, a.before, a.after),
      told as (${historySql(ctx, of, event, told)})
      select w.id, w.before, told.id as event from written w join told on told.row_id = w.id order by w.id`.execute(
      ctx.sql,
    )
    moved.push(...rows)
  }
  return moved
}
/** Rows in one statement. */
const rowsPerStatement = 1_000

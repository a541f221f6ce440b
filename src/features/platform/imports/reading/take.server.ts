import { sql } from 'kysely'
import { unitsIn, verdictsOf, type Judging } from '#features/platform/imports/reading/judge.server.ts'
import type { FileRow } from '#features/platform/imports/reading/columns.server.ts'
import { understandRows, type LeadingRows } from '#features/platform/imports/reading/read.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What was taken in of a file. */
interface TakenRows {
  /** Its last row. */
  readonly last: number
  readonly leads: LeadingRows
}
export async function takenOf({ sql: db }: Pick<Ctx, 'sql'>, { id }: Pick<Judging, 'id'>): Promise<TakenRows> {
  const { rows } = await sql<{ unit: string; lead: number; last: number }>`
    select unit, min(row) as lead, max(row) as last from import_rows where import_id = ${id} group by unit`.execute(db)
  return {
    last: rows.reduce((most, { last }) => Math.max(most, last), 0),
    leads: new Map(rows.map(({ unit, lead }) => [unit, lead])),
  }
}

/**
 * Takes in rows that come after those taken in already, understood and, where no later row may be of the same record, judged:
 * each is written once, and not again for each thing that is found of it.
 */
export async function takeRows(ctx: Ctx, task: Judging, rows: readonly FileRow[], leads: LeadingRows): Promise<void> {
  const understood = await understandRows(ctx, task, rows, leads)
  const read = understood.map((each, at) => ({ ...each, cells: rows[at]?.cells ?? [] }))
  const told = task.section.groups ? [] : await verdictsOf(ctx, task, unitsIn(read))
  const verdicts = new Map(told.map(each => [each.row, each]))
  const kept = read.map(each => ({ ...each, ...verdicts.get(each.row) }))
  await sql`
    insert into import_rows (import_id, row, cells, given, problems, notices, unit, lead, verdict, refusals, remarks, changes, target)
    select ${task.id}, row, cells, given, problems, notices, unit, lead, verdict, coalesce(refusals, '[]'), coalesce(remarks, '[]'),
      coalesce(changes, '[]'), target
    from json_to_recordset(${JSON.stringify(kept)}::json) as n(row integer, cells jsonb, given jsonb, problems jsonb, notices jsonb, unit text,
      lead integer, verdict text, refusals jsonb, remarks jsonb, changes jsonb, target bigint)`.execute(ctx.sql)
}

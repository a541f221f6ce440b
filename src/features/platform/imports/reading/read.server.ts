import { sql } from 'kysely'
import {
  readColumns,
  type ColumnRead,
  type FileRow,
  type Task,
} from '#features/platform/imports/reading/columns.server.ts'
import { knownUnits } from '#features/platform/imports/reading/known.server.ts'
import { finder, type Matcher } from '#features/platform/imports/reading/refs.server.ts'
import { readRowCells, type RowCells } from '#features/platform/imports/reading/row.server.ts'
import { resourceAt } from '#features/platform/imports/section/targets.ts'
import type { Ctx } from '#server/operation.ts'

/** How many rows were read, and the number of the last: the next run starts after it, and skips none. */
export interface RowSpan {
  readonly rows: number
  readonly at: number
}
export const noRows: RowSpan = { rows: 0, at: 0 }

/** The first row of each record so far. */
export type LeadingRows = Map<string, number>

/** A row of the file as it is understood, under the first row of its record. */
export interface UnderstoodRow extends RowCells {
  readonly lead: number
}

/** `leads` has the first row of each unit; this updates it. */
export async function understandRows(
  ctx: Ctx,
  task: Task,
  rows: readonly FileRow[],
  leads: LeadingRows,
): Promise<readonly UnderstoodRow[]> {
  const columns = readColumns(task, ctx)
  const finds = await findsOf(ctx, columns, rows)
  const read = await knownUnits(
    ctx,
    task,
    rows.map(each => readRowCells(each, task, columns, finds)),
  )
  for (const { unit, row } of read) leads.set(unit, Math.min(row, leads.get(unit) ?? row))
  return read.map(each => ({ ...each, lead: leads.get(each.unit) ?? each.row }))
}

/** Reads every row after one that was not read yet, at most so many. */
export async function readRows(ctx: Ctx, task: Task, limit: number, after = 0): Promise<RowSpan> {
  const { rows } = await sql<FileRow>`
    select row, cells from import_rows
    where import_id = ${task.id} and given is null and row > ${after} order by row limit ${limit}`.execute(ctx.sql)
  if (!rows.length) return { rows: 0, at: after }
  const read = await understandRows(ctx, task, rows, new Map())
  await sql`
    update import_rows r set given = n.given, problems = n.problems, notices = n.notices, unit = n.unit, verdict = null, lead = n.lead
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
      as n(row integer, given jsonb, problems jsonb, notices jsonb, unit text, lead integer)
    where r.import_id = ${task.id} and r.row = n.row`.execute(ctx.sql)
  await regroup(ctx, task.id, [...new Set(read.map(({ unit }) => unit))])
  return { rows: rows.length, at: rows.at(-1)?.row ?? after }
}

/**
 * Assigns rows of one record to the first of them, to be judged again together. It takes two statements, because joining the
 * table with itself took seconds for 1,500 rows without PostgreSQL statistics.
 */
export async function regroup({ sql: db }: Pick<Ctx, 'sql'>, id: number, units: readonly string[]) {
  const { rows } = await sql<{ row: number; lead: number }>`
    select row, first as lead from (
      select row, lead, verdict, min(row) over (partition by unit) as first
      from import_rows where import_id = ${id} and unit = any(${units}::text[])) n
    where lead is distinct from first or verdict is not null`.execute(db)
  if (!rows.length) return
  await sql`
    update import_rows r set lead = n.lead, verdict = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(row integer, lead integer)
    where r.import_id = ${id} and r.row = n.row`.execute(db)
}

/** What the cells of each column that points to a section may mean: a question per column for all the rows. */
async function findsOf(ctx: Ctx, columns: readonly ColumnRead[], rows: readonly FileRow[]) {
  const finds = new Map<string, Matcher>()
  for (const { column, meant } of columns) {
    const of = column.field.kind === 'ref' ? resourceAt(column.field.options.to) : undefined
    if (!of) continue
    const texts = new Set(rows.map(({ cells }) => meant(cells).trim()).filter(Boolean))
    if (texts.size) finds.set(column.key, await finder(ctx, of, column, [...texts]))
  }
  return finds
}

import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { asFind, finder, type Match, type Matcher } from '#features/imports/reading/refs.server.ts'
import { readCell } from '#features/imports/section/cell.ts'
import type { Given, GivenRow } from '#features/imports/section/decide.ts'
import type { HeaderMapping } from '#features/imports/section/header.ts'
import type { TemplateColumn, ImportProblem, ImportSection } from '#features/imports/section/section.ts'
import { resourceAt } from '#features/imports/section/targets.ts'
import type { Ctx } from '#server/operation.ts'

/** What is to be known of an import to judge its rows. */
export interface Task {
  readonly id: number
  readonly section: ImportSection
  readonly mapping: HeaderMapping
  readonly match_by: string
}
interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** The columns of the file that are read, each with where it stands; a reader who is not staff has none of staff's own. */
const mapped = ({ section, mapping }: Task, ctx: Ctx): readonly (readonly [TemplateColumn, at: number])[] =>
  mapping.flatMap((key, at) => {
    const column = section.columns.find(each => each.key === key)
    return column && (isStaff(ctx.user) || !column.field.options.internal) ? [[column, at] as const] : []
  })

/** How many rows there were, and the last of them: whoever goes on begins after it, and passes over no row twice. */
export interface RowSpan {
  readonly rows: number
  readonly at: number
}
export const noRows: RowSpan = { rows: 0, at: 0 }

/** Reads every row after one that was not read yet, at most so many. */
export async function readRows(ctx: Ctx, task: Task, limit: number, after = 0): Promise<RowSpan> {
  const { rows } = await sql<FileRow>`
    select row, cells from import_rows
    where import_id = ${task.id} and given is null and row > ${after} order by row limit ${limit}`.execute(ctx.sql)
  if (!rows.length) return { rows: 0, at: after }
  const columns = mapped(task, ctx)
  const finds = await findsOf(ctx, columns, rows)
  const read = rows.map(each => readRow(each, task, columns, finds))
  const units = [...new Set(read.map(({ unit }) => unit))]
  const first = await leadsOf(ctx, task.id, units)
  for (const { unit, row } of read) first.set(unit, Math.min(row, first.get(unit) ?? row))
  const told = JSON.stringify(read.map(each => ({ ...each, lead: first.get(each.unit) })))
  await sql`
    update import_rows r set given = n.given, problems = n.problems, unit = n.unit, verdict = null, lead = n.lead
    from jsonb_to_recordset(${told}::jsonb) as n(row integer, given jsonb, problems jsonb, unit text, lead integer)
    where r.import_id = ${task.id} and r.row = n.row`.execute(ctx.sql)
  await regroup(ctx, task.id, units)
  return { rows: rows.length, at: rows.at(-1)?.row ?? after }
}

/** Under which row each record stands so far. */
async function leadsOf({ sql: db }: Pick<Ctx, 'sql'>, id: number, units: readonly string[]) {
  const { rows } = await sql<{ unit: string; lead: number }>`
    select unit, min(row) as lead from import_rows where import_id = ${id} and unit = any(${units}::text[]) group by unit`.execute(
    db,
  )
  return new Map(rows.map(({ unit, lead }) => [unit, lead]))
}

/**
 * Rows of one record stand under the first of them, and are judged again together. In two statements: one that joined the
 * table with itself took seconds for 1,500 rows PostgreSQL had no statistics of yet.
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

type Finds = ReadonlyMap<string, Matcher>

/** What the cells of each column that points to a section may mean: a question per column for all the rows. */
async function findsOf(ctx: Ctx, columns: readonly (readonly [TemplateColumn, number])[], rows: readonly FileRow[]) {
  const finds = new Map<string, Matcher>()
  for (const [column, at] of columns) {
    const of = column.field.kind === 'ref' ? resourceAt(column.field.options.to) : undefined
    if (!of) continue
    const texts = new Set(rows.map(({ cells }) => (cells[at] ?? '').trim()).filter(Boolean))
    if (texts.size) finds.set(column.key, await finder(ctx, of, column, [...texts]))
  }
  return finds
}

const aidOf = (column: TemplateColumn, columns: readonly (readonly [TemplateColumn, number])[]) => {
  const at = columns.find(([{ aids }]) => aids === column.key)?.[1]
  return (cells: readonly string[]) => (at === undefined ? '' : (cells[at] ?? ''))
}

function readRow(
  { row, cells }: FileRow,
  task: Task,
  columns: readonly (readonly [TemplateColumn, number])[],
  finds: Finds,
) {
  const given: Record<string, Given> = {}
  const problems: ImportProblem[] = []
  for (const [column, at] of columns) {
    const text = cells[at] ?? ''
    const found = finds.get(column.key) ?? (() => 'none' as const)
    const read = readCell(text, column, asFind(found, aidOf(column, columns)(cells)))
    if (read === null) continue
    if ('rule' in read) problems.push({ column: column.key, value: text.slice(0, 200), ...read })
    else given[column.key] = withOwner(read, found(text.trim(), aidOf(column, columns)(cells)))
  }
  const agreed = agree(task.section, given)
  problems.push(...agreed.problems)
  return { row, given: agreed.given, problems, unit: unitOf(task, row, cells, agreed.given) }
}

const withOwner = (read: Given, found: Match): Given =>
  typeof found === 'object' && 'id' in found && found.owner !== undefined ? { ...read, owner: found.owner } : read

/** What is of a client says whose the row is, or must be of the client the row names. */
function agree({ columns }: ImportSection, given: GivenRow): { given: GivenRow; problems: readonly ImportProblem[] } {
  const owned = columns.find(({ key }) => given[key]?.owner !== undefined)
  const owner = owned && given[owned.key]?.owner
  if (!owned || owner === undefined || !columns.some(({ key }) => key === 'client')) return { given, problems: [] }
  const { client } = given
  if (!client) return { given: { ...given, client: { value: owner, said: '' } }, problems: [] }
  if (client.value === owner) return { given, problems: [] }
  const { said = '' } = given[owned.key] ?? {}
  const message = `É de outro cliente, não de ${client.said}. Confira os dois.`
  return { given, problems: [{ column: owned.key, value: said, rule: 'diverge', message }] }
}

/** What makes one record of rows: the columns that group them as they were understood, else as written; the key; else itself. */
function unitOf({ section, mapping, match_by }: Task, row: number, cells: readonly string[], given: GivenRow): string {
  if (!section.groups) {
    const key = given[match_by]
    return key ? `=${String(key.value)}` : `#${row}`
  }
  return section.groups
    .map(key => {
      const value = given[key]?.value
      return value === undefined ? `?${(cells[mapping.indexOf(key)] ?? '').slice(0, 60)}` : String(value)
    })
    .join('/')
}

/** A mapping as it is kept. */
export const mappingOf = (value: unknown): HeaderMapping => z.array(z.string().nullable()).catch([]).parse(value)

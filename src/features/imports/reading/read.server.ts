import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import type { Axis } from '#kernel/coordinates.ts'
import { finder, type Match, type Matcher } from '#features/imports/reading/refs.server.ts'
import { speedUnitOf, type SpeedUnit } from '#features/anatel/speed.ts'
import { saidOf, sourcesIn, type Mapping } from '#features/intake/mapping.ts'
import { readPlaceCells } from '#features/imports/section/place.ts'
import { readCell } from '#features/imports/section/cell.ts'
import { unproved, type ColumnNotation } from '#features/imports/section/notation.ts'
import type { Given, GivenRow } from '#features/imports/section/decide.ts'
import {
  isWithinOwner,
  type TemplateColumn,
  type ImportProblem,
  type ImportSection,
} from '#features/imports/section/section.ts'
import { resourceAt } from '#features/imports/section/targets.ts'
import type { Ctx } from '#server/operation.ts'

/** What is to be known of an import to judge its rows. */
export interface Task {
  readonly id: number
  readonly section: ImportSection
  readonly header: readonly string[]
  readonly mapping: Mapping
  readonly match_by: string
  /** How each column of the file writes numbers and dates, by its place. */
  readonly notations: readonly ColumnNotation[]
}
export interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** One of our columns: what a row of the file has for it, as written and as it was said to mean. */
interface ColumnRead {
  readonly column: TemplateColumn
  readonly written: (cells: readonly string[]) => string
  readonly meant: (cells: readonly string[]) => string
  /** The unit of its speeds, where it has any. */
  readonly speeds: SpeedUnit | null
  readonly notation: ColumnNotation
}

/** The columns that are read, in the file's order; a reader who is not staff has none of staff's own. */
function readColumns({ section, mapping, header, notations }: Task, ctx: Ctx): readonly ColumnRead[] {
  const [at, said] = [sourcesIn(mapping, header), saidOf(mapping)]
  const ours = section.columns.toSorted((one, other) => at(one.key) - at(other.key))
  return ours.flatMap(column => {
    const { key, field } = column
    const source = mapping.columns[key]
    if (!source || (field.options.internal && !isStaff(ctx.user))) return []
    const place = at(key)
    const written = (cells: readonly string[]) => (place < 0 ? source.text : (cells[place] ?? ''))
    const meant = (cells: readonly string[]) => said(key, written(cells)) ?? written(cells)
    const speeds = column.speed ? speedUnitOf(header[place], mapping.kbps) : null
    return [{ column, written, meant, speeds, notation: notations[place] ?? unproved }]
  })
}

/** How many rows there were, and the last of them: whoever goes on begins after it, and passes over no row twice. */
export interface RowSpan {
  readonly rows: number
  readonly at: number
}
export const noRows: RowSpan = { rows: 0, at: 0 }

/** The first row of each record so far. */
export type LeadingRows = Map<string, number>

/** A row of the file as it is understood, under the first row of its record. */
export interface UnderstoodRow {
  readonly row: number
  readonly given: GivenRow
  readonly problems: readonly ImportProblem[]
  readonly unit: string
  readonly lead: number
}

/** `leads` are of the rows read before, and told of these too. */
export async function understandRows(
  ctx: Ctx,
  task: Task,
  rows: readonly FileRow[],
  leads: LeadingRows,
): Promise<readonly UnderstoodRow[]> {
  const columns = readColumns(task, ctx)
  const finds = await findsOf(ctx, columns, rows)
  const read = rows.map(each => readRow(each, task, columns, finds))
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
    update import_rows r set given = n.given, problems = n.problems, unit = n.unit, verdict = null, lead = n.lead
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as n(row integer, given jsonb, problems jsonb, unit text, lead integer)
    where r.import_id = ${task.id} and r.row = n.row`.execute(ctx.sql)
  await regroup(ctx, task.id, [...new Set(read.map(({ unit }) => unit))])
  return { rows: rows.length, at: rows.at(-1)?.row ?? after }
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

const aidOf = ({ key }: TemplateColumn, columns: readonly ColumnRead[]) =>
  columns.find(({ column }) => column.aids === key)?.meant ?? (() => '')

function readRow({ row, cells }: FileRow, task: Task, columns: readonly ColumnRead[], finds: Finds) {
  const given: Record<string, Given> = {}
  const problems: ImportProblem[] = []
  const halves = placeIn(columns)
  for (const { column, written, meant, speeds, notation } of columns) {
    if (halves && column.field.options.axis) continue
    const text = meant(cells)
    const found = finds.get(column.key) ?? (() => 'none' as const)
    const aid = aidOf(column, columns)(cells)
    const read = readCell(text, column, { find: each => found(each, aid), unit: speeds, notation })
    if (read === null) continue
    if ('rule' in read) problems.push({ column: column.key, value: written(cells).slice(0, 200), ...read })
    else given[column.key] = withOwner(read, found(text.trim(), aid))
  }
  if (halves) {
    const { lat, lng } = halves
    const texts = { lat: lat.meant(cells), lng: lng.meant(cells) }
    const place = readPlaceCells({ columns: { lat: lat.column, lng: lng.column }, texts })
    Object.assign(given, place.given)
    const valueOf = (key: string | null) => (key === lng.column.key ? lng : lat).written(cells).slice(0, 200)
    problems.push(...place.problems.map(each => ({ ...each, value: valueOf(each.column) })))
  }
  const agreed = agree(task.section, given)
  problems.push(...agreed.problems)
  const write = (key: string) => columns.find(({ column }) => column.key === key)?.written(cells) ?? ''
  return { row, given: agreed.given, problems, unit: unitOf(task, row, write, agreed.given) }
}

/** The columns of both halves of a place; null where the file has one alone, which is read by itself. */
function placeIn(columns: readonly ColumnRead[]) {
  const of = (axis: Axis) => columns.find(({ column }) => column.field.options.axis === axis)
  const [lat, lng] = [of('lat'), of('lng')]
  return lat && lng ? { lat, lng } : null
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

/** What makes one record of rows: the columns that group them as they were understood, else as written; our code; the key, of its owner; else itself. */
function unitOf({ section, match_by }: Task, row: number, written: (key: string) => string, given: GivenRow): string {
  if (!section.groups) {
    if (given.id) return `id ${String(given.id.value)}`
    const key = given[match_by]
    if (!key) return `#${row}`
    const owner = isWithinOwner(section, match_by) ? `@${String(given[section.owner]?.value ?? '')}` : ''
    return `=${String(key.value)}${owner}`
  }
  return section.groups
    .map(key => {
      const value = given[key]?.value
      return value === undefined ? `?${written(key).slice(0, 60)}` : String(value)
    })
    .join('/')
}

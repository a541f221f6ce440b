import { isStaff } from '#kernel/access.ts'
import { listedFields, type ListedField } from '#kernel/page.ts'
import { keyOf, type AnyResource, type ListedOf } from '#kernel/resource.ts'
import { sayValue } from '#kernel/say.ts'
import type { ChangeOfField, ChangePreview } from '#features/platform/bulk/api.ts'
import { sharedFieldsOf } from '#features/platform/bulk/change.server.ts'
import {
  actOnPieces,
  mostActRows,
  wholeQuery,
  type BulkActRun,
  type RowOutcome,
} from '#features/platform/bulk/run.server.ts'
import { changes } from '#server/audit.ts'
import { mostNamed, namesInWords, namesOf } from '#server/named.ts'
import type { Ctx } from '#server/operation.ts'
import { barOf } from '#server/rows/door.ts'

/** Rows that are really changed and rolled back: as many as a short act has. */
const mostRehearsed = 200
/** Rows of one such transaction: they are locked meanwhile. */
const rehearsedAtOnce = 25
/** Rows that are read, and compared, in a few milliseconds. */
const comparedAtOnce = 500
const mostReasons = 20
const valuesShown = 5
const longestValue = 80

type PreviewedRow = ListedOf<AnyResource> & Readonly<Record<string, unknown>>

/** What an act that changes fields would do, row by row as its reader sees them. Nothing is written, and no lock stays. */
export async function previewOfChange(ctx: Ctx, run: BulkActRun): Promise<ChangePreview> {
  const { of, query, values } = run
  const shared = await sharedFieldsOf(ctx, of, values)
  const columns = comparedColumns(of, new Set(shared.map(({ name }) => name)), !isStaff(ctx.user))
  const ids = await ctx.rows(of).keys(wholeQuery(ctx, of, query ?? ''), mostActRows)
  const total = { changed: 0, unchanged: 0, refused: 0, rehearsed: 0, compared: 0 }
  const fields = shared.map(field => ({ ...field, same: 0, from: new Map<string | null, number>() }))
  const refusals = new Map<string, RefusedRows>()
  for (let at = 0; at < ids.length; at += comparedAtOnce) {
    const rows: readonly PreviewedRow[] = await ctx
      .rows<AnyResource>(of)
      .among(ids.slice(at, at + comparedAtOnce), columns)
    const bars = new Map(rows.map(row => [row.id, barOf(of, row, values, ctx.user)]))
    const open = rows.flatMap(({ id }) => (bars.get(id) === undefined ? [id] : []))
    const outcomes = await rehearseRows(ctx, run, open.slice(0, mostRehearsed - total.rehearsed))
    total.rehearsed += outcomes.size
    total.compared += open.length - outcomes.size
    for (const row of rows) {
      const outcome = outcomes.get(row.id)
      const why = bars.get(row.id) ?? outcome?.why
      if (why !== undefined) {
        total.refused++
        countRefused(refusals, why, row.id)
        continue
      }
      const changed = changes(of, row, values)
      total[outcome?.outcome ?? (Object.keys(changed).length ? 'changed' : 'unchanged')]++
      for (const field of fields)
        if (field.key in changed) countValue(field.from, valueIn(of, row, field.name))
        else field.same++
    }
  }
  return {
    total: ids.length,
    ...total,
    fields: fields.map(({ label, value, same, from }) => ({ label, becomes: value, same, ...mostFrequent(from) })),
    refusals: await refusalsInWords(ctx, of, refusals),
  }
}

/** The columns that are compared, with those that say whether a row is locked. */
function comparedColumns(of: AnyResource, changed: ReadonlySet<string>, outside: boolean): readonly ListedField[] {
  const locking = new Set(
    (of.locked ?? []).flatMap(lock => ('why' in lock ? [lock.when?.[0], lock.author] : [lock[0]])),
  )
  return listedFields(of, outside).filter(([name]) => changed.has(name) || locking.has(name))
}

/** Really changes rows, a few in each transaction, and rolls back: what refuses one refuses it here. */
async function rehearseRows(
  ctx: Ctx,
  run: BulkActRun,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RowOutcome>> {
  const found = new Map<number, RowOutcome>()
  for (let at = 0; at < ids.length; at += rehearsedAtOnce) {
    const rows = ids
      .slice(at, at + rehearsedAtOnce)
      .map(row_id => ({ row_id, undone_version: null, undone_event: null }))
    for (const each of await ctx.rehearse(inner => actOnPieces(inner, run, rows))) found.set(each.row_id, each)
  }
  return found
}

interface RefusedRows {
  rows: number
  readonly first: number[]
}
function countRefused(refusals: Map<string, RefusedRows>, why: string, id: number) {
  const known = refusals.get(why) ?? { rows: 0, first: [] }
  known.rows++
  if (known.first.length < mostNamed) known.first.push(id)
  refusals.set(why, known)
}

/** The reasons of most rows, with the names of the first that the reader may open. */
async function refusalsInWords(ctx: Ctx, of: AnyResource, refusals: ReadonlyMap<string, RefusedRows>) {
  const found: ChangePreview['refusals'][number][] = []
  const frequent = [...refusals].toSorted(([, a], [, b]) => b.rows - a.rows).slice(0, mostReasons)
  for (const [why, { rows, first }] of frequent)
    found.push({ why, rows, names: namesInWords(await namesOf(ctx, of, first), rows) })
  return found
}

const countValue = (from: Map<string | null, number>, value: string | null) =>
  void from.set(value, (from.get(value) ?? 0) + 1)

/** What a field of a row is, as people read it; null where it is empty. Long texts are not compared by eye. */
function valueIn({ fields }: AnyResource, row: PreviewedRow, name: string): string | null {
  const field = fields[name]
  if (!field) return null
  const value = sayValue(field, row[keyOf(name, field)], () => String(Object(row[name]).name ?? ''))
  if (value === null || value === '') return null
  if (field.kind === 'longtext' || field.kind === 'richtext') return 'outro texto'
  return value.length > longestValue ? `${value.slice(0, longestValue).toWellFormed()}…` : value
}

/** In one pass: of a hundred thousand values, putting them in order would take others' time. */
function mostFrequent(from: ReadonlyMap<string | null, number>): Pick<ChangeOfField, 'from' | 'more'> {
  const most: { value: string | null; rows: number }[] = []
  let all = 0
  for (const [value, rows] of from) {
    all += rows
    if (most.length === valuesShown && rows <= (most.at(-1)?.rows ?? 0)) continue
    most.push({ value, rows })
    most.sort((a, b) => b.rows - a.rows)
    most.length = Math.min(most.length, valuesShown)
  }
  const shown = most.reduce((sum, { rows }) => sum + rows, 0)
  return { from: most, more: { values: from.size - most.length, rows: all - shown } }
}

import { sql } from 'kysely'
import type { Field, Fields } from '#kernel/field.ts'
import { invalid } from '#kernel/problem.ts'
import { keyOf, tableOf, type AnyResource } from '#kernel/resource.ts'
import { sendAlong } from '#server/database/driver.ts'
import type { Sql } from '#server/operation.ts'
import { columnTypes } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

type DraftLine = Readonly<Record<string, unknown>> & { readonly id?: number }

/** The `many` fields a draft touches, with their lines; what another section keeps and shows here is not written from here. */
export function draftLinesOf(fields: Fields, values: Readonly<Record<string, unknown>>) {
  const found: [string, { field: Field; drafts: readonly DraftLine[] }][] = []
  // What a draft says is little beside what there is to say.
  for (const [name, drafts] of Object.entries(values)) {
    const field = fields[name]
    const shownOnly = field?.options.mirrored && !field.writable
    if (field?.kind === 'many' && !shownOnly && Array.isArray(drafts)) found.push([name, { field, drafts }])
  }
  return found
}

/** What is written of a line in its own table: the row it is of, and what the database reckons, are not. */
const isKept = ({ kind, options }: Field) => kind !== 'many' && !options.derived && !options.owner

/** The columns of a line's table, as a recordset reads them from JSON. */
const columnsOf = (shape: Fields) =>
  Object.entries(shape)
    .filter(([, field]) => isKept(field))
    .map(([name, field]) => ({ key: keyOf(name, field), type: columnTypes[field.kind](field), field }))

/** What the lines of one row are to be. */
interface Under {
  readonly parent: number
  /** Where they are in the draft: 'locations.3.accesses_ordered'. */
  readonly path: string
  readonly drafts: readonly DraftLine[]
}

/**
 * Makes the lines of some rows exactly their drafts, in their order: those with an id are rewritten, the others inserted, the
 * absent deleted. Three statements for thousands of lines, whatever the number of rows, and as many again for each level below.
 */
export async function saveLines(db: Sql, field: Field, table: string, under: readonly Under[]) {
  const shape = field.options.shape ?? {}
  const parents = under.map(({ parent }) => parent)
  const kept = under.flatMap(({ drafts }) => drafts.flatMap(({ id }) => (id === undefined ? [] : [id])))
  await refuseForeign(db, table, under, kept)
  await sendAlong(
    db,
    sql`delete from ${sql.table(table)} where parent_id = any(${parents}::bigint[]) and not (id = any(${kept}::bigint[]))`,
  )
  for (const records of recordsOf(under, completed(shape))) await saveSome(db, table, shape, records)
  if (under.some(({ drafts }) => drafts.length)) await saveBelow(db, shape, table, under)
}

/** A line as it is written. */
interface WrittenLine {
  readonly id: number | undefined
  readonly parent_id: number
  readonly position: number
}

/** Lines of many rows, as many as are written at once. */
function* recordsOf(
  under: readonly Under[],
  complete: ReturnType<typeof completed>,
): Generator<readonly WrittenLine[]> {
  let records: WrittenLine[] = []
  for (const { parent, drafts } of under)
    for (const [position, draft] of drafts.entries()) {
      records.push(Object.assign(complete(draft), { id: draft.id, parent_id: parent, position }))
      if (records.length < linesPerStatement) continue
      yield records
      records = []
    }
  if (records.length) yield records
}

/** Lines that do not wait for another statement: they would be more in memory than those of one. */
const linesInMemory = 500
/** Lines in one statement: no more of them are twice in memory. */
const linesPerStatement = 10_000

async function saveSome(db: Sql, table: string, shape: Fields, records: readonly WrittenLine[]) {
  const columns = columnsOf(shape)
  const names = sql.raw(columns.map(({ key }) => `"${key}"`).join(', '))
  const set = sql.raw(columns.map(({ key }) => `"${key}" = r."${key}"`).join(', '))
  const from = sql`json_to_recordset(${JSON.stringify(records)}::json) as r(id bigint, parent_id bigint, position integer, ${sql.raw(columns.map(({ key, type }) => `"${key}" ${type}`).join(', '))})`
  const kept = records.filter(({ id }) => id !== undefined)
  const write = (query: Part) => (records.length < linesInMemory ? sendAlong(db, query) : query.execute(db))
  if (kept.length)
    await write(
      sql`update ${sql.table(table)} l set position = r.position, ${set} from ${from} where l.id = r.id and l.parent_id = r.parent_id`,
    )
  if (kept.length < records.length)
    await write(
      sql`insert into ${sql.table(table)} (parent_id, position, ${names}) select r.parent_id, r.position, ${sql.raw(columns.map(({ key }) => `r."${key}"`).join(', '))} from ${from} where r.id is null`,
    )
}

/** Lines of lines: each parent's id is known by its own parent and its position. */
async function saveBelow(db: Sql, shape: Fields, table: string, under: readonly Under[]) {
  if (!Object.values(shape).some(({ kind }) => kind === 'many')) return
  const below = new Map<string, { readonly field: Field; readonly under: Below[] }>()
  for (const { parent, path, drafts } of under)
    for (const [position, draft] of drafts.entries())
      for (const [name, { field, drafts: lines }] of draftLinesOf(shape, draft)) {
        const found = below.get(name) ?? { field, under: [] }
        found.under.push({ at: `${parent}/${position}`, path: `${path}.${position}.${name}`, drafts: lines })
        below.set(name, found)
      }
  if (!below.size) return
  const { rows } = await sql<{ id: number; at: string }>`
    select id, parent_id || '/' || position as at from ${sql.table(table)}
    where parent_id = any(${under.map(({ parent }) => parent)}::bigint[])`.execute(db)
  const ids = new Map(rows.map(({ id, at }) => [at, id]))
  for (const [name, { field, under: some }] of below) {
    const known = some.flatMap(({ at, ...each }): Under[] => {
      const parent = ids.get(at)
      return parent === undefined ? [] : [{ ...each, parent }]
    })
    await saveLines(db, field, `${table}_${name}`, known)
  }
}
interface Below extends Omit<Under, 'parent'> {
  /** The parent's parent, and its position under it. */
  readonly at: string
}

/** A line's id must be one of its own row's: nested ids belong together. */
async function refuseForeign(db: Sql, table: string, under: readonly Under[], kept: readonly number[]) {
  if (!kept.length) return
  const { rows } = await sql<{
    id: number
    parent_id: number
  }>`select id, parent_id from ${sql.table(table)} where id = any(${kept}::bigint[])`.execute(db)
  const owners = new Map(rows.map(({ id, parent_id }) => [id, parent_id]))
  for (const { parent, path, drafts } of under)
    drafts.forEach(({ id }, i) => {
      if (id === undefined) return
      if (owners.get(id) !== parent)
        throw invalid({ [`${path}.${i}.id`]: 'Esta linha não existe mais neste registro.' })
      // Nor may it be two of its lines.
      owners.delete(id)
    })
}

/** These fill fields that are never null and were left out. */
const nothing: Partial<Readonly<Record<Field['kind'], unknown>>> = { flag: false, words: [] }

/** A draft with what it leaves out as the shape has it. */
function completed(shape: Fields): (draft: DraftLine) => Record<string, unknown> {
  const defaults = Object.entries(shape)
    .filter(([, field]) => isKept(field))
    .map(([name, field]) => [keyOf(name, field), field.options.default ?? nothing[field.kind] ?? null] as const)
  return draft => {
    const whole: Record<string, unknown> = {}
    for (const [key, unless] of defaults) whole[key] = draft[key] ?? unless
    return whole
  }
}

/** Saves what drafts say of the lines of their rows: each list of all of them together. */
export async function saveListsOf(
  db: Sql,
  resource: AnyResource,
  rows: readonly { readonly id: number; readonly values: Readonly<Record<string, unknown>> }[],
) {
  const lists = rows.map(({ id, values }) => ({ id, lines: new Map(draftLinesOf(resource.fields, values)) }))
  if (lists.every(({ lines }) => !lines.size)) return
  for (const [name, field] of Object.entries(resource.fields)) {
    const under = lists.flatMap(({ id, lines }) => {
      const drafts = lines.get(name)?.drafts
      return drafts ? [{ parent: id, path: name, drafts }] : []
    })
    if (under.length) await saveLines(db, field, `${tableOf(resource)}_${name}`, under)
  }
}

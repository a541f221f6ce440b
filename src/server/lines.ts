import { sql } from 'kysely'
import type { Field, Fields } from '#kernel/field.ts'
import { invalid } from '#kernel/problem.ts'
import { keyOf } from '#kernel/resource.ts'
import type { Sql } from '#server/operation.ts'
import { columnTypes } from '#server/sql.ts'

type Line = Readonly<Record<string, unknown>> & { readonly id?: number }

/** The `many` fields a draft touches, with their lines. */
export const linesOf = (fields: Fields, values: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).flatMap(([name, field]): [string, { field: Field; drafts: readonly Line[] }][] => {
    const drafts = values[name]
    return field.kind === 'many' && Array.isArray(drafts) ? [[name, { field, drafts }]] : []
  })

/** The columns of a line's table, as a recordset reads them from JSON. */
const columnsOf = (shape: Fields) =>
  Object.entries(shape)
    .filter(([, field]) => field.kind !== 'many')
    .map(([name, field]) => ({ key: keyOf(name, field), type: columnTypes[field.kind](field), field }))

/**
 * Makes the lines of one row exactly `drafts`, in their order: those with an id are rewritten, the others inserted, the
 * absent deleted. Three statements whatever the number of lines, and as many again for each level below.
 */
export async function saveLines(
  db: Sql,
  field: Field,
  table: string,
  parent: number,
  path: string,
  drafts: readonly Line[],
) {
  const shape = field.options.shape ?? {}
  const columns = columnsOf(shape)
  const kept = drafts.flatMap(({ id }) => (id === undefined ? [] : [id]))
  await refuseForeign(db, table, parent, path, drafts, kept)
  await sql`delete from ${sql.table(table)} where parent_id = ${parent} and not (id = any(${kept}::bigint[]))`.execute(
    db,
  )
  if (!drafts.length) return

  const records = drafts.map((draft, position) => ({ ...withDefaults(shape, draft), id: draft.id, position }))
  const names = sql.raw(columns.map(({ key }) => `"${key}"`).join(', '))
  const set = sql.raw(columns.map(({ key }) => `"${key}" = r."${key}"`).join(', '))
  const from = sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(id bigint, position integer, ${sql.raw(columns.map(({ key, type }) => `"${key}" ${type}`).join(', '))})`
  if (kept.length)
    await sql`update ${sql.table(table)} l set position = r.position, ${set} from ${from} where l.id = r.id and l.parent_id = ${parent}`.execute(
      db,
    )
  if (kept.length < drafts.length)
    await sql`insert into ${sql.table(table)} (parent_id, position, ${names}) select ${parent}, r.position, ${sql.raw(columns.map(({ key }) => `r."${key}"`).join(', '))} from ${from} where r.id is null`.execute(
      db,
    )
  await saveBelow(db, shape, table, parent, path, drafts)
}

/** Lines of lines: each parent's id is known by its position. */
async function saveBelow(db: Sql, shape: Fields, table: string, parent: number, path: string, drafts: readonly Line[]) {
  if (!drafts.some(draft => linesOf(shape, draft).length)) return
  const { rows } = await sql<{
    id: number
    position: number
  }>`select id, position from ${sql.table(table)} where parent_id = ${parent}`.execute(db)
  const ids = new Map(rows.map(({ id, position }) => [position, id]))
  for (const [position, draft] of drafts.entries()) {
    const id = ids.get(position)
    if (id === undefined) continue
    for (const [name, { field, drafts: below }] of linesOf(shape, draft))
      await saveLines(db, field, `${table}_${name}`, id, `${path}.${position}.${name}`, below)
  }
}

/** A line's id must be one of this row's: nested ids belong together. */
async function refuseForeign(
  db: Sql,
  table: string,
  parent: number,
  path: string,
  drafts: readonly Line[],
  kept: readonly number[],
) {
  if (!kept.length) return
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.table(table)} where parent_id = ${parent} and id = any(${kept}::bigint[])`.execute(db)
  const own = new Set(rows.map(({ id }) => id))
  const repeated = new Set<number>()
  drafts.forEach(({ id }, i) => {
    if (id === undefined) return
    if (!own.has(id) || repeated.has(id))
      throw invalid({ [`${path}.${i}.id`]: 'Esta linha não existe mais neste registro.' })
    repeated.add(id)
  })
}

const withDefaults = (shape: Fields, draft: Line): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => field.kind !== 'many')
      .map(([name, field]) => {
        const key = keyOf(name, field)
        return [key, draft[key] ?? field.options.default ?? (field.kind === 'flag' ? false : null)]
      }),
  )

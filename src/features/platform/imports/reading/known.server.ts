import { sql } from 'kysely'
import { tableOf } from '#kernel/resource.ts'
import { comparableText } from '#kernel/text.ts'
import type { Task } from '#features/platform/imports/reading/columns.server.ts'
import { isKnownByName, type RowCells } from '#features/platform/imports/reading/row.server.ts'
import { isWithinOwner, type ImportSection } from '#features/platform/imports/section/section.ts'
import type { Ctx } from '#server/operation.ts'

/** A record that the rows of a unit may be about, visible to the user or not. */
export interface UnitPair {
  readonly unit: string
  readonly id: number
}
type AskedUnit = Pick<RowCells, 'unit' | 'given' | 'problems'>
type KeyTask = Pick<Task, 'section' | 'match_by'>

/** No record has a code beyond what a list can be filtered by. */
const highestCode = 999_999_999
/** The records units are about by our code, by their key, and without a key by their name. */
export const pairsOf = async (ctx: Ctx, task: KeyTask, units: readonly AskedUnit[]): Promise<readonly UnitPair[]> => [
  ...units.flatMap(({ unit, given }) => {
    const code = given.id?.value
    return typeof code === 'number' && code <= highestCode ? [{ unit, id: code }] : []
  }),
  ...(await keyedOf(ctx, task, units)),
  ...(await namedOf(ctx, task, units)),
]

/** Rows of one record known by its code here and by its key there are of one unit. */
export async function knownUnits(ctx: Ctx, task: KeyTask, rows: readonly RowCells[]): Promise<readonly RowCells[]> {
  if (task.section.groups) return rows
  const wanted = rows.flatMap(({ given, problems, row }) => (given.id ? [] : [{ unit: String(row), given, problems }]))
  const found = new Map<string, number | null>()
  // What may be several records is none of them.
  for (const { unit, id } of await pairsOf(ctx, task, wanted)) found.set(unit, found.has(unit) ? null : id)
  return rows.map(each => {
    const id = found.get(String(each.row))
    return typeof id === 'number' ? { ...each, unit: `id ${id}` } : each
  })
}

const ownerOf = ({ owner }: ImportSection, { given }: AskedUnit) => {
  const value = given[owner]?.value
  return typeof value === 'number' ? value : null
}

async function keyedOf({ sql: db }: Ctx, { section, match_by }: KeyTask, units: readonly AskedUnit[]) {
  const wanted = units.flatMap(each => {
    const key = each.given[match_by]?.value
    return key === undefined || match_by === 'id' ? [] : [{ unit: each.unit, key, owner: ownerOf(section, each) }]
  })
  if (!wanted.length) return []
  const values = wanted.map(({ key }) => String(key))
  // Each by its index: of a table that just grew PostgreSQL believes most of it is wanted, and would read all of it for every few rows.
  const { rows } = await sql<UnitPair>`
    select k.unit, t.id
    from unnest(${wanted.map(({ unit }) => unit)}::text[], ${values}::text[], ${wanted.map(({ owner }) => owner)}::bigint[]) k (unit, key, owner)
    cross join lateral (
      select t.id from ${sql.table(tableOf(section.of))} t
      where t.${sql.ref(match_by)} = k.key and ${ofOwner(section, match_by)} and t.deleted_at is null offset 0) t`.execute(
    db,
  )
  return rows
}

/** Records of the owner a row names. Where an owner may be missing, as a client's company, either side may leave it out. */
function ofOwner(section: ImportSection, key: string) {
  const owner = sql.ref(`t.${section.owner}_id`)
  return isWithinOwner(section, key)
    ? sql`${owner} = k.owner`
    : sql`(k.owner is null or ${owner} is null or ${owner} = k.owner)`
}

async function namedOf({ sql: db }: Ctx, { section, match_by }: KeyTask, units: readonly AskedUnit[]) {
  const column = section.unkeyed?.column
  if (column === undefined) return []
  const wanted = units.flatMap(each => {
    const name = comparableText(each.given[column]?.said ?? '')
    return name && isKnownByName(section, match_by, each)
      ? [{ unit: each.unit, name, owner: ownerOf(section, each) }]
      : []
  })
  if (!wanted.length) return []
  const owner = sql.ref(`t.${section.owner}_id`)
  const { rows } = await sql<UnitPair>`
    select k.unit, t.id
    from unnest(${wanted.map(({ unit }) => unit)}::text[], ${wanted.map(({ name }) => name)}::text[], ${wanted.map(each => each.owner)}::bigint[]) k (unit, name, owner)
    join (
      select t.id, ${owner} as owner, regexp_replace(plain(t.${sql.ref(column)}), '[^a-z0-9]', '', 'g') as name
      from ${sql.table(tableOf(section.of))} t
      where ${owner} = any(${[...new Set(wanted.map(each => each.owner))]}::bigint[]) and t.deleted_at is null) t
      on t.owner = k.owner and t.name = k.name`.execute(db)
  return rows
}

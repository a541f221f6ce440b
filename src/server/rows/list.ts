import { sql } from 'kysely'
import { pageOf, wholeLimit, type ListQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import type { Door } from '#server/rows/door.ts'
import { searchSql } from '#server/search.ts'
import { all, filterSql, pickSql, selectOf } from '#server/sql.ts'

type AnyListed = ListedOf<AnyResource>
/** Rows that are read, and made into an answer, in a few milliseconds. */
const pieceSize = 500

const matching = ({ catalog, resource, outside, sight, visible }: Door, query: ListQuery) =>
  all([
    visible,
    ...(query.active === 'all' ? [] : [sql`t.active = ${query.active === 'true'}`]),
    ...query.filters.map(filter => filterSql(catalog, resource, filter, sight)),
    searchSql(catalog, resource, query.search, { outside, sight }),
  ])

export async function pageOfRows(door: Door, query: ListQuery) {
  const { per_page } = query
  const offset = (query.page - 1) * per_page
  const picked = await door.read<PickedRow>(sql`${picking(door, query, snapshot)} limit ${per_page} offset ${offset}`)
  const data = await readAmong(
    door,
    picked.map(({ id }) => id),
    query.columns,
  )
  // A page that is neither full nor empty is the last one: its end is the total.
  const known = picked.length < per_page && (picked.length > 0 || offset === 0)
  return pageOf(data, known ? offset + picked.length : await totalOf(door, query, picked[0]?.seen), query)
}
interface PickedRow {
  readonly id: number
  readonly seen: string
}
const snapshot = sql`, pg_current_snapshot()::text as seen`

/**
 * The ids of the rows asked for, in order. They are picked first and completed after: planned as one, both are planned anew for
 * each page, and a hundred thousand rows may be completed to show twenty-five.
 */
const picking = (door: Door, query: ListQuery, besides = sql``) =>
  pickSql(door.catalog, door.resource, { where: matching(door, query), sort: query.sort, besides }, door.sight)

const counting = (door: Door, query: ListQuery) =>
  sql<Counted>`select count(*) as n${snapshot} from ${sql.table(door.table)} t where ${matching(door, query)}`.compile(
    door.ctx.sql,
  )
interface Counted {
  readonly n: number
  readonly seen: string
}

/** The total of a list of which a page was just read in this snapshot. */
async function totalOf(door: Door, query: ListQuery, seen: string | undefined): Promise<number> {
  const { totals, ctx } = door
  const asked = counting(door, query)
  // A transaction sees what it wrote itself, and a snapshot does not tell that.
  const alone = !ctx.sql.isTransaction
  const known = alone && seen !== undefined ? totals.find(asked, seen) : undefined
  if (known !== undefined) return known
  const { rows } = await ctx.sql.executeQuery(asked)
  const [counted] = rows
  if (counted && alone) totals.keep(asked, counted.n, counted.seen)
  return counted?.n ?? 0
}

export async function countRows(door: Door, query: ListQuery): Promise<number> {
  const { rows } = await door.ctx.sql.executeQuery(counting(door, query))
  return rows[0]?.n ?? 0
}

export async function listRows(door: Door, query: ListQuery, limit?: number): Promise<readonly AnyListed[]> {
  const rows: AnyListed[] = []
  for await (const piece of readPieces(door, query, limit)) rows.push(...piece)
  return rows
}

/** A list is counted by its keys before any of it is read. */
export async function* readPieces(
  door: Door,
  query: ListQuery,
  limit = wholeLimit,
): AsyncIterable<readonly AnyListed[]> {
  const ids = await readKeys(door, query, limit)
  for (let at = 0; at < ids.length; at += pieceSize)
    yield await readAmong(door, ids.slice(at, at + pieceSize), query.columns)
}

export async function readKeys(door: Door, query: ListQuery, limit = Infinity): Promise<readonly number[]> {
  const picked = picking(door, query)
  const found = await door.read<{ id: number }>(Number.isFinite(limit) ? sql`${picked} limit ${limit + 1}` : picked)
  return within(limit, found).map(({ id }) => id)
}

function within<T>(limit: number, found: readonly T[]): readonly T[] {
  if (found.length <= limit) return found
  throw invalid({
    pagination: `Há mais de ${limit.toLocaleString('pt-BR')} registros. Use um filtro para reduzir a lista.`,
  })
}

export async function readAmong(
  { catalog, resource, outside, sight, table, visible, read }: Door,
  ids: readonly number[],
  columns: ListQuery['columns'] = null,
) {
  if (!ids.length) return []
  const only = columns && new Set(columns.map(([name]) => name))
  const rows = sql`select * from ${sql.table(table)} t where t.id = any(${[...ids]}::bigint[]) and ${visible}`
  return read<AnyListed>(
    sql`${selectOf(catalog, resource, { lines: [], outside, sight, only }, rows)} order by array_position(${[...ids]}::bigint[], t.id)`,
  )
}

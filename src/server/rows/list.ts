import { sql } from 'kysely'
import { wholeLimit, type ListQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import type { Door } from '#server/rows/door.ts'
import { withDeleters } from '#server/rows/trash.ts'
import { anySql, searchSql } from '#server/search.ts'
import type { Part } from '#server/part.ts'
import { filtersSql } from '#server/filter.ts'
import { andAll, pickSql, selectOf } from '#server/sql.ts'

type AnyListed = ListedOf<AnyResource>
/** Rows that are read, and made into an answer, in a few milliseconds. */
const pieceSize = 500

/**
 * Which rows match. Of a list that is walked in its order what is searched for is known to be frequent, and no index looks it up;
 * taken for seldom, it is looked up in one way, whatever it is.
 */
export const matching = (
  { catalog, resource, outside, sight, visible, ctx }: Door,
  query: ListQuery,
  how: 'looked up' | 'walking' | 'seldom' = 'looked up',
) => {
  const { trashed } = query
  const found = searchSql(catalog, resource, query.search, { outside, sight, unseen: how === 'seldom', trashed })
  return andAll([
    visible,
    ...(query.active === 'all' ? [] : [sql`t.active = ${query.active === 'true'}`]),
    ...filtersSql({ catalog, resource, sight, ctx }, query.filters),
    ...(query.any.length ? [anySql(catalog, resource, query.any, { outside, sight })] : []),
    how === 'walking' && query.search ? sql`case when ${found} then true end` : found,
  ])
}

export const counting = (door: Door, query: ListQuery, besides = sql``) =>
  sql<Counted>`select count(*) as n${besides} from ${sql.table(door.table)} t where ${matching(door, query)}`.compile(
    door.ctx.sql,
  )
export interface Counted {
  readonly n: number
  /** The list's state, where it was requested; see `seenSql`. */
  readonly seen: string
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
  const wanted = { where: matching(door, query), sort: query.sort, besides: sql`` }
  const picked = pickSql(door.catalog, door.resource, wanted, door.sight)
  const found = await door.read<{ id: number }>(Number.isFinite(limit) ? sql`${picked} limit ${limit + 1}` : picked)
  return within(limit, found).map(({ id }) => id)
}

function within<T>(limit: number, found: readonly T[]): readonly T[] {
  if (found.length <= limit) return found
  throw invalid({
    pagination: `Há mais de ${limit.toLocaleString('pt-BR')} registros. Use um filtro para reduzir a lista.`,
  })
}

export async function readAmong(door: Door, ids: readonly number[], columns: ListQuery['columns'] = null) {
  const { catalog, resource, outside, sight, table, visible, read, isTrash } = door
  if (!ids.length) return []
  const only = columns && new Set(columns.map(([name]) => name))
  const rows = sql`select * from ${sql.table(table)} t where t.id = any(${[...ids]}::bigint[]) and ${visible}`
  const found = await read<AnyListed>(
    sql`${selectOf(catalog, resource, { lines: [], outside, sight, only }, rows)} order by array_position(${[...ids]}::bigint[], t.id)`,
  )
  return isTrash ? withDeleters(door, found) : found
}

/** The name of no field: it has a space. */
const listState = 'list state'

/**
 * Completes the rows that a statement picks as `id` and `seen`, in its order, with one question to the database, and answers the state
 * they were picked in; none of no rows. The pick is planned by itself, and its ids are looked up as given ones are: in a join, the
 * planner may complete all rows to show a page of them.
 */
export async function readPicked(door: Door, pick: Part, columns: ListQuery['columns']) {
  const { catalog, resource, outside, sight, table, read, isTrash } = door
  const only = columns && new Set(columns.map(([name]) => name))
  const picked = sql`select array_agg(p.id) as ids, min(p.seen) as seen from (${pick}) p`
  const among = sql`select * from ${sql.table(table)} t where t.id = any((select ids from picked)::bigint[])`
  // The first row alone carries it.
  const besides = sql`, case when t.id = (select ids[1] from picked) then (select seen from picked) end as ${sql.ref(listState)}`
  const select = selectOf(catalog, resource, { lines: [], outside, sight, only, besides }, among)
  const rows = await read<AnyListed & { [listState]?: string | null }>(
    sql`with picked as materialized (${picked}) ${select} order by array_position((select ids from picked), t.id)`,
  )
  const seen = rows[0]?.[listState] ?? undefined
  for (const row of rows) delete row[listState]
  return { rows: isTrash ? await withDeleters(door, rows) : rows, seen }
}

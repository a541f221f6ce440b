import { sql } from 'kysely'
import { pageOf, wholeLimit, type ListQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import type { Door } from '#server/rows/door.ts'
import { all, filterSql, keysSql, pageSql, searchSql, selectOf } from '#server/sql.ts'

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

function select(door: Door, query: ListQuery, limit: number, offset: number) {
  const { catalog, resource, outside, sight, read } = door
  const picked = { where: matching(door, query), sort: query.sort, limit, offset }
  return read<AnyListed>(pageSql(catalog, resource, { lines: [], outside, sight }, picked))
}

export async function pageOfRows(door: Door, query: ListQuery) {
  const offset = (query.page - 1) * query.per_page
  const data = await select(door, query, query.per_page, offset)
  // A page that is neither full nor empty is the last one: its end is the total.
  const known = data.length < query.per_page && (data.length > 0 || offset === 0)
  return pageOf(data, known ? offset + data.length : await countRows(door, query), query)
}

export async function countRows(door: Door, query: ListQuery) {
  const [counted] = await door.read<{ n: number }>(
    sql`select count(*) as n from ${sql.table(door.table)} t where ${matching(door, query)}`,
  )
  return counted?.n ?? 0
}

export async function listRows(door: Door, query: ListQuery, limit?: number): Promise<readonly AnyListed[]> {
  const rows: AnyListed[] = []
  for await (const piece of readPieces(door, query, limit)) rows.push(...piece)
  return rows
}

/** A short list is one statement; a long one is counted by its keys before any of it is read. */
export async function* readPieces(
  door: Door,
  query: ListQuery,
  limit = wholeLimit,
): AsyncIterable<readonly AnyListed[]> {
  const first = await select(door, query, Math.min(pieceSize, limit) + 1, 0)
  if (first.length <= pieceSize) return void (yield within(limit, first))
  const ids = await readKeys(door, query, limit)
  for (let at = 0; at < ids.length; at += pieceSize) yield await readAmong(door, ids.slice(at, at + pieceSize))
}

export async function readKeys(door: Door, query: ListQuery, limit = Infinity): Promise<readonly number[]> {
  const { catalog, resource, sight, read } = door
  const picked = keysSql(catalog, resource, { where: matching(door, query), sort: query.sort }, sight)
  const found = await read<{ id: number }>(Number.isFinite(limit) ? sql`${picked} limit ${limit + 1}` : picked)
  return within(limit, found).map(({ id }) => id)
}

function within<T>(limit: number, found: readonly T[]): readonly T[] {
  if (found.length <= limit) return found
  throw invalid({
    pagination: `Há mais de ${limit.toLocaleString('pt-BR')} registros. Use um filtro para reduzir a lista.`,
  })
}

export function readAmong({ catalog, resource, outside, sight, table, visible, read }: Door, ids: readonly number[]) {
  const rows = sql`select * from ${sql.table(table)} t where t.id = any(${[...ids]}::bigint[]) and ${visible}`
  return read<AnyListed>(
    sql`${selectOf(catalog, resource, { lines: [], outside, sight }, rows)} order by array_position(${[...ids]}::bigint[], t.id)`,
  )
}

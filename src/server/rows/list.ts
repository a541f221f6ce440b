import { sql } from 'kysely'
import { pageOf, wholeLimit, type ListQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import type { AnyResource, ListedOf } from '#kernel/resource.ts'
import type { Door } from '#server/rows/door.ts'
import { searchSql } from '#server/search.ts'
import { all, filterSql, pickSql, selectOf, type Part } from '#server/sql.ts'

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
  const page = sql`limit ${per_page} offset ${offset}`
  const few = query.search ? await pickAmongFew(door, query, page) : undefined
  const picked = few ?? (await door.read<PickedRow>(sql`${picking(door, query, snapshot)} ${page}`))
  const data = await readAmong(
    door,
    picked.map(({ id }) => id),
    query.columns,
  )
  // A page that is neither full nor empty is the last one: its end is the total.
  const known = picked.length < per_page && (picked.length > 0 || offset === 0)
  const total = known ? offset + picked.length : few?.[0]?.n
  return pageOf(data, total ?? (await totalOf(door, query, picked[0]?.seen)), query)
}
interface PickedRow {
  readonly id: number
  readonly seen?: string
  /** How many were found, this one among them. */
  readonly n?: number
}
const snapshot = sql`, pg_current_snapshot()::text as seen`

/** So many are found first and put in order after; more of them are found in their order. */
const mostFound = 1_000

/**
 * The page of a search that finds few, with how many; nothing where it finds more, or nothing on a later page. Asked for both at once,
 * the planner walks the whole list in its order whenever it guesses that a word is frequent, and reads it all where it is not.
 */
async function pickAmongFew(door: Door, query: ListQuery, page: Part): Promise<readonly PickedRow[] | undefined> {
  const found = sql`select t.id from ${sql.table(door.table)} t where ${matching(door, query)} limit ${mostFound + 1}`
  const among = {
    where: sql`t.id = any(array(${found}))`,
    sort: query.sort,
    besides: sql`, count(*) over ()::int as n`,
  }
  const picked = await door.read<PickedRow>(sql`${pickSql(door.catalog, door.resource, among, door.sight)} ${page}`)
  const n = picked[0]?.n ?? (query.page === 1 ? 0 : Infinity)
  return n <= mostFound ? picked : undefined
}

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

import { sql, type CompiledQuery } from 'kysely'
import { pageOf, type ListQuery } from '#kernel/page.ts'
import { invalid } from '#kernel/problem.ts'
import { titleOf } from '#kernel/resource.ts'
import { backwards, walkOf, walkSql, type From, type Ordered, type Walk } from '#server/order.ts'
import type { Door } from '#server/rows/door.ts'
import { counting, matching, readAmong, type Counted } from '#server/rows/list.ts'
import { markIn, seenSql, type KnownList } from '#server/rows/totals.ts'
import { pickSql, sortedField, type Part } from '#server/sql.ts'

interface PickedPage {
  readonly ids: readonly number[]
  readonly total: number
}
interface PickedRow {
  readonly id: number
  readonly seen: string
  readonly stretch: number
  /** How many were found, this one among them. */
  readonly n: number
}

/** A page that is asked for, and what is known of its list. */
interface Asked {
  readonly door: Door
  readonly query: ListQuery
  readonly list: Ordered
  readonly count: CompiledQuery<Counted>
  readonly seen: Part
  readonly offset: number
  /** What was learned last; of a transaction, which sees what it wrote itself, nothing holds. */
  readonly known: KnownList | undefined
}

export async function pageOfRows(door: Door, query: ListQuery) {
  const { ids, total } = await pickPage(door, query)
  return pageOf(await readAmong(door, ids, query.columns), total, query)
}

/**
 * The ids of the rows asked for, in order. They are picked first and completed after: planned as one, both are planned anew for
 * each page, and a hundred thousand rows may be completed to show twenty-five.
 */
async function pickPage(door: Door, query: ListQuery): Promise<PickedPage> {
  const { catalog, resource, sight } = door
  const list = { catalog, resource, sight, where: matching(door, query), sort: query.sort }
  const walk = walkOf(list)
  const count = counting(door, query)
  const asked: Asked = {
    door,
    query,
    list,
    count,
    seen: seenSql(walk ? count.sql : compiled(door, inOrder(list)).sql),
    offset: (query.page - 1) * query.per_page,
    known: door.ctx.sql.isTransaction ? undefined : door.totals.recall(count),
  }
  const narrowed = query.search !== '' || query.filters.length > 0
  const few = narrowed ? await pickAmongFew(asked) : undefined
  return few ?? (walk && isQuick(asked) ? pickWalking(asked, walk) : pickInOrder(asked))
}

const compiled = ({ ctx }: Door, query: Part) => query.compile(ctx.sql)
const inOrder = ({ catalog, resource, where, sort, sight }: Ordered, besides = sql``) =>
  pickSql(catalog, resource, { where, sort, besides }, sight)

/** So many rows are found first and put in order after; more of them are found in their order. */
const mostFound = 1_000
/** More rows than these are not put in an order that no index has. */
export const mostSorted = 100_000

/**
 * The page of a list that was narrowed to few rows, with how many; nothing where they are more. Asked for both at once, the planner
 * walks the whole list in its order whenever it guesses that a word is frequent, and reads it all where it is not.
 */
async function pickAmongFew(asked: Asked): Promise<PickedPage | undefined> {
  const { door, query, list, seen, offset, known } = asked
  if (known && known.rows > mostFound) return undefined
  const order = orderOf(query)
  const page = (ids: readonly number[]) => ({ ids: ids.slice(offset, offset + query.per_page), total: ids.length })
  const found = known?.found.get(order)
  if (found && (await stateOf(asked)) === known?.seen) return page(found)
  const among = sql`t.id = any(array(select t.id from ${sql.table(door.table)} t where ${list.where} limit ${mostFound + 1}))`
  const besides = sql`, ${seen} as seen, count(*) over ()::int as n`
  const picked = await door.read<PickedRow>(sql`${inOrder({ ...list, where: among }, besides)} limit ${mostFound}`)
  const [first] = picked
  if (!first) return page([])
  if (first.n > mostFound) return undefined
  const ids = picked.map(({ id }) => id)
  learn(asked, first.n, first.seen)?.found.set(order, ids)
  return page(ids)
}

const orderOf = ({ sort }: ListQuery) => JSON.stringify(sort)
const stateOf = async ({ door, seen }: Asked) =>
  (await door.read<Pick<PickedRow, 'seen'>>(sql`select ${seen} as seen`))[0]?.seen
/** What a list comes to, for whoever reads the same rows later. */
const learn = ({ door, count }: Asked, rows: number, seen: string) =>
  door.ctx.sql.isTransaction ? undefined : door.totals.keep(count, rows, seen)

/** How many there are, with the state that was counted in. */
async function countAll(asked: Asked): Promise<KnownList | number> {
  const { door, query, seen } = asked
  const { rows } = await door.ctx.sql.executeQuery(counting(door, query, sql`, ${seen} as seen`))
  const [counted = { n: 0, seen: '' }] = rows
  return learn(asked, counted.n, counted.seen) ?? counted.n
}
const rowsOf = (counted: KnownList | number) => (typeof counted === 'number' ? counted : counted.rows)

/** The total of a list of which a page was just read in this state. */
const totalOf = async (asked: Asked, seen: string | undefined) =>
  asked.known && asked.known.seen === seen ? asked.known.rows : rowsOf(await countAll(asked))

/** A page that is neither full nor empty is the last one: its end is the total. */
async function closed(asked: Asked, ids: readonly number[], seen: string | undefined): Promise<PickedPage> {
  const { offset, query } = asked
  const isLast = ids.length < query.per_page && (ids.length > 0 || offset === 0)
  return { ids, total: isLast ? offset + ids.length : await totalOf(asked, seen) }
}

/** Whether an index has the rows in this order. Where the section does not say which it has, none is refused. */
function isQuick({ list: { resource, sort }, known }: Asked): boolean {
  const { orders } = resource.list
  const said = resource.list.sort ?? titleOf(resource)
  return (
    !orders ||
    (known !== undefined && known.rows <= mostSorted) ||
    sort.every(({ field: key }) => {
      const [name, field] = sortedField(resource, key)
      return (
        [...orders, said, 'id', 'created_at', 'updated_at'].includes(name) ||
        ['ref', 'flag'].includes(field?.kind ?? '')
      )
    })
  )
}

/** Of all the rows, put in order: of a list that says which orders it has, no more than may be. */
async function pickInOrder(asked: Asked): Promise<PickedPage> {
  const { list, query, offset, door, seen } = asked
  if (list.resource.list.orders) {
    const rows = asked.known ?? (await countAll(asked))
    if (rowsOf(rows) > mostSorted)
      throw invalid({
        sort: `Há mais de ${mostSorted.toLocaleString('pt-BR')} registros. Use um filtro para pôr a lista nesta ordem.`,
      })
  }
  const picked = await door.read<PickedRow>(
    sql`${inOrder(list, sql`, ${seen} as seen`)} limit ${query.per_page} offset ${offset}`,
  )
  return closed(
    asked,
    picked.map(({ id }) => id),
    picked[0]?.seen,
  )
}

/** Rows further than this from the beginning are looked for from a place nearer to them. */
const far = 1_000

async function pickWalking(asked: Asked, walk: Walk): Promise<PickedPage> {
  const { query, offset, door } = asked
  const order = orderOf(query)
  if (offset >= far)
    // Somebody may write between what is known and what is read: then it is counted once more, and at last read from the beginning.
    for (const known of [asked.known, undefined]) {
      const now = known ?? (await countAll(asked))
      if (typeof now === 'number') break
      const way = wayTo(walk, { at: offset, size: query.per_page }, now, order)
      const { rows, seen } = await walkAlong(asked, way)
      const ids = rows.map(({ id }) => id)
      if (seen !== now.seen) continue
      const [first] = rows
      if (first) markIn(now, order, { id: first.id, stretch: first.stretch, at: offset })
      return { ids, total: now.rows }
    }
  const { rows, seen } = await walkAlong(asked, { walk, skip: offset, take: query.per_page })
  return closed(
    asked,
    rows.map(({ id }) => id),
    seen,
  )

  async function walkAlong({ list, seen }: Asked, { walk: along, skip, take, from }: Way) {
    // In rows of doubling number: one text, and one plan, for many pages.
    const most = sql.lit(query.per_page * 2 ** Math.ceil(Math.log2((skip + Math.max(take, 1)) / query.per_page)))
    const picked = await door.read<PickedRow>(
      sql`select t.id, t.stretch, ${seen} as seen from (${walkSql(list, along, most, from)}) t limit ${Math.max(take, 1)} offset ${skip}`,
    )
    const rows = (take ? picked : []).map(each => ({
      ...each,
      stretch: along.back ? along.stretches.length - 1 - each.stretch : each.stretch,
    }))
    return { rows: along.back ? rows.toReversed() : rows, seen: picked[0]?.seen }
  }
}

/** From where a page is read, which way, and past how many rows. */
interface Way {
  readonly walk: Walk
  readonly skip: number
  readonly take: number
  readonly from?: From
}

/** The shortest way to so many rows of a list: from its beginning, from its end, or from a place where it was read before. */
function wayTo(
  walk: Walk,
  { at, size }: { readonly at: number; readonly size: number },
  known: KnownList,
  order: string,
): Way {
  const take = Math.max(0, Math.min(size, known.rows - at))
  const back = backwards(walk)
  const end = at + take
  const turned = (stretch: number) => walk.stretches.length - 1 - stretch
  const ways: Way[] = [
    { walk, skip: at, take },
    { walk: back, skip: Math.max(0, known.rows - end), take },
  ]
  for (const mark of known.marks.get(order) ?? []) {
    if (mark.at <= at) ways.push({ walk, skip: at - mark.at, take, from: mark })
    else if (mark.at >= end - 1)
      ways.push({ walk: back, skip: mark.at - end + 1, take, from: { id: mark.id, stretch: turned(mark.stretch) } })
  }
  return ways.reduce((best, each) => (each.skip < best.skip ? each : best))
}

import { sql, type CompiledQuery } from 'kysely'
import { filterName } from '#kernel/condition.ts'
import { pageOf, type ListQuery } from '#kernel/page.ts'
import { problem, type Problem } from '#kernel/problem.ts'
import { titleOf, type AnyResource, type ListedOf } from '#kernel/resource.ts'
import { backwards, isReckoned, walkOf, walkSql, type WalkStart, type Ordered, type Walk } from '#server/order.ts'
import type { Door } from '#server/rows/door.ts'
import { counting, matching, readAmong, readPicked, type Counted } from '#server/rows/list.ts'
import { markIn, seenSql, type KnownList } from '#server/rows/totals.ts'
import { pickSql, sortedField, yes, type Picked } from '#server/sql.ts'
import type { Part } from '#server/part.ts'

interface PickedPage {
  readonly ids: readonly number[]
  readonly total: number
  /** Those rows, where they were read as they were picked. */
  readonly rows?: readonly ListedOf<AnyResource>[]
}
interface PickedRow {
  readonly id: number
  readonly seen: string
  readonly put: string
  readonly stretch: number
}
type FoundRow = Pick<PickedRow, 'seen' | 'put'> & { readonly ids: readonly number[] | null }

/** A requested page, and what is known of its list. */
interface AskedPage {
  readonly door: Door
  readonly query: ListQuery
  readonly list: Ordered
  readonly count: CompiledQuery<Counted>
  /** In which state the list was read, and what put it in order. */
  readonly seen: Part
  readonly offset: number
  /** What was learned last; of a transaction, which sees what it wrote itself, nothing holds. */
  readonly known: KnownList | undefined
}

export async function pageOfRows(door: Door, query: ListQuery) {
  const { ids, total, rows } = await pickPage(door, query)
  return pageOf(rows ?? (await readAmong(door, ids, query.columns)), total, query)
}

/**
 * Picks the ids of the requested rows, in order, and completes the rows after: planned as one, both are planned anew for each
 * page, and a hundred thousand rows may be completed to show twenty-five.
 */
async function pickPage(door: Door, query: ListQuery): Promise<PickedPage> {
  const { catalog, resource, sight } = door
  const list = { catalog, resource, sight, where: matching(door, query), sort: query.sort }
  const walk = walkOf(list)
  const count = counting(door, query)
  const asked: AskedPage = {
    door,
    query,
    list,
    count,
    seen: sql`${seenSql(count.sql)} as seen, ${putSql(door, list, walk, count.sql)} as put`,
    offset: (query.page - 1) * query.per_page,
    known: door.ctx.sql.isTransaction ? undefined : door.totals.recall(count),
  }
  await refuseReckoned(asked)
  const few = isNarrowed(query) ? await pickAmongFew(asked) : undefined
  return few ?? (walk && isQuick(asked) ? pickWalking(asked, walk) : pickInOrder(asked))
}

const isNarrowed = ({ search, any, filters, trashed }: ListQuery) =>
  trashed || search !== '' || any.length > 0 || filters.length > 0

/** What is reckoned from other rows takes long for each: it narrows no list of more rows than may be looked at one by one. */
async function refuseReckoned(asked: AskedPage): Promise<void> {
  const { door, query, list } = asked
  const slow = query.filters.filter(({ key }) => isReckoned(list, key))
  const [reckoned] = slow
  if (!reckoned) return
  // Of alternatives one of which is reckoned, none narrows the list by itself.
  const groups = new Set(slow.flatMap(({ group = 0 }) => (group === 0 ? [] : [group])))
  const quick = query.filters.filter(({ key, group = 0 }) => !isReckoned(list, key) && !groups.has(group))
  const wider = { ...query, filters: quick }
  const count = counting(door, wider)
  const wide = { ...asked, query: wider, count, seen: sql`${seenSql(count.sql)} as seen` }
  const known = door.totals.recall(count) ?? (await countAll(wide))
  if (rowsOf(known) > mostSorted) throw tooMany(filterName(reckoned.key, 'eq', 1, reckoned.group), 'filtrar por isto')
}
function tooMany(at: string, what: string): Problem {
  const message = `Há mais de ${mostSorted.toLocaleString('pt-BR')} registros. Use outro filtro antes de ${what}.`
  return problem('invalid', { message, errors: { [at]: [message] } })
}

/** The state of what puts a list in order; nothing where that is columns of its own. */
function putSql({ ctx }: Door, list: Ordered, walk: Walk | null, besides: string): Part {
  if (walk?.isPlain) return sql.raw(`''`)
  return seenSql((walk ? walkSql(list, walk, sql.lit(1)) : inOrder(list)).compile(ctx.sql).sql, besides)
}
const inOrder = ({ catalog, resource, where, sort, sight }: Ordered, more: Partial<Picked> = {}) =>
  pickSql(catalog, resource, { where, sort, besides: sql``, ...more }, sight)

/** So many rows are found first and put in order after; more of them are found in their order. */
const mostFound = 1_000
/** More rows than these are not put in an order that no index has. */
const mostSorted = 100_000

/**
 * Picks the page of a list narrowed to few rows, with their number; nothing where they are more. In one query for both, the
 * planner walks the whole list in its order whenever it guesses that a word is frequent, and reads it all where it is not.
 */
async function pickAmongFew(asked: AskedPage): Promise<PickedPage | undefined> {
  const { door, query, list, seen, offset, known } = asked
  if (known && known.rows > mostFound) return undefined
  const order = orderOf(query)
  const page = (ids: readonly number[]) => ({ ids: ids.slice(offset, offset + query.per_page), total: ids.length })
  const found = known?.found.get(order)
  if (found && (await isSame(asked, known, found))) return page(found.ids)
  const these = (what: Part) =>
    sql`select ${what} from ${sql.table(door.table)} t where ${matching(door, query, 'seldom')} limit ${sql.lit(mostFound + 1)}`
  // Filters alone are answered by their index alone; words are compared in the rows themselves, which are then put in order as they were read.
  const put = query.search
    ? inOrder(list, { where: yes, among: these(sql`*`) })
    : inOrder(list, { where: sql`t.id = any(array(${these(sql`t.id`)}))` })
  const [row] = await door.read<FoundRow>(sql`select json_agg(t.id) as ids, ${seen} from (${put}) t`)
  const ids = row?.ids ?? []
  if (ids.length > mostFound) return undefined
  if (row) learn(asked, ids.length, row.seen)?.found.set(order, { ids, put: row.put })
  return page(ids)
}

const orderOf = ({ sort }: ListQuery) => JSON.stringify(sort)
async function isSame({ door, seen }: AskedPage, known: KnownList | undefined, { put }: { readonly put: string }) {
  const [now] = await door.read<FoundRow>(sql`select ${seen}`)
  return now?.seen === known?.seen && now?.put === put
}
/** Stores the size of a list, for later readers of the same rows. */
const learn = ({ door, count }: AskedPage, rows: number, seen: string) =>
  door.ctx.sql.isTransaction ? undefined : door.totals.keep(count, rows, seen)

/** How many there are, with the state that was counted in. */
async function countAll(asked: AskedPage): Promise<KnownList | number> {
  const { door, query, seen } = asked
  const { rows } = await door.ctx.sql.executeQuery(counting(door, query, sql`, ${seen}`))
  const [counted = { n: 0, seen: '' }] = rows
  return learn(asked, counted.n, counted.seen) ?? counted.n
}
const rowsOf = (counted: KnownList | number) => (typeof counted === 'number' ? counted : counted.rows)

/** The total of a list of which a page was just read in this state. */
const totalOf = async (asked: AskedPage, seen: string | undefined) =>
  asked.known && asked.known.seen === seen ? asked.known.rows : rowsOf(await countAll(asked))

/** A page that is neither full nor empty is the last one: its end is the total. */
async function closed(asked: AskedPage, rows: readonly Pick<PickedRow, 'id'>[], seen?: string): Promise<PickedPage> {
  const { offset, query } = asked
  const isLast = rows.length < query.per_page && (rows.length > 0 || offset === 0)
  return { ids: idsOf(rows), total: isLast ? offset + rows.length : await totalOf(asked, seen) }
}
const idsOf = (rows: readonly Pick<PickedRow, 'id'>[]) => rows.map(({ id }) => id)

/** Whether an index has the rows in this order, and it may be read from either end. */
function isQuick({ list, known }: AskedPage): boolean {
  const { resource, sort } = list
  if (known && known.rows <= mostSorted) return true
  const [{ field: key } = { field: 'id' }, ...more] = sort
  const [name, field] = sortedField(resource, key)
  const isOne =
    !more.length &&
    (hadOrders(resource).includes(name) || field?.kind === 'ref' || (field?.kind === 'flag' && !isReckoned(list, key)))
  return isOne || isOwnOrder(resource, sort)
}
/** Orders that a list of any length offers because they have an index; references and flags, which have few values, are offered too. */
export const hadOrders = ({ list }: AnyResource): readonly string[] => ['id', ...(list.orders ?? [])]

/** The order the section declares, either way. */
function isOwnOrder({ list, ...of }: AnyResource, sort: ListQuery['sort']): boolean {
  const own = (list.sort ?? titleOf({ list, ...of })).split(',')
  const [first] = sort
  const turned = first?.descending !== own[0]?.startsWith('-')
  return (
    sort.length === own.length &&
    sort.every(({ field, descending }, at) => own[at] === `${descending !== turned ? '-' : ''}${field}`)
  )
}

/** Of all the rows, put in order: of no more than may be, where it is not the section's own order. */
async function pickInOrder(asked: AskedPage): Promise<PickedPage> {
  const { list, query, offset, door, seen } = asked
  const isBound = !isOwnOrder(list.resource, list.sort)
  const counted = isBound ? (asked.known ?? (await countAll(asked))) : asked.known
  if (isBound && counted !== undefined && rowsOf(counted) > mostSorted) throw tooMany('sort', 'pôr a lista nesta ordem')
  const known = typeof counted === 'number' ? undefined : counted
  const put = inOrder(list, { besides: sql`, ${seen}` })
  const rows = await door.read<PickedRow>(sql`${put} limit ${query.per_page} offset ${offset}`)
  return closed({ ...asked, known }, rows, rows[0]?.seen)
}

/** Rows further than this from the beginning are looked for from a place nearer to them. */
const far = 1_000

async function pickWalking(asked: AskedPage, walk: Walk): Promise<PickedPage> {
  const { query, offset, door } = asked
  const order = orderOf(query)
  // All rows found may be in the middle of its order.
  if (offset >= far || isNarrowed(query))
    // Somebody may write between what is known and what is read: then it is counted once more, and at last read from the beginning.
    for (const known of [asked.known, undefined]) {
      const now = known ?? (await countAll(asked))
      if (typeof now === 'number') break
      const way = wayTo(walk, { at: offset, size: query.per_page }, now, order)
      const rows = await walkAlong(walkedList(asked, now), way)
      const [first] = rows
      if (first?.seen !== now.seen || (way.from && way.from.put !== first.put)) continue
      if (way.take) markIn(now, order, { ...first, at: offset })
      return { ids: way.take ? idsOf(rows) : [], total: now.rows }
    }
  const picked = pickAlong(asked, walkedList(asked), { walk, skip: offset, take: query.per_page })
  const { rows, seen } = await readPicked(door, picked, query.columns)
  return { ...(await closed(asked, rows, seen)), rows }

  /** Reads rows in order, in either direction; where none is wanted it reads one, for the state. */
  async function walkAlong(list: Ordered, way: Way) {
    const { back, stretches } = way.walk
    const read = await door.read<PickedRow>(pickAlong(asked, list, way))
    if (!back) return read
    return read.map(each => ({ ...each, stretch: stretches.length - 1 - each.stretch })).toReversed()
  }
}

function pickAlong({ query, seen }: AskedPage, list: Ordered, { walk, skip, take, from }: Way): Part {
  // In rows of doubling number: one text, and one plan, for many pages.
  const most = sql.lit(query.per_page * 2 ** Math.ceil(Math.log2((skip + Math.max(take, 1)) / query.per_page)))
  return sql`select t.id, t.stretch, ${seen} from (${walkSql(list, walk, most, from)}) t limit ${Math.max(take, 1)} offset ${skip}`
}

/** A list to be walked. While all of its rows have what is searched for, as they were counted, it is not looked for in each. */
function walkedList({ door, query, list }: AskedPage, known?: KnownList): Ordered {
  const open = { ...query, search: '' }
  const all = query.search && known ? door.totals.recall(counting(door, open)) : undefined
  const isInAll = all !== undefined && all.rows === known?.rows && all.seen === known.seen
  return { ...list, where: matching(door, isInAll ? open : query, 'walking') }
}

/** From where a page is read, which way, and past how many rows. */
interface Way {
  readonly walk: Walk
  readonly skip: number
  readonly take: number
  readonly from?: WalkStart & { readonly put: string }
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
      ways.push({ walk: back, skip: mark.at - end + 1, take, from: { ...mark, stretch: turned(mark.stretch) } })
  }
  // On a tie the place is nearer: a walk from an end also reads rows that the filter leaves out.
  return ways.reduce((best, each) => (each.skip <= best.skip ? each : best))
}

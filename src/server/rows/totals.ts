import { sql, type CompiledQuery } from 'kysely'
import type { WalkStart } from '#server/order.ts'
import { todaySql } from '#server/days.ts'
import type { Part } from '#server/part.ts'

/** A row of a list, and how many come before it in its order, while what puts it in order is in this state. */
interface ListMark extends WalkStart {
  readonly at: number
  readonly put: string
}

/** What was learned of a list. It holds for readers of the same rows, and for nobody else: see `seenSql`. */
export interface KnownList {
  readonly rows: number
  readonly seen: string
  readonly at: number
  /** By order: all of its ids where they are few, and places far from both ends where it was read. */
  readonly found: Map<string, Pick<ListMark, 'put'> & { readonly ids: readonly number[] }>
  readonly marks: Map<string, readonly ListMark[]>
}

/** Lists remembered at once, and places in one of them. */
const rememberedLists = 2_000
const mostMarks = 40
/** Milliseconds: a list changes by itself where it asks the clock, or by a database put back under us. */
const oldest = { timeless: 60_000, timed: 1_000 } as const

/** Stores what was learned of lists, by the query that counts them. */
export class Totals {
  readonly #known = new Map<string, KnownList>()

  /** What was learned last, of whatever rows: the reader sees whether theirs are the same. */
  recall(counting: CompiledQuery): KnownList | undefined {
    const known = this.#known.get(keyOf(counting))
    const age = counting.sql.replaceAll(todaySql, '').includes('now()') ? oldest.timed : oldest.timeless
    return known && performance.now() - known.at < age ? known : undefined
  }

  keep(counting: CompiledQuery, rows: number, seen: string): KnownList {
    const key = keyOf(counting)
    const known = { rows, seen, at: performance.now(), found: new Map(), marks: new Map() }
    this.#known.delete(key)
    this.#known.set(key, known)
    const [first] = this.#known.keys()
    if (this.#known.size > rememberedLists && first !== undefined) this.#known.delete(first)
    return known
  }
}

export function markIn({ marks }: KnownList, order: string, mark: ListMark): void {
  const { id, stretch, at, put } = mark
  const others = (marks.get(order) ?? []).filter(each => each.at !== at)
  marks.set(order, [...others.slice(1 - mostMarks), { id, stretch, at, put }])
}

const keyOf = ({ sql: text, parameters }: CompiledQuery) => `${text} ${JSON.stringify(parameters)}`

/** The tables a statement reads; null where it does not say them one by one. */
function tablesIn(text: string): ReadonlySet<string> | null {
  if (/\b(?:from|join)\s+[\w"]+(?:\s+(?:as\s+)?\w+)?\s*,/i.test(text)) return null
  return new Set(Array.from(text.matchAll(/\b(?:from|join)\s+(?!lateral\b)"?(\w+)"?/gi), ([, name = '']) => name))
}

/**
 * SQL for the state of the tables a statement reads: the sum of their change counters. Where it is equal the rows are equal,
 * whichever process wrote them. Tables without a counter give the transaction snapshot instead, and a statement that uses
 * today's date adds it. Empty where `besides` covers all of that.
 */
export function seenSql(text: string, besides = ''): Part {
  const tables = tablesIn(text)
  if (!tables) return sql.raw('pg_current_snapshot()::text')
  const told = tablesIn(besides)
  const isDated = text.includes(todaySql) && !besides.includes(todaySql)
  if (besides && !isDated && [...tables].every(name => told?.has(name))) return sql.raw(`''`)
  const names = [...tables].map(name => `'${name}'`).join(', ')
  return sql.raw(
    `(select case when count(distinct c.name) = ${tables.size} then sum(c.n)::text else pg_current_snapshot()::text end${isDated ? ` || ${todaySql}` : ''} from table_changes c where c.name in (${names}))`,
  )
}

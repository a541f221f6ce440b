import { dayIn } from '#kernel/clock.ts'
import { isDay } from '#kernel/page.ts'

// Days as people and files write them: the day first, as in Brazil, or the month first.

/** Which part of a date comes first. */
export const dayOrders = ['dia', 'mes'] as const
export type DayOrder = (typeof dayOrders)[number]

const today = () => dayIn(new Date()).day

/** A day that is yet to come, in Brasília. */
export const isFuture = (day: string) => day > today()

interface WrittenDay {
  readonly first: string
  readonly second: string
  readonly year: string
}

function partsOf(text: string): WrittenDay | null {
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text) ?? []
  return year ? { first, second, year } : null
}

/** A year of two digits is the nearest that fits: of what can only be past, none after this one. */
function fullYear(year: string, past: boolean): string {
  if (year.length === 4) return year
  const last = Number(today().slice(0, 4)) + (past ? 0 : 50)
  return String(last - ((last - Number(year)) % 100))
}

function inOrder({ first, second, year }: WrittenDay, order: DayOrder, past: boolean): string | null {
  const [day, month] = order === 'dia' ? [first, second] : [second, first]
  const found = `${fullYear(year, past)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(found) ? found : null
}

/** What remains of a date and its hour. */
export const withoutHour = (text: string) => text.trim().split(/[T ]/)[0] ?? ''

/** How a column orders its dates, by those that can be read in one way only; both orders where two contradict. */
export function dayOrdersOf(texts: Iterable<string>): readonly DayOrder[] {
  const found = new Set<DayOrder>()
  for (const text of texts) {
    const parts = text.length > 30 ? null : partsOf(withoutHour(text))
    const possible = parts ? dayOrders.filter(order => inOrder(parts, order, false) !== null) : []
    if (possible.length === 1 && possible[0]) found.add(possible[0])
    if (found.size === dayOrders.length) break
  }
  return [...found]
}

interface DayReading {
  /** How its column orders dates; Brazil's order where nothing proves any. */
  readonly orders?: readonly DayOrder[] | undefined
  /** It cannot be yet to come. */
  readonly past?: boolean | undefined
}
/** The day a text is; the two it may be, Brazil's order first, where its column has dates of both; null where it is none. */
export function readDate(text: string, { orders = [], past = false }: DayReading = {}) {
  const given = text.trim()
  if (isDay(given)) return given
  const parts = partsOf(given)
  if (!parts) return null
  const [ours, theirs] = [inOrder(parts, 'dia', past), inOrder(parts, 'mes', past)]
  if (!orders.length || ours === theirs) return ours
  if (ours === null || theirs === null) return ours ?? theirs
  if (orders.length > 1) return [ours, theirs] as const
  return orders[0] === 'dia' ? ours : theirs
}

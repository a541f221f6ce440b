import { isBankDay } from '#kernel/calendar.ts'
import { dayAfter, daysTo } from '#kernel/clock.ts'

/** Rates of late payment, in percent: the fine once, the interest a month. */
export interface LateRates {
  /** The rates apply to bills due on this day or later, 'AAAA-MM-DD'. */
  readonly since: string
  readonly fine: number
  readonly interest: number
}
/** What is charged of late money, in cents. */
export interface LateCharge {
  /** Days from the last one to pay in time. */
  readonly days: number
  readonly fine: number
  readonly interest: number
}

/** The day itself when banks open, else the next: what falls due on another may be paid on it. */
export const bankDayFrom = (day: string): string => (isBankDay(day) ? day : bankDayFrom(dayAfter(day, 1)))

/** The rates a bill was made under: the newest that stood on the day it fell due; none before the first. */
export const ratesAt = (all: readonly LateRates[], due: string): LateRates =>
  all.filter(({ since }) => since <= due).toSorted((a, b) => (a.since < b.since ? 1 : -1))[0] ?? {
    since: due,
    fine: 0,
    interest: 0,
  }

/** What the bill is charged with when paid on a day: a bill that says its fine and interest itself bears no more. */
export const ratesOf = (
  all: readonly LateRates[],
  { due_date, fees }: { readonly due_date: string; readonly fees: number | null },
): LateRates => ((fees ?? 0) > 0 ? { since: due_date, fine: 0, interest: 0 } : ratesAt(all, due_date))

/** Days past the last one to pay in time; 0 while there is time. */
export const daysLate = (due: string, on: string) => Math.max(0, daysTo(on, bankDayFrom(due)))

/** Half a cent is a cent: `of` cents times `times` over `by`, exactly. */
const share = (of: number, times: number, by: number) =>
  Number((BigInt(of) * BigInt(times) * 2n + BigInt(by)) / (BigInt(by) * 2n))
const hundredths = (percent: number) => Math.round(percent * 100)

/** Fine and interest of so many cents that fell due on one day and are paid on another. */
export function chargeOn(cents: number, due: string, on: string, { fine, interest }: LateRates): LateCharge {
  const days = daysLate(due, on)
  if (days === 0) return { days, fine: 0, interest: 0 }
  return {
    days,
    fine: share(cents, hundredths(fine), 10_000),
    interest: share(cents, hundredths(interest) * days, 10_000 * 30),
  }
}

/** How money that came in divides, in cents; the parts add up to it. */
export interface MoneySplit {
  readonly settled: number
  readonly fine: number
  readonly interest: number
  readonly over: number
}
interface LateDebt {
  /** Cents that nobody paid yet. */
  readonly left: number
  readonly due: string
  readonly on: string
  readonly rates: LateRates
}

/**
 * Late money in parts: each pays for what it settles, the same as all of it would, and what is more than everything is over.
 */
export function splitByRate(paid: number, { left, due, on, rates }: LateDebt): MoneySplit {
  const whole = chargeOn(left, due, on, rates)
  const all = left + whole.fine + whole.interest
  if (paid >= all) return { settled: left, fine: whole.fine, interest: whole.interest, over: paid - all }
  const costOf = (cents: number) => {
    const { fine, interest } = chargeOn(cents, due, on, rates)
    return cents + fine + interest
  }
  // The most it settles, found by halves: what it costs never falls as it grows.
  let [low, high] = [0, left]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (costOf(middle) <= paid) low = middle
    else high = middle - 1
  }
  const { fine, interest } = chargeOn(low, due, on, rates)
  // A cent that buys nothing more is interest, where there is any.
  const rest = paid - low - fine - interest
  return { settled: low, fine, interest: interest + rest, over: 0 }
}

/** What a bank says it took: the bill first, then what was charged with it; what nobody owed is over. */
export function splitDebtFirst(paid: number, { left, due, on, rates }: LateDebt): MoneySplit {
  const whole = chargeOn(left, due, on, rates)
  const settled = Math.min(paid, left)
  const fine = Math.min(paid - settled, whole.fine)
  const interest = Math.min(paid - settled - fine, whole.interest)
  return { settled, fine, interest, over: paid - settled - fine - interest }
}

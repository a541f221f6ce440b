import { bankDayFrom } from '#kernel/calendar.ts'
import { daysTo } from '#kernel/clock.ts'

// What a bill costs on a day, and until when it is in time. Screens, papers, mails and payments all calculate it here.

/** Rates of late payment, in percent: the fine once, the interest a month. */
export interface LateRates {
  readonly fine: number
  readonly interest: number
}
/** What of a bill nobody paid yet, and what its price depends on; amounts in cents. */
export interface BillDebt {
  /** Without fine and interest, and before a discount for paying early. */
  readonly left: number
  /** 'AAAA-MM-DD' */
  readonly due: string
  /** A discount that applies up to a day, that day included. */
  readonly early: { readonly cents: number; readonly until: string } | null
  readonly rates: LateRates
}
/** The price of a bill on a day, in cents. */
export interface BillCost {
  /** Days after the due day; 0 while it is in time. */
  readonly days: number
  readonly fine: number
  readonly interest: number
  /** What is taken off for paying all of it on this day. */
  readonly discount: number
  /** What settles all of it. */
  readonly total: number
}

/**
 * Days late: none up to the last day to pay in time, and from the due day itself after it, because the grace of a closed bank is only
 * for those who pay on its next day (STJ, REsp 1.954.924).
 */
export const daysLate = (due: string, on: string) => (on <= bankDayFrom(due) ? 0 : daysTo(on, due))

/** What a row of a bill has for its debt; amounts in reais but `left_cents`. */
export interface DebtRow {
  readonly left_cents: number
  readonly due_date: string
  readonly discount?: number | null
  readonly discount_until?: string | null
  readonly late_fine: number | null
  readonly late_interest: number | null
}
export const debtOf = (row: DebtRow): BillDebt => ({
  left: row.left_cents,
  due: row.due_date,
  early: row.discount_until ? { cents: Math.round((row.discount ?? 0) * 100), until: row.discount_until } : null,
  rates: { fine: row.late_fine ?? 0, interest: row.late_interest ?? 0 },
})

/** Half a cent is a cent: `of` cents times `times` over `by`, exactly. */
const share = (of: number, times: number, by: number) =>
  Number((BigInt(of) * BigInt(times) * 2n + BigInt(by)) / (BigInt(by) * 2n))
const hundredths = (percent: number) => Math.round(percent * 100)

/** Fine and interest of so many cents that fell due on one day and are paid on another. */
export function chargeOn(cents: number, due: string, on: string, { fine, interest }: LateRates) {
  const days = daysLate(due, on)
  if (days === 0) return { days, fine: 0, interest: 0 }
  return {
    days,
    fine: share(cents, hundredths(fine), 10_000),
    interest: share(cents, hundredths(interest) * days, 10_000 * 30),
  }
}

/** What the whole debt costs on a day. */
export function costOn({ left, due, early, rates }: BillDebt, on: string): BillCost {
  const charge = chargeOn(left, due, on, rates)
  const discount = early && on <= early.until ? Math.min(early.cents, left) : 0
  return { ...charge, discount, total: left + charge.fine + charge.interest - discount }
}

/** How money that came in divides, in cents: what is settled is what of it pays the bill, and the discount. */
export interface MoneySplit {
  readonly settled: number
  readonly fine: number
  readonly interest: number
  readonly discount: number
  readonly over: number
}

/** All of the debt is settled; a discount counts for what the money falls short of it. */
function splitWhole(paid: number, left: number, { fine, interest, discount }: BillCost): MoneySplit {
  const used = Math.min(discount, Math.max(0, left + fine + interest - paid))
  return { settled: left, fine, interest, discount: used, over: paid + used - left - fine - interest }
}

/**
 * Late money in parts: each pays for what it settles, the same as all of it would, and what is more than everything is over.
 */
export function splitByRate(paid: number, debt: BillDebt, on: string): MoneySplit {
  const { left, due, rates } = debt
  const whole = costOn(debt, on)
  if (paid >= whole.total) return splitWhole(paid, left, whole)
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
  return { settled: low, fine, interest: interest + rest, discount: 0, over: 0 }
}

/** What a bank states that it received: the bill first, then what was charged with it; what nobody owed is over. */
export function splitDebtFirst(paid: number, debt: BillDebt, on: string): MoneySplit {
  const whole = costOn(debt, on)
  if (paid >= whole.total && whole.discount > 0) return splitWhole(paid, debt.left, whole)
  const settled = Math.min(paid, debt.left)
  const fine = Math.min(paid - settled, whole.fine)
  const interest = Math.min(paid - settled - fine, whole.interest)
  return { settled, fine, interest, discount: 0, over: paid - settled - fine - interest }
}

import { bankDayUpTo } from '#kernel/calendar.ts'
import { showMonth } from '#kernel/show.ts'

/** A competência: the month a coleta speaks of. */
export interface Period {
  readonly year: number
  readonly month: number
}

/** '2026-11'. */
export const monthKey = (period: Period) => firstDay(period).slice(0, 7)

/** Months between, negative for earlier: ({ 2026, 1 }, -1) → { 2025, 12 }. */
export function shift({ year, month }: Period, months: number): Period {
  const count = year * 12 + (month - 1) + months
  return { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1 }
}
export const next = (period: Period) => shift(period, 1)
export const previous = (period: Period) => shift(period, -1)

/** ({ 2025, 12 }, { 2026, 1 }) → 1. */
export const monthsBetween = (from: Period, to: Period) => (to.year - from.year) * 12 + to.month - from.month

/** Below zero when `one` comes first. */
export const compare = (one: Period, other: Period) => one.year - other.year || one.month - other.month

/** The competência a day, 'AAAA-MM-DD', belongs to. */
export const periodOf = (day: string): Period => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) })

/** The month being collected on a day: the one before. */
export const collecting = (day: string): Period => previous(periodOf(day))

/** 'mar/2026'. */
export const label = ({ year, month }: Period) => showMonth(year, month)

const twoDigits = (number: number) => String(number).padStart(2, '0')
const day = ({ year, month }: Period, date: number) => `${year}-${twoDigits(month)}-${twoDigits(date)}`

export const firstDay = (period: Period) => day(period, 1)
/** '2026-02-28': contracts alive on this day are the month's, and it is not always a 30th. */
export const lastDay = (period: Period) => day(period, new Date(Date.UTC(period.year, period.month, 0)).getUTCDate())

/** Anatel takes the month until day 15 of the next (Despacho Decisório 16/2020/SUE). */
export const dueDay = (period: Period) => day(next(period), 15)
/** Clients hand theirs over by day 12: near the 15th the agency's site is crowded. */
export const cutoffDay = (period: Period) => day(next(period), 12)

/**
 * The one day a duty is due, at every door: what is paid moves to the bank day before when banks are closed on the day its rule
 * says; a file is taken on any day of the year.
 */
export const lastDayFor = (legal: string, paid: boolean) => (paid ? bankDayUpTo(legal) : legal)

/** FUST is declared in SFUST and paid until day 10 of the next month (Portaria 1.992/2021); earlier when banks are closed. */
export const fustLegalDay = (period: Period) => day(next(period), 10)
export const fustDay = (period: Period) => lastDayFor(fustLegalDay(period), true)
/** FUNTTEL is paid until the last working day of the next month (regulation of October 2024). */
export const funttelLegalDay = (period: Period) => lastDay(next(period))
export const funttelDay = (period: Period) => lastDayFor(funttelLegalDay(period), true)
/** Fees of licensed stations are due on 31 March of each year. */
export const feesDay = (year: number) => lastDayFor(`${year}-03-31`, true)

/** Still not filed after its last day. `today` is a day of Brasília, 'AAAA-MM-DD'. */
export const isLate = (period: Period, today: string) => today > dueDay(period)

/** Whether a value of a form is a day, '2026-11-28': a field that is half typed has another text, or none. */
export const isDayText = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

import { daysTo } from '#kernel/clock.ts'
import { periodOf, type Period } from '#parts/period/period.ts'

const spoken = new Intl.DateTimeFormat('pt-BR', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const longMonth = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** '2026-11-10' → 'ter., 10 de nov.'. */
export const shortDay = (day: string) => spoken.format(at(day))
/** { 2026, 11 } → 'novembro de 2026'. */
export const monthName = ({ year, month }: Period) => longMonth.format(new Date(Date.UTC(year, month - 1, 1)))

/** 'hoje', 'amanhã', 'em 12 dias', 'há 3 dias'. */
export function distance(day: string, today: string): string {
  const days = daysTo(day, today)
  if (days === 0) return 'hoje'
  if (Math.abs(days) === 1) return days > 0 ? 'amanhã' : 'ontem'
  return days > 0 ? `em ${days} dias` : `há ${-days} dias`
}

/** The weeks that show a month, Sunday first: days of the months around it fill the first and the last. */
export function weeksOf({ year, month }: Period): readonly (readonly string[])[] {
  const first = Date.UTC(year, month - 1, 1)
  const start = first - new Date(first).getUTCDay() * 86_400_000
  const days = Array.from({ length: 42 }, (_, i) => new Date(start + i * 86_400_000).toISOString().slice(0, 10))
  const weeks = Array.from({ length: 6 }, (_, i) => days.slice(i * 7, i * 7 + 7))
  return weeks.filter(week => week.some(day => isIn(day, { year, month })))
}
export function isIn(day: string, { year, month }: Period): boolean {
  const of = periodOf(day)
  return of.year === year && of.month === month
}

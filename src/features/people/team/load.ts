import { dayAfter } from '#kernel/clock.ts'
import type { AwayDays, PersonLoad, WorkLoad } from '#features/people/team/schema.ts'

/** The Sunday a day's week ends on. */
export function weekEnd(day: string): string {
  return dayAfter(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
}

/** What some rows with one day weigh on a day. */
export const weightOf = (due: string | null, n: number, today: string) => ({
  open: n,
  late: due !== null && due < today ? n : 0,
  week: due !== null && due >= today && due <= weekEnd(today) ? n : 0,
})

const sumOf = (loads: readonly WorkLoad[], of: 'open' | 'late' | 'week') =>
  loads.reduce((sum, load) => sum + load[of], 0)

/** Who is pressed most: what is late, then what is due this week, then all that is open. */
export const byPressure = (one: Pick<PersonLoad, 'loads' | 'name'>, other: Pick<PersonLoad, 'loads' | 'name'>) =>
  sumOf(other.loads, 'late') - sumOf(one.loads, 'late') ||
  sumOf(other.loads, 'week') - sumOf(one.loads, 'week') ||
  sumOf(other.loads, 'open') - sumOf(one.loads, 'open') ||
  one.name.localeCompare(other.name, 'pt-BR')

export const isAwayOn = (day: string) => (days: Pick<AwayDays, 'since' | 'until'>) =>
  days.since <= day && day <= days.until

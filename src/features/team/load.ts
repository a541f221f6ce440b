import { dayAfter } from '#kernel/clock.ts'

/** How much of one kind of work somebody has: still to be done, past its day, and falling due until Sunday. */
export interface WorkLoad {
  readonly kind: string
  readonly open: number
  readonly late: number
  readonly week: number
}
/** Somebody who is away, or is about to be. */
export interface AwayDays {
  readonly uuid: string
  readonly since: string
  readonly until: string
  /** Who stands in, or for whom one does. */
  readonly other: { readonly id: number; readonly name: string }
}
/** A person of the house, and what they have to do. */
export interface PersonLoad {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly active: boolean
  readonly profile: string
  readonly loads: readonly WorkLoad[]
  /** All of it in words: '11 clientes e 3 coletas'; '' for nothing. */
  readonly holds: string
  /** Days they are away, now or soon, the first of them first. */
  readonly away: readonly AwayDays[]
  /** Days they stand in for others. */
  readonly standing: readonly AwayDays[]
}

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

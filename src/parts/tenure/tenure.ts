import { showDate } from '#kernel/show.ts'
import { collecting, compare, dueDay, firstDay, isLate, periodOf, type Period } from '#parts/period/period.ts'

/** Days of Brasília a fistel was in use, with its client; `until` is the last of them, null while it goes on. */
export interface Stretch {
  readonly since: string
  readonly until: string | null
}

/** The office files for a fistel in these periods. */
export interface Tenure {
  /** The oldest first; none of what was never in use. */
  readonly stretches: readonly Stretch[]
  /** Its first coleta is of this month, which may precede the office's work if it was typed in later. */
  readonly first: Period | null
}

/** Was the fistel in use on any of these days of Brasília, the first and the last included? */
export const isInUseWithin = ({ stretches }: Tenure, from: string, to: string) =>
  stretches.some(({ since, until }) => since <= to && (until === null || until >= from))

/**
 * Does the fistel owe the month a coleta? Who was there in it does, and who came while it was still to be filed: who left in
 * March owes March and no more, who came on 5 April owes it as well.
 */
export const owes = (tenure: Tenure, month: Period): boolean => owesIn(month)(tenure)

/** `owes` of one month for many fistels: the days of the month are written once. */
export function owesIn(month: Period): (tenure: Tenure) => boolean {
  const [from, to] = [firstDay(month), dueDay(month)]
  return tenure => {
    const { first, stretches } = tenure
    const isBefore = stretches.length > 0 && stretches.every(({ since }) => since > to)
    if (isBefore) return first !== null && compare(first, month) <= 0
    return isInUseWithin(tenure, from, to)
  }
}

/** The first month owed by who came on this day: the one still to be filed then. */
export const firstMonth = (since: string): Period =>
  isLate(collecting(since), since) ? periodOf(since) : collecting(since)

/** 'contrato vencido em 31/08/2026'. */
export const lapsedInWords = (day: string) => `contrato vencido em ${showDate(day)}`

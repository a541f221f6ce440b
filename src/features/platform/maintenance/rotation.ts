import { dayIn, daysTo } from '#kernel/clock.ts'

/** How many copies stay: one of each of the last so many days, weeks and months in which there is one. */
export interface CopyTerms {
  readonly days: number
  readonly weeks: number
  readonly months: number
}
interface RotatedCopy {
  readonly takenAt: Date
  readonly provenAt: Date | null
}

/** Weeks since the Monday of 1970-01-05. */
const weekOf = (day: string) => Math.floor(daysTo(day, '1970-01-05') / 7)

/**
 * Copies that no term wants: of each day, week and month the newest proven copy stays. One that was not proven stays until a newer one is, for
 * it may be all there is; the newest proven one always stays.
 */
export function copiesToRemove<C extends RotatedCopy>(copies: readonly C[], terms: CopyTerms, now: Date): readonly C[] {
  const newestFirst = copies.toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  const proven = newestFirst.filter(({ provenAt }) => provenAt)
  const wanted = new Set<C>(proven.slice(0, 1))
  const take = (most: number, periodOf: (day: string) => string | number) => {
    const seen = new Set<string | number>()
    for (const copy of proven) {
      const period = periodOf(dayIn(copy.takenAt).day)
      if (seen.size < most && !seen.has(period)) wanted.add(copy)
      seen.add(period)
    }
  }
  take(terms.days, day => day)
  take(terms.weeks, weekOf)
  take(terms.months, day => day.slice(0, 7))
  const newest = proven[0]?.takenAt ?? new Date(0)
  return newestFirst.filter(
    copy => copy.takenAt <= now && !wanted.has(copy) && (copy.provenAt || copy.takenAt < newest),
  )
}

/** The last moment at which a clock of this time zone showed this hour. */
export function lastPassing(now: Date, hour: number, timeZone: string): Date {
  const shown = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const [hours = 0, minutes = 0, seconds = 0] = shown.format(now).split(':').map(Number)
  const ago = ((hours - hour + 24) % 24) * 3_600 + minutes * 60 + seconds
  return new Date(now.getTime() - ago * 1_000 - now.getMilliseconds())
}

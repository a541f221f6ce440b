import { isBankDay } from '#kernel/calendar.ts'
import { dayAfter, timeZone } from '#kernel/clock.ts'

/** The working day, in whole hours of Brasília. */
export interface WorkingDay {
  readonly opens: number
  readonly closes: number
}

const minute = 60_000
const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Returns a moment in Brasília's clock time, as UTC milliseconds. */
function localOf(moment: Date): number {
  const part = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
  return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`)
}

/** When so many hours of work have passed since a moment: only days banks open, between two hours, count. */
export function afterWorkingHours(from: Date, hours: number, { opens, closes }: WorkingDay): Date {
  const begun = localOf(from)
  const offset = from.getTime() - (from.getTime() % 1_000) - begun
  let at = begun
  let left = Math.round(hours * 60) * minute
  for (let day = new Date(begun).toISOString().slice(0, 10); ; day = dayAfter(day, 1)) {
    if (!isBankDay(day)) continue
    const midnight = Date.parse(`${day}T00:00:00Z`)
    const [start, end] = [Math.max(at, midnight + opens * 60 * minute), midnight + closes * 60 * minute]
    if (start >= end) continue
    if (left <= end - start) return new Date(start + left + offset)
    left -= end - start
    at = end
  }
}

import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { dayAfter } from '#kernel/clock.ts'

const twoDigits = (part: number) => String(part).padStart(2, '0')

const holidaysByYear = new Map<number, ReadonlySet<string>>()
/** Days banks do not open in a year: national holidays, Corpus Christi, Carnival's Monday and Tuesday (Res. CMN 4.880/2020). */
function closed(year: number): ReadonlySet<string> {
  const found = holidaysByYear.get(year)
  if (found) return found
  // The library gives days in local time, and lists only the Tuesday of Carnival.
  const days = getHolidays(year)
    .filter(({ type }) => type !== 'religious')
    .map(({ name, date }) => ({
      name,
      day: `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`,
    }))
  const mondays = days.flatMap(({ name, day }) => (name.startsWith('Carnaval') ? [dayAfter(day, -1)] : []))
  const all = new Set([...days.map(({ day }) => day), ...mondays])
  holidaysByYear.set(year, all)
  return all
}

/** Do banks open on this day, 'AAAA-MM-DD'? Holidays of a state or a city are not known here. */
export function isBankDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !closed(Number(day.slice(0, 4))).has(day)
}

/** Returns the day if banks open, else the bank day before it, so that no deadline is given late. */
export const bankDayUpTo = (day: string): string => (isBankDay(day) ? day : bankDayUpTo(dayAfter(day, -1)))

/**
 * The day itself when banks open, else the next on which they do: the last day on which what falls due is paid in time (Lei
 * 7.089/1983).
 */
export const bankDayFrom = (day: string): string => (isBankDay(day) ? day : bankDayFrom(dayAfter(day, 1)))

/** The earliest due day that is still in time on a day: what falls due before it is late. */
export const firstDueInTime = (day: string): string => dayAfter(bankDayUpTo(dayAfter(day, -1)), 1)

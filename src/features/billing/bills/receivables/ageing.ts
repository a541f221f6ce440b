import { firstDueInTime } from '#kernel/calendar.ts'
import { dayAfter } from '#kernel/clock.ts'
import { firstDay, lastDay, periodOf, shift } from '#parts/period/period.ts'

/** Days open bills fall due in, the first and the last included; null goes on without end. */
export interface DueBand {
  readonly key: string
  readonly label: string
  readonly from: string | null
  readonly to: string | null
  readonly late: boolean
}

/** Months ahead of which what comes in is expected. */
export const expectedMonths = 6

/** The late ones by their age, then weeks from today, then what comes after; what is still in time is of the first week. */
export function dueBands(today: string): readonly DueBand[] {
  const inTime = firstDueInTime(today)
  const late = (key: string, label: string, from: number | null, to: number): DueBand => ({
    key,
    label,
    from: from === null ? null : dayAfter(today, -from),
    to: to === 1 ? dayAfter(inTime, -1) : dayAfter(today, -to),
    late: true,
  })
  const week = (n: number, label: string): DueBand => ({
    key: `semana-${n}`,
    label,
    from: n === 0 ? inTime : dayAfter(today, n * 7),
    to: dayAfter(today, n * 7 + 6),
    late: false,
  })
  return [
    late('atraso-90', 'Mais de 90 dias', null, 91),
    late('atraso-61', '61 a 90 dias', 90, 61),
    late('atraso-31', '31 a 60 dias', 60, 31),
    late('atraso-1', '1 a 30 dias', 30, 1),
    week(0, 'Hoje e os próximos 6 dias'),
    week(1, 'Na semana seguinte'),
    week(2, 'Em 3 semanas'),
    week(3, 'Em 4 semanas'),
    { key: 'depois', label: 'Depois', from: dayAfter(today, 28), to: null, late: false },
  ]
}

/** The months income is expected in, this one first: of this one what is left of it. */
export const monthsAhead = (today: string) =>
  Array.from({ length: expectedMonths }, (_, n) => {
    const month = shift(periodOf(today), n)
    return { month, from: n === 0 ? firstDueInTime(today) : firstDay(month), to: lastDay(month) }
  })

/** Months behind this one whose income is shown. */
export const shownMonths = 12

/** '2026-11' of each month whose income is shown, the oldest first. */
export const courseMonths = (today: string) =>
  Array.from({ length: shownMonths + expectedMonths }, (_, n) =>
    firstDay(shift(periodOf(today), n - shownMonths)).slice(0, 7),
  )

/** The default rate covers these due days: a year, up to the last that is late. */
export const defaultDays = (today: string) => ({ from: dayAfter(today, -365), to: dayAfter(firstDueInTime(today), -1) })

/** The first and the last day of those months. The default rate covers some of them. */
export const shownDays = (today: string) => ({
  from: firstDay(shift(periodOf(today), -shownMonths)),
  to: lastDay(shift(periodOf(today), expectedMonths - 1)),
})

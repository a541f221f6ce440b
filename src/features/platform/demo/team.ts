import { daysFrom } from '#features/platform/demo/days.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'

/** Places in `people` of who cares for the clients of each company: the first of them for most, and one who works for both. */
const carers = [
  [2, 4, 2, 1, 2],
  [3, 5, 3, 1],
] as const

/** The place in `people` of who cares for a provider; null for the few nobody was named for yet, and who left. */
export function carerOf({ index, active, empresa }: Pick<DemoProvider, 'index' | 'active' | 'empresa'>): number | null {
  const all = carers[empresa] ?? []
  return active && index % 13 !== 8 ? (all[index % all.length] ?? null) : null
}

/** Who is away in the week after this one, by their places in `people`, and who is there instead. */
export const away = { person: 2, stand_in: 1, reason: 'Férias' } as const

/** The Monday after a day, and the Sunday it ends with. */
export function nextWeek(today: string): { readonly since: string; readonly until: string } {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const since = daysFrom(today, (8 - weekday) % 7 || 7)
  return { since, until: daysFrom(since, 6) }
}

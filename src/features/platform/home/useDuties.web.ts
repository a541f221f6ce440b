import { dayAfter } from '#kernel/clock.ts'
import { listObligations } from '#features/regulatory/obligations/api.ts'
import { useAnswer } from '#web/call.ts'

/** Days behind and ahead: nothing that is late is left out, but what is older than a year of the calendar. */
const reachOf = (today: string) => ({ from: dayAfter(today, -350), to: dayAfter(today, 45) })

/** All that is late, in one list. */
export const lateOf = (today: string) => ({ de: reachOf(today).from, ate: dayAfter(today, -1), situacao: 'atrasada' })

/** Reads what falls due around a day, with one query for all of the first page. */
export const useDuties = (today: string, enabled = true) =>
  useAnswer(listObligations, { query: { ...reachOf(today), per_page: 1 } }, { enabled })

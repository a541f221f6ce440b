import { dayIn } from '#kernel/clock.ts'
import { monthKey, type Period } from '#parts/period/period.ts'
import { shapedParameter, type AddressParameter } from '#web/route/search.ts'

/** A month in an address, '2026-11'; without one, the month that belongs to today. */
export const monthParameter = (monthOf: (today: string) => Period): AddressParameter<string> => ({
  ...shapedParameter(/^20\d\d-(0[1-9]|1[0-2])$/),
  fallback: () => monthKey(monthOf(dayIn(new Date()).day)),
})

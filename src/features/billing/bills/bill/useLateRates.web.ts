import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { lateCharges } from '#features/billing/bills/bill/late-charges.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** What late money costs, so that a list calculates it from the rows it has. */
export function useLateRates() {
  const { list } = callsOf(lateCharges)
  const query = { active: 'true', pagination: 'false', columns: 'since,fine,interest' }
  return useAnswer(list, { query }, { enabled: can(useUser(), list.id) }).data?.data ?? []
}

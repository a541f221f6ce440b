import { can } from '#kernel/access.ts'
import { readReceivables } from '#features/billing/bills/receivables/api.ts'
import { sumWaitingMoney } from '#features/billing/bills/returns/api.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

export const useReceivables = () => useAnswer(readReceivables, {})
/** How much money of the bank's returns waits for a bill. */
export const useWaitingMoney = () =>
  useAnswer(sumWaitingMoney, {}, { enabled: can(useUser(), sumWaitingMoney.id), staleTime: 0 })

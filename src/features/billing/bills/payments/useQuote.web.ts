import { can } from '#kernel/access.ts'
import { readBillQuote } from '#features/billing/bills/payments/api.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** What a bill owes today; it is read only where it is wanted. */
export const useQuote = (bill: string, wanted: boolean) =>
  useAnswer(readBillQuote, { id: bill }, { enabled: can(useUser(), readBillQuote.id) && wanted, staleTime: 0 })

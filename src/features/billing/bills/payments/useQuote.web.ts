import { can } from '#kernel/access.ts'
import type { BillDebt } from '#features/billing/bills/bill/charges.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { readBillQuote, type BillQuote } from '#features/billing/bills/payments/api.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

/** The debt of a bill, in cents, as its quote states it. */
export const quotedDebt = ({ left, due_date, early, rates }: BillQuote): BillDebt => ({
  left: cents(left),
  due: due_date,
  early: early && { cents: cents(early.value), until: early.until },
  rates,
})

/** What a bill owes today; it is read only where it is wanted. */
export const useQuote = (bill: string, wanted: boolean) =>
  useAnswer(readBillQuote, { id: bill }, { enabled: can(useUser(), readBillQuote.id) && wanted, staleTime: 0 })

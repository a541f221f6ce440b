import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import { bills } from '#features/bills/bill/bills.ts'
import type { LateRates } from '#features/bills/bill/charges.ts'
import { inForm, readBillQuery, type ActAnswer } from '#features/bills/bill/useBillAct.web.ts'
import { billPayments } from '#features/bills/payments/payments.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** What a bill owes today, in reais, and how that comes about. */
export interface BillQuote {
  readonly today: string
  readonly due_date: string
  readonly left: number
  readonly fees: number
  readonly rates: LateRates
  readonly days: number
  readonly fine: number
  readonly interest: number
  readonly checking_account_id: number | null
  readonly checking_account: string | null
  /** May the reader charge otherwise than the rates say? */
  readonly adjusts: boolean
}

export const useQuote = (bill: string, wanted: boolean) =>
  useQuery({
    ...readBillQuery<BillQuote>(`/${bills.path}/${bill}/recebimento`),
    enabled: can(useUser(), 'bills-to-receive.recebimento') && wanted,
    staleTime: 0,
  })

export const sendPayment = (bill: string, body: object, adjusted: boolean) =>
  api.post<ActAnswer<unknown>>(`/${bills.path}/${bill}/receber${adjusted ? '-ajustado' : ''}`, body, inForm)
export const sendReversal = (payment: string, reason: string) =>
  api.put<ActAnswer<unknown>>(`/${billPayments.path}/${payment}/estornar`, { reason }, inForm)

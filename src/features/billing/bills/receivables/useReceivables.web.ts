import { useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { readBillQuery } from '#features/billing/bills/bill/useBillAct.web.ts'
import type { Receivables } from '#features/billing/bills/receivables/ageing.ts'
import { useUser } from '#web/session/store.ts'

export const useReceivables = () => useQuery(readBillQuery<Receivables>(`/${bills.path}/recebimentos`))
/** How much money of the bank's returns waits for a bill. */
export interface WaitingMoney {
  readonly lines: number
  /** Reais, of the lines whose amount can be read. */
  readonly paid: number
  readonly unread: number
}
export const useWaitingMoney = () =>
  useQuery({
    ...readBillQuery<WaitingMoney>('/bank-return-lines/esperam'),
    enabled: can(useUser(), 'bank-return-lines.esperam'),
    staleTime: 0,
  })

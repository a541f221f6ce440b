import { useQuery } from '@tanstack/react-query'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { inForm, readBillQuery, type ActAnswer } from '#features/billing/bills/bill/useBillAct.web.ts'
import type { BillDunning } from '#features/billing/bills/dunning/dunning.ts'
import { api } from '#web/api.ts'

export const useDunning = (bill: string) => useQuery(readBillQuery<BillDunning>(`/${bills.path}/${bill}/cobranca`))
export const pauseDunning = (client: string, paused: boolean) =>
  api.put<ActAnswer<unknown>>(`/clients/${client}/cobranca`, { paused }, inForm)

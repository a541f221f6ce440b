import { useQuery } from '@tanstack/react-query'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { inForm, readBillQuery, type ActAnswer } from '#features/billing/bills/bill/useBillAct.web.ts'
import type { BillingPreview, BillingResult, DueMonth } from '#features/billing/bills/billing/contracts.ts'
import { api } from '#web/api.ts'

export const useBilling = (month: string, due: DueMonth | null) =>
  useQuery({
    ...readBillQuery<BillingPreview>(`/${bills.path}/faturar`, { month, ...(due && { due }) }),
    // What was just made elsewhere is not offered again.
    staleTime: 0,
  })

export const sendBilling = (body: object) => api.post<ActAnswer<BillingResult>>(`/${bills.path}/faturar`, body, inForm)
export const undoBilling = (run: string) =>
  api.put<ActAnswer<BillingResult>>(`/${bills.path}/faturar/${run}/desfazer`, {}, inForm)

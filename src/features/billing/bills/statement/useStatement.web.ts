import { useQuery } from '@tanstack/react-query'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { inForm, readBillQuery, type ActAnswer } from '#features/billing/bills/bill/useBillAct.web.ts'
import type { ClientStatement, StatementMail } from '#features/billing/bills/statement/statement.ts'
import { api } from '#web/api.ts'

export const useStatement = (client: string, period: { readonly from: string; readonly to: string }) =>
  useQuery(readBillQuery<ClientStatement>(`/clients/${client}/extrato`, period))
export const useStatementMail = (client: string, period: { readonly from: string; readonly to: string }) =>
  useQuery({ ...readBillQuery<StatementMail>(`/clients/${client}/extrato/carta`, period), staleTime: 0 })

export const mailStatement = (client: string, body: object) =>
  api.post<ActAnswer<unknown>>(`/clients/${client}/extrato/enviar`, body, inForm)
export const mailStatements = (body: object) => api.post<ActAnswer<MailedMany>>(`/${bills.path}/extratos`, body, inForm)
/** To whom statements go, and to whom not. */
export interface MailedMany {
  readonly sent: readonly { readonly client: string; readonly name: string; readonly email: string }[]
  readonly left: readonly { readonly client: string; readonly reason: string }[]
}

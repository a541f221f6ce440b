import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { Receivables } from '#features/bills/ageing.ts'
import { bills } from '#features/bills/bills.ts'
import type { LateRates } from '#features/bills/charges.ts'
import type { BillingPreview, BillingResult, DueMonth } from '#features/bills/contracts.ts'
import type { BillDunning } from '#features/bills/dunning.ts'
import { lateCharges } from '#features/bills/late-charges.ts'
import { billPayments } from '#features/bills/payments.ts'
import type { ClientStatement, StatementMail } from '#features/bills/statement.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { toast } from '#web/ui/toast.tsx'

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

const readQuery = <T>(path: string, query: Readonly<Record<string, string>> = {}) => ({
  queryKey: [bills.path, path, query],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.get<T>(path, { query, signal, quiet: true }),
})

export const useQuote = (bill: string, wanted: boolean) =>
  useQuery({
    ...readQuery<BillQuote>(`/${bills.path}/${bill}/recebimento`),
    enabled: can(useUser(), 'bills-to-receive.recebimento') && wanted,
    staleTime: 0,
  })
/** What late money costs, for lists to reckon with what they hold already. */
export const useLateRates = () =>
  useQuery({
    queryKey: [lateCharges.path, 'rates'],
    enabled: can(useUser(), 'late-charges.index'),
    queryFn: async ({ signal }) => {
      const query = { active: 'true', pagination: 'false', columns: 'since,fine,interest' }
      return (await api.get<Page<LateRates>>(`/${lateCharges.path}`, { query, signal, quiet: true })).data
    },
  })
export const useReceivables = () => useQuery(readQuery<Receivables>(`/${bills.path}/recebimentos`))
/** How much money of the bank's returns waits for a bill. */
export interface WaitingMoney {
  readonly lines: number
  /** Reais, of the lines whose amount can be read. */
  readonly paid: number
  readonly unread: number
}
export const useWaitingMoney = () =>
  useQuery({
    ...readQuery<WaitingMoney>('/bank-return-lines/esperam'),
    enabled: can(useUser(), 'bank-return-lines.esperam'),
    staleTime: 0,
  })
export const useBilling = (month: string, due: DueMonth | null) =>
  useQuery({
    ...readQuery<BillingPreview>(`/${bills.path}/faturar`, { month, ...(due && { due }) }),
    // What was just made elsewhere is not offered again.
    staleTime: 0,
  })
export const useStatement = (client: string, period: { readonly from: string; readonly to: string }) =>
  useQuery(readQuery<ClientStatement>(`/clients/${client}/extrato`, period))
export const useStatementMail = (client: string, period: { readonly from: string; readonly to: string }) =>
  useQuery({ ...readQuery<StatementMail>(`/clients/${client}/extrato/carta`, period), staleTime: 0 })
export const useDunning = (bill: string) => useQuery(readQuery<BillDunning>(`/${bills.path}/${bill}/cobranca`))

interface ActAnswer<T> {
  readonly message: string
  readonly data: T
}
/** Runs an act on bills: a toast shows its result, and every screen that shows them reads again. */
export function useBillAct<Given, T>(
  act: (given: Given) => Promise<ActAnswer<T>>,
  onDone?: (answer: ActAnswer<T>) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async answer => {
      toast(answer.message)
      onDone?.(answer)
      await Promise.all(
        [bills.path, billPayments.path, 'owed', 'clients'].map(key => queries.invalidateQueries({ queryKey: [key] })),
      )
    },
  })
}

const quiet = { quiet: true, timeout: 60_000 } as const
export const actsOnBills = {
  receive: (bill: string, body: object, adjusted: boolean) =>
    api.post<ActAnswer<unknown>>(`/${bills.path}/${bill}/receber${adjusted ? '-ajustado' : ''}`, body, quiet),
  reverse: (payment: string, reason: string) =>
    api.put<ActAnswer<unknown>>(`/${billPayments.path}/${payment}/estornar`, { reason }, quiet),
  bill: (body: object) => api.post<ActAnswer<BillingResult>>(`/${bills.path}/faturar`, body, quiet),
  undo: (run: string) => api.put<ActAnswer<BillingResult>>(`/${bills.path}/faturar/${run}/desfazer`, {}, quiet),
  pause: (client: string, paused: boolean) =>
    api.put<ActAnswer<unknown>>(`/clients/${client}/cobranca`, { paused }, quiet),
  mail: (client: string, body: object) =>
    api.post<ActAnswer<unknown>>(`/clients/${client}/extrato/enviar`, body, quiet),
  mailMany: (body: object) => api.post<ActAnswer<MailedMany>>(`/${bills.path}/extratos`, body, quiet),
} as const
/** To whom statements go, and to whom not. */
export interface MailedMany {
  readonly sent: readonly { readonly client: string; readonly name: string; readonly email: string }[]
  readonly left: readonly { readonly client: string; readonly reason: string }[]
}

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#kernel/page.ts'
import { bills } from '#features/bills/bills.ts'
import { billPayments } from '#features/bills/payments.ts'
import type { ProposedBill } from '#features/bills/returns/proposals.ts'
import { bankReturns, returnLines, type BankReturn, type BankReturnLine } from '#features/bills/returns/returned.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
import { onSaved } from '#web/liveChanges.ts'

const quiet = { quiet: true, timeout: 120_000 } as const
const readAgain = [returnLines.path, bankReturns.path, bills.path, billPayments.path] as const

/** Lines in these states: of what waits the first that came in, of what is decided the last. */
export function useLinesIn(states: string, page: number, size = 25) {
  const query = { 'filter[state][in]': states, sort: states === 'espera' ? 'id' : '-id', page, per_page: size }
  return useQuery({
    queryKey: [returnLines.path, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Page<BankReturnLine>>(`/${returnLines.path}`, { query, signal, quiet: true }),
  })
}

/** Reads anew what others placed meanwhile. */
export function useMoneyFollowed() {
  const queries = useQueryClient()
  useEffect(
    () =>
      onSaved(({ resource }) => {
        if (resource === returnLines.path) void queries.invalidateQueries({ queryKey: [returnLines.path] })
      }),
    [queries],
  )
}

export const useProposals = (line: string) =>
  useQuery({
    queryKey: [returnLines.path, 'proposals', line],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: readonly ProposedBill[] }>(`/${returnLines.path}/${line}/propostas`, {
          signal,
          quiet: true,
        })
      ).data,
  })

/** Returns applied last. */
export const useLastReturns = () =>
  useQuery({
    queryKey: [bankReturns.path, 'last'],
    queryFn: async ({ signal }) => {
      const query = { sort: '-id', per_page: 10 }
      return (await api.get<Page<BankReturn>>(`/${bankReturns.path}`, { query, signal, quiet: true })).data
    },
  })

/** What is done with money without a bill, one thing at a time; the last refusal stays on the screen. */
export function useMoneyActs() {
  const { busy, refusal, refuse, run } = useSendingActs(readAgain)
  const put = (line: BankReturnLine, act: string, body: object) =>
    run(() => api.put<{ readonly message: string }>(`/${returnLines.path}/${line.uuid}/${act}`, body, quiet))
  return {
    busy,
    refusal,
    refuse,
    place: (line: BankReturnLine, body: object) => put(line, 'colocar', body),
    sendBack: (line: BankReturnLine, body: object) => put(line, 'devolver', body),
    explain: (line: BankReturnLine, reason: string) => put(line, 'explicar', { reason }),
    reopen: (line: BankReturnLine, reason: string) => put(line, 'reabrir', { reason }),
    undo: (reading: string, reason: string) =>
      run(() => api.put<{ readonly message: string }>(`/${bankReturns.path}/${reading}/desfazer`, { reason }, quiet)),
  }
}
export type MoneyActs = ReturnType<typeof useMoneyActs>

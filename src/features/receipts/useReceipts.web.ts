import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { can } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { receiptDrops, receipts, type Receipt, type ReceiptDrop } from '#features/receipts/receipts.ts'
import type { PaperVerdict } from '#parts/receipt/verdict.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { api } from '#web/api.ts'
import { onChanged } from '#web/liveChanges.ts'
import { useUser } from '#web/session/store.ts'

/** What a receipt may be, as the server proposes it. */
export interface ProposedTarget {
  readonly kind: string
  readonly coleta: string | null
  readonly send: boolean
  readonly client: string | null
  readonly obligation: string | null
  readonly period: string | null
  readonly task: string | null
  readonly label: string
  readonly note: string | null
}
/** A receipt that needs a person's decision. */
export interface TrayItem {
  readonly uuid: string
  readonly name: string
  readonly size: number
  readonly why: string
  readonly protocol: string | null
  readonly verdict: PaperVerdict | null
  /** What would be registered as the error, in the paper's words. */
  readonly error: string | null
  readonly day: string | null
  readonly rows: number | null
  readonly created_at: string
  readonly user: string | null
  readonly drop: { readonly uuid: string; readonly name: string }
  readonly proposals: readonly ProposedTarget[]
}

const quiet = { quiet: true } as const
export const useTray = (page: number) =>
  useQuery({
    queryKey: [receipts.path, 'bandeja', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Page<TrayItem>>('/receipts/bandeja', { query: { page, per_page: 25 }, signal, ...quiet }),
  })

/** Those in a state, the last settled first. */
export function useReceiptsIn(state: string, page: number) {
  const query = { 'filter[state]': state, sort: state === 'guardado' ? '-settled_at' : '-id', page, per_page: 25 }
  return useQuery({
    queryKey: [receipts.path, 'list', query],
    placeholderData: keepPreviousData,
    enabled: can(useUser(), 'receipts.index'),
    queryFn: ({ signal }) => api.get<Page<Receipt>>('/receipts', { query, signal, ...quiet }),
  })
}

/** The drops, the last first; while one is read they are followed, and what it settles is read again at its end. */
export function useDrops() {
  const queries = useQueryClient()
  const query = { sort: '-id', per_page: 25 }
  const drops = useQuery({
    queryKey: [receiptDrops.path, 'list', query],
    enabled: can(useUser(), 'receipt-drops.index'),
    queryFn: ({ signal }) => api.get<Page<ReceiptDrop>>('/receipt-drops', { query, signal, ...quiet }),
  })
  const going = (drops.data?.data ?? []).filter(isGoing).length
  useFollowed(receiptDrops.path, going > 0)
  useEffect(() => void queries.invalidateQueries({ queryKey: [receipts.path] }), [queries, going])
  useEffect(
    () =>
      onChanged(changed => {
        if (changed.resource === receiptDrops.path) void queries.invalidateQueries({ queryKey: [receiptDrops.path] })
      }),
    [queries],
  )
  return drops
}

/** What a click changes besides the receipts themselves. */
export const touched = [receipts.path, receiptDrops.path, 'collects', 'obligations', 'client-tarefas']

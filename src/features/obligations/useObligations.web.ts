import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '#kernel/text.ts'
import type { ObligationsPage, ListedItem } from '#features/obligations/listed.ts'
import { obligations } from '#features/obligations/obligations.ts'
import { messageOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

export type ObligationsQuery = Readonly<Record<string, string | number | undefined>>

export const useObligations = (query: ObligationsQuery) =>
  useQuery({
    queryKey: ['obligations', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<ObligationsPage>('/obligations', { query, signal, quiet: true }),
  })

export interface Doing {
  readonly done_on: string
  readonly note: string | null
}
const rowOf = ({ client, obligation, period, fistel }: ListedItem) =>
  [client.uuid, obligation, period, fistel?.uuid].join(' ')
const markOf = ({ client, obligation, period }: ListedItem) => ({ client: client.uuid, obligation, period })

/** Says what was done, and takes it back. A mistake is a click away from being undone. */
export function useMarking() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, refuse] = useState<{ readonly items: readonly ListedItem[]; readonly why: string } | null>(null)

  async function put(what: 'concluir' | 'reabrir', items: readonly ListedItem[], more: Partial<Doing> = {}) {
    setBusy(true)
    refuse(null)
    try {
      await api.put(`/obligations/${what}`, { items: items.map(markOf), ...more }, { quiet: true })
      await queries.invalidateQueries({ queryKey: ['obligations'] })
      return true
    } catch (error) {
      refuse({ items, why: messageOf(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  const say = (items: readonly ListedItem[], done: string, undo: () => void) => {
    const said = `${count(items.length, obligations.text)} ${items.length === 1 ? done : `${done}s`}`
    toast(`${said}.`, { undo })
    announce(said)
  }
  return {
    busy,
    refusal: refused?.why ?? null,
    /** Is it the only row of the refused act? Then the refusal is shown beside it. */
    isRefused: (item: ListedItem) =>
      refused?.items.length === 1 && refused.items.every(each => rowOf(each) === rowOf(item)),
    isRefusedTogether: refused !== null && refused.items.length > 1,
    forget: () => refuse(null),
    mark: async (items: readonly ListedItem[], how: Doing) => {
      if (!(await put('concluir', items, how))) return false
      say(items, 'feita', () => void put('reabrir', items))
      return true
    },
    reopen: async (item: ListedItem) => {
      if (!(await put('reabrir', [item]))) return
      const { done_on, note } = item
      say([item], 'reaberta', () => void (done_on && put('concluir', [item], { done_on, note })))
    },
  }
}

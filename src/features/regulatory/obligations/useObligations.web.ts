import { useState } from 'react'
import type { CallInput } from '#kernel/call.ts'
import { count } from '#kernel/text.ts'
import { listObligations, markObligations, reopenObligations } from '#features/regulatory/obligations/api.ts'
import type { ListedItem } from '#features/regulatory/obligations/listed.ts'
import { obligations } from '#features/regulatory/obligations/obligations.ts'
import { messageOf } from '#web/api-error.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

export type ObligationsQuery = NonNullable<CallInput<typeof listObligations>['query']>

export const useObligations = (query: ObligationsQuery) =>
  useAnswer(listObligations, { query }, { keepsPrevious: true })

export interface Doing {
  readonly done_on: string
  readonly note: string | null
}
const rowOf = ({ client, obligation, period, fistel }: ListedItem) =>
  [client.uuid, obligation, period, fistel?.uuid].join(' ')
const markOf = ({ client, obligation, period }: ListedItem) => ({ client: client.uuid, obligation, period })

/** Says what was done, and takes it back. A mistake is a click away from being undone. */
export function useMarking() {
  const { send: sendMark } = useCall(markObligations)
  const { send: sendReopen } = useCall(reopenObligations)
  const [busy, setBusy] = useState(false)
  const [refused, refuse] = useState<{ readonly items: readonly ListedItem[]; readonly why: string } | null>(null)

  async function change(items: readonly ListedItem[], send: () => Promise<unknown>) {
    setBusy(true)
    refuse(null)
    try {
      await send()
      return true
    } catch (error) {
      refuse({ items, why: messageOf(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  const markAll = (items: readonly ListedItem[], how: Doing) =>
    change(items, () => sendMark({ body: { items: items.map(markOf), ...how } }, { quiet: true }))
  const reopenAll = (items: readonly ListedItem[]) =>
    change(items, () => sendReopen({ body: { items: items.map(markOf) } }, { quiet: true }))
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
      if (!(await markAll(items, how))) return false
      say(items, 'feita', () => void reopenAll(items))
      return true
    },
    reopen: async (item: ListedItem) => {
      if (!(await reopenAll([item]))) return
      const { done_on, note } = item
      say([item], 'reaberta', () => void (done_on && markAll([item], { done_on, note })))
    },
  }
}

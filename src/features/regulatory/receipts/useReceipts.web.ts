import { useEffect, useEffectEvent } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { listTray, settleReceipt } from '#features/regulatory/receipts/api.ts'
import { receiptDrops, receipts } from '#features/regulatory/receipts/receipts.ts'
import { isGoing } from '#parts/progress/progress.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { useAnswer, useRenewal } from '#web/call.ts'
import { onChanged } from '#web/liveChanges.ts'
import { useUser } from '#web/session/store.ts'

/** Rows of a page of the tray, of the receipts in a state, and of the drops. */
export const pageSize = 25

export const useTray = (page: number) =>
  useAnswer(listTray, { query: { page, per_page: pageSize } }, { keepsPrevious: true })

/** Those in a state, the last settled first. */
export function useReceiptsIn(state: string, page: number) {
  const { list } = callsOf(receipts)
  const sort = state === 'guardado' ? '-settled_at' : '-id'
  const query = { 'filter[state]': state, sort, page, per_page: pageSize }
  return useAnswer(list, { query }, { enabled: can(useUser(), list.id), keepsPrevious: true })
}

/** The drops, the last first; while one is read they are followed, and what it settles is read again at its end. */
export function useDrops() {
  const { list } = callsOf(receiptDrops)
  const renewReceipts = useEffectEvent(useRenewal(callsOf(receipts).list))
  const renewDrops = useEffectEvent(useRenewal(list))
  const query = { sort: '-id', per_page: pageSize }
  const drops = useAnswer(list, { query }, { enabled: can(useUser(), list.id) })
  const going = (drops.data?.data ?? []).filter(isGoing).length
  useFollowed(receiptDrops.path, going > 0)
  useEffect(() => void renewReceipts(), [going])
  useEffect(
    () =>
      onChanged(changed => {
        if (changed.resource === receiptDrops.path) void renewDrops()
      }),
    [],
  )
  return drops
}

/** What a click changes: the receipts themselves, and where they are filed. */
export const touched = [receipts, ...(settleReceipt.writes ?? [])].map(({ path }) => path)

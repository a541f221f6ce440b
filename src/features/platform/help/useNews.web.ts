import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import newest from 'virtual:newest'
import { isStaff } from '#kernel/access.ts'
import { readNewsMark, storeNewsMark } from '#features/platform/help/api.ts'
import { answerOptions, sendCall, useAnswer } from '#web/call.ts'
import { firstShown } from '#web/route/state.ts'
import { useStore } from '#web/store.ts'
import { useUser } from '#web/session/store.ts'

const useNewest = () => (isStaff(useUser()) ? newest.team : newest.all)

/** Until which day the reader read what is new; null until it is known. Each user has an entry in the cache: a view as another is another's. */
function useReadUntil(): string | null {
  const { uuid } = useUser()
  const enabled = useStore(firstShown)
  const { data } = useAnswer(readNewsMark, {}, { enabled, staleTime: Infinity, rowVersion: uuid })
  return data?.data.read_until ?? null
}

/** Whether there is news the reader has not read of. */
export function useUnreadNews(): boolean {
  const until = useReadUntil()
  const last = useNewest()
  return until !== null && until < last
}

/** Marks the news as read on opening; answers until when it was read before. A view as somebody else stores nothing. */
export function useReadNews(): string | null {
  const { uuid, seen } = useUser()
  const queries = useQueryClient()
  const until = useReadUntil()
  const [before, setBefore] = useState<string | null>(null)
  if (before === null && until !== null) setBefore(until)
  const last = useNewest()
  const due = until !== null && until < last && !seen
  useEffect(() => {
    if (!due) return
    const { queryKey } = answerOptions(readNewsMark, {}, { rowVersion: uuid })
    queries.setQueryData(queryKey, { data: { read_until: last } })
    sendCall(storeNewsMark, { body: { read_until: last } }, { quiet: true, keepalive: true }).catch(() => undefined)
  }, [due, queries, uuid, last])
  return before
}

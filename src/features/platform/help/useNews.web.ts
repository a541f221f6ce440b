import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import newest from 'virtual:newest'
import { isStaff } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { firstShown } from '#web/route/state.ts'
import { useStore } from '#web/store.ts'
import { useUser } from '#web/session/store.ts'

const newsKey = ['users', 'me', 'novidades'] as const

const useNewest = () => (isStaff(useUser()) ? newest.team : newest.all)

/** Until which day the reader read what is new; null until it is known. */
function useReadUntil(): string | null {
  const { uuid } = useUser()
  const { data } = useQuery({
    queryKey: [...newsKey, uuid],
    queryFn: ({ signal }) =>
      api.get<{ readonly data: { readonly read_until: string } }>('/users/me/novidades', { signal, quiet: true }),
    enabled: useStore(firstShown),
    staleTime: Infinity,
  })
  return data?.data.read_until ?? null
}

/** Is there anything they did not read of? */
export function useUnreadNews(): boolean {
  const until = useReadUntil()
  const last = useNewest()
  return until !== null && until < last
}

/** Marks the news as read on opening; answers until when it was read before. A view as somebody else stores nothing. */
export function useReadNews(): string | null {
  const { uuid, seen } = useUser()
  const client = useQueryClient()
  const until = useReadUntil()
  const [before, setBefore] = useState<string | null>(null)
  if (before === null && until !== null) setBefore(until)
  const last = useNewest()
  const due = until !== null && until < last && !seen
  useEffect(() => {
    if (!due) return
    client.setQueryData([...newsKey, uuid], { data: { read_until: last } })
    api.put('/users/me/novidades', { read_until: last }, { quiet: true, keepalive: true }).catch(() => undefined)
  }, [due, client, uuid, last])
  return before
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { ticketSteps } from '#features/support/tickets/steps.ts'
import { ticketMessages, tickets, ticketUploads } from '#features/support/tickets/tickets.ts'
import { queryKeyOf, sendCall, useAnswer } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'
import { useUser } from '#web/session/store.ts'

const { list } = callsOf(ticketMessages)
const { list: listFiles } = callsOf(ticketUploads)
/** Messages read at once, from the last. */
const size = 50

/** Reads messages of a ticket and of those merged into it, newest page first, and returns them oldest first, with files. */
export function useConversation(ids: readonly number[]) {
  const user = useUser()
  const queries = useQueryClient()
  const of = ids.join()
  const said = useInfiniteQuery({
    queryKey: [...queryKeyOf(list), 'conversation', of],
    initialPageParam: null,
    queryFn: ({ pageParam, signal }: { readonly pageParam: number | null; readonly signal: AbortSignal }) =>
      sendCall(
        list,
        {
          query: {
            'filter[ticket_id][in]': of,
            sort: '-id',
            per_page: size,
            columns: `content,quoted,by_mail,ticket,user,from_team${isStaff(user) ? ',internal' : ''}`,
            ...(pageParam !== null && { 'filter[id][lte]': pageParam }),
          },
        },
        { signal, quiet: true },
      ),
    getNextPageParam: (last): number | null => {
      const oldest = last.data.at(-1)
      return oldest && last.total > last.data.length ? oldest.id - 1 : null
    },
  })
  const query = { 'filter[ticket_id][in]': of, sort: 'id', pagination: 'false' }
  const { data: files } = useAnswer(listFiles, { query }, { enabled: can(user, listFiles.id) })
  useEffect(
    () =>
      onSaved(({ resource, uuid }) => {
        if (resource === tickets.path)
          for (const queryKey of [[tickets.path, 'one', uuid], [ticketSteps.path]])
            void queries.invalidateQueries({ queryKey })
        if (resource === ticketSteps.path)
          for (const path of [ticketSteps.path, tickets.path]) void queries.invalidateQueries({ queryKey: [path] })
        if (resource !== ticketMessages.path) return
        for (const path of [ticketMessages.path, ticketUploads.path, tickets.path])
          void queries.invalidateQueries({ queryKey: [path] })
      }),
    [queries],
  )
  return {
    ...said,
    messages: (said.data?.pages ?? []).flatMap(({ data }) => data).toReversed(),
    earlier:
      (said.data?.pages[0]?.total ?? 0) - (said.data?.pages ?? []).reduce((sum, { data }) => sum + data.length, 0),
    files: files?.data ?? [],
  }
}

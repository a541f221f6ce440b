import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { ticketSteps } from '#features/support/tickets/ticket/steps.ts'
import { ticketMessages, tickets, ticketUploads } from '#features/support/tickets/ticket/tickets.ts'
import { useAnswerPages } from '#parts/paging/useAnswerPages.web.ts'
import { renewAfter, useAnswer } from '#web/call.ts'
import { onSaved } from '#web/liveChanges.ts'
import { useUser } from '#web/session/store.ts'

const { list } = callsOf(ticketMessages)
const { list: listFiles } = callsOf(ticketUploads)
const { list: listSteps } = callsOf(ticketSteps)
/** Messages read at once, from the last. */
const size = 50

/** Reads messages of a ticket and of those merged into it, newest page first, and returns them oldest first, with files. */
export function useConversation(ids: readonly number[]) {
  const user = useUser()
  const queries = useQueryClient()
  const of = ids.join()
  const columns = `content,quoted,by_mail,ticket,user,from_team${isStaff(user) ? ',internal' : ''}`
  const pageFrom = (newest: number | undefined) => ({
    query: {
      'filter[ticket_id][in]': of,
      sort: '-id',
      per_page: size,
      columns,
      'filter[id][lte]': newest,
    },
  })
  const pages = useAnswerPages(list, pageFrom, ({ data, total }) => {
    const oldest = data.at(-1)
    return oldest && total > data.length ? oldest.id - 1 : null
  })
  const query = { 'filter[ticket_id][in]': of, sort: 'id', pagination: 'false' }
  const { data: files } = useAnswer(listFiles, { query }, { enabled: can(user, listFiles.id) })
  useEffect(
    () =>
      onSaved(({ resource, uuid }) => {
        if (resource === tickets.path) {
          const queryKey = [tickets.path, 'one', uuid]
          void queries.invalidateQueries({ queryKey })
          void renewAfter(queries, listSteps)
        }
        if (resource === ticketSteps.path) void renewAfter(queries, { ...listSteps, writes: [tickets] })
        if (resource === ticketMessages.path) void renewAfter(queries, { ...list, writes: [ticketUploads, tickets] })
      }),
    [queries],
  )
  return {
    ...pages,
    messages: (pages.data?.pages ?? []).flatMap(({ data }) => data).toReversed(),
    earlier:
      (pages.data?.pages[0]?.total ?? 0) - (pages.data?.pages ?? []).reduce((sum, { data }) => sum + data.length, 0),
    files: files?.data ?? [],
  }
}

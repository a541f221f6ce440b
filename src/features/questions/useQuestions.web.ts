import { useQuery } from '@tanstack/react-query'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import { collects, type Collect } from '#features/collects/coleta/collects.ts'
import { tickets, ticketStates, type Ticket } from '#features/tickets/tickets.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

const quiet = { quiet: true } as const

/** The questions about a coleta that its reader may see, the last first. */
export function useQuestions({ id }: Pick<Collect, 'id'>) {
  const enabled = can(useUser(), permission(tickets, 'index'))
  return useQuery({
    queryKey: [tickets.path, 'questions', id],
    enabled,
    queryFn: async ({ signal }) => {
      const query = { 'filter[collect_id]': id, 'filter[question]': 'true', sort: '-id', pagination: 'false' }
      return (await api.get<Page<Ticket>>(`/${tickets.path}`, { query, signal, ...quiet })).data
    },
  })
}
export const isOpenQuestion = ({ status, active }: Pick<Ticket, 'status' | 'active'>) =>
  active && status?.name !== ticketStates.settled

/** What is done about questions; the last refusal stays on the screen. */
export function useQuestionActs() {
  const acts = useSendingActs([tickets.path, collects.path, 'ticket-messages'])
  return {
    ...acts,
    ask: (collect: string, content: string) =>
      acts.run(() =>
        api.put<{ readonly message: string }>(`/${collects.path}/${collect}/perguntar`, { content }, quiet),
      ),
    end: (question: string) =>
      acts.run(() =>
        api
          .put<{ readonly message: string }>(`/${tickets.path}/${question}/finalizar`, undefined, quiet)
          .then(() => ended),
      ),
  }
}
const ended = { message: 'Pergunta encerrada.' } as const

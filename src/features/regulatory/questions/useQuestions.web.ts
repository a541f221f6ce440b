import { can } from '#kernel/access.ts'
import { actOf, callsOf } from '#kernel/call.ts'
import { collects, type Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { askClient } from '#features/regulatory/questions/api.ts'
import { tickets, ticketStates, type Ticket } from '#features/support/tickets/ticket/tickets.ts'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { sendCall, useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

const quiet = { quiet: true } as const
export const endQuestion = actOf(tickets, 'finalizar')

/** The questions about a coleta that its reader may see, the last first. */
export function useQuestions({ id }: Pick<Collect, 'id'>) {
  const { list } = callsOf(tickets)
  const query = { 'filter[collect_id]': id, 'filter[question]': 'true', sort: '-id', pagination: 'false' }
  return useAnswer(list, { query }, { enabled: can(useUser(), list.id) })
}
export const isOpenQuestion = ({ status, active }: Pick<Ticket, 'status' | 'active'>) =>
  active && status?.name !== ticketStates.settled

const changed = [collects, ...(askClient.writes ?? [])].map(({ path }) => path)

/** What is done about questions; the last refusal stays on the screen. */
export function useQuestionActs() {
  const acts = useSendingActs(changed)
  return {
    ...acts,
    ask: (collect: string, content: string) =>
      acts.run(() => sendCall(askClient, { id: collect, body: { content } }, quiet)),
    end: (question: string) =>
      acts.run(() => sendCall(endQuestion, { id: question, body: undefined }, quiet).then(() => ended)),
  }
}
const ended = { message: 'Pergunta encerrada.' } as const

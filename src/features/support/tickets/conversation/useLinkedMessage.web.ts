import { useEffect } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { SaidMessage } from '#features/support/tickets/ticket/conversation.ts'
import { ticketMessages } from '#features/support/tickets/ticket/tickets.ts'
import { shapedParameter, useAddress } from '#web/route/search.ts'
import { useAnswer } from '#web/call.ts'

interface ToldIn {
  /** The ticket shown, and those that go on in it. */
  readonly ids: readonly number[]
  readonly messages: readonly SaidMessage[]
  readonly earlier: number
  readonly isPending: boolean
  readonly fetchNextPage: () => unknown
}
interface MessageElsewhere {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly message: string
}

/** Shows the message of '?mensagem=', loading earlier ones as needed; answers the ticket it belongs to, if that is another. */
export function useLinkedMessage({
  ids,
  messages,
  earlier,
  isPending,
  fetchNextPage,
}: ToldIn): MessageElsewhere | null {
  const [{ mensagem: linked }] = useAddress({ mensagem: shapedParameter(/^[0-9a-f-]{36}$/) })
  const isHere = messages.some(({ uuid }) => uuid === linked)
  const enabled = linked !== '' && !isPending && !isHere
  const { data: answer } = useAnswer(callsOf(ticketMessages).read, { id: linked }, { enabled })
  const data = answer?.data
  const isAway = data !== undefined && !ids.includes(data.ticket.id)
  useEffect(() => {
    if (data && !isAway && !isHere && earlier > 0) fetchNextPage()
  }, [data, isAway, isHere, earlier, messages.length, fetchNextPage])
  useEffect(() => {
    if (!isHere) return
    const place = document.getElementById(`m-${linked}`)
    place?.scrollIntoView({ block: 'center' })
    place?.setAttribute('data-told', '')
  }, [isHere, linked])
  return isAway ? { ...data.ticket, message: linked } : null
}

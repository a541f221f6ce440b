import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { SaidMessage } from '#features/support/tickets/conversation.ts'
import { ticketMessages } from '#features/support/tickets/tickets.ts'
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
  const { searchStr } = useLocation()
  const told = new URLSearchParams(searchStr).get('mensagem')
  const isHere = messages.some(({ uuid }) => uuid === told)
  const enabled = told !== null && /^[0-9a-f-]{36}$/.test(told) && !isPending && !isHere
  const { data: answer } = useAnswer(callsOf(ticketMessages).read, { id: told ?? '' }, { enabled })
  const data = answer?.data
  const isAway = data !== undefined && !ids.includes(data.ticket.id)
  useEffect(() => {
    if (data && !isAway && !isHere && earlier > 0) fetchNextPage()
  }, [data, isAway, isHere, earlier, messages.length, fetchNextPage])
  useEffect(() => {
    if (!isHere) return
    const place = document.getElementById(`m-${told}`)
    place?.scrollIntoView({ block: 'center' })
    place?.setAttribute('data-told', '')
  }, [isHere, told])
  return isAway && told !== null ? { ...data.ticket, message: told } : null
}

import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SaidMessage } from '#features/tickets/conversation.ts'
import { ticketMessages } from '#features/tickets/tickets.ts'
import { api } from '#web/api.ts'

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
export function useToldMessage({ ids, messages, earlier, isPending, fetchNextPage }: ToldIn): MessageElsewhere | null {
  const { searchStr } = useLocation()
  const told = new URLSearchParams(searchStr).get('mensagem')
  const isHere = messages.some(({ uuid }) => uuid === told)
  const { data } = useQuery({
    queryKey: [ticketMessages.path, 'told', told],
    enabled: told !== null && /^[0-9a-f-]{36}$/.test(told) && !isPending && !isHere,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await api.get<{
          data: { readonly ticket: { readonly id: number; readonly uuid: string; readonly name: string } }
        }>(`/${ticketMessages.path}/${told}`, { signal, quiet: true })
      ).data,
  })
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

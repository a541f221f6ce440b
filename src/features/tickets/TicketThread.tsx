import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { can, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { Attaching, type ChosenFile } from '#features/tickets/Attaching.tsx'
import { Attachments } from '#features/tickets/Attachments.tsx'
import { ticketMessages, ticketUploads } from '#features/tickets/tickets.ts'
import { fitFile } from '#parts/file/file.ts'
import { upload } from '#web/files.ts'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { Thread, type ThreadMessage } from '#parts/areas/Thread.tsx'
import { useUser } from '#web/session/store.ts'
import { useConfirmLeave } from '#web/ui/leave.ts'

interface Props {
  /** The ticket's id. */
  readonly id: number
  /** May the reader write here now? */
  readonly open: boolean
}

/** A ticket's conversation, with what was sent along with each message. */
export function TicketThread({ id, open }: Props) {
  const user = useUser()
  const queries = useQueryClient()
  const [chosen, choose] = useState<readonly ChosenFile[]>([])
  useConfirmLeave(chosen.length > 0)
  const { data } = useQuery({
    queryKey: [ticketUploads.path, 'of', id],
    enabled: can(user, permission(ticketUploads, 'index')),
    queryFn: ({ signal }) =>
      api.get<Page<ListedOf<typeof ticketUploads>>>(`/${ticketUploads.path}`, {
        query: { 'filter[ticket_id]': id, sort: 'id', pagination: 'false' },
        signal,
        quiet: true,
      }),
  })

  /** One after another; what is refused stays, with the reason, to go again with the next message. */
  async function send({ uuid }: ThreadMessage) {
    const left: ChosenFile[] = []
    for (const { file } of chosen) {
      const refusal = await attach(uuid, file)
      if (refusal) left.push({ file, refusal })
    }
    choose(left)
    await queries.invalidateQueries({ queryKey: [ticketUploads.path] })
  }
  const attaches = open && can(user, permission(ticketMessages, 'anexar'))
  return (
    <Thread
      resource={ticketMessages}
      by="ticket"
      id={id}
      open={open}
      empty="Ninguém escreveu ainda. Conte o que houve, com datas e números."
      under={said => <Attachments files={data?.data.filter(({ message_id }) => message_id === said.id) ?? []} />}
      {...(attaches && {
        along: {
          input: <Attaching chosen={chosen} onChange={choose} />,
          fit: chosen.every(({ file }) => fitFile(file.name, file.size) === null),
          send,
        },
      })}
    />
  )
}

/** Why it was refused; null when it was kept. */
async function attach(message: string, file: File): Promise<string | null> {
  try {
    await upload(`/${ticketMessages.path}/${message}/anexar`, file)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

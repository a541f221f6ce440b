import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { attachToMessage, splitTicket, type PresentColleague } from '#features/support/tickets/ticket/api.ts'
import { Composer } from '#features/support/tickets/conversation/Composer.tsx'
import { numbered, type WritingMode } from '#features/support/tickets/ticket/conversation.ts'
import { Message } from '#features/support/tickets/messages/Message.tsx'
import { SplitBar } from '#features/support/tickets/merge/SplitBar.tsx'
import { ticketStates } from '#features/support/tickets/ticket/tickets.ts'
import { useConversation } from '#features/support/tickets/conversation/useConversation.web.ts'
import { useLinkedMessage } from '#features/support/tickets/conversation/useLinkedMessage.web.ts'
import { usePresence } from '#features/support/tickets/presence/usePresence.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { Band } from '#web/ui/Band.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/support/tickets/messages/message.module.css'

interface Props {
  readonly ticket: ReadRow['row']
  /** Those that go on in it, by their ids. */
  readonly joined: readonly number[]
  /** May the reader write here now? */
  readonly open: boolean
  /** Whether single letters begin an answer or a note; not beside a grid, where they are typed. */
  readonly keys?: boolean
}

/** Shows a ticket's messages from the end, the colleagues present, and the composer. */
export function Conversation({ ticket, joined, open, keys = true }: Props) {
  const user = useUser()
  const staff = isStaff(user)
  const [now] = useState(() => Date.now())
  const [writing, write] = useState<WritingMode | null>(null)
  const { messages, earlier, files, error, isPending, refetch, fetchNextPage, isFetchingNextPage } = useConversation([
    ticket.id,
    ...joined,
  ])
  const others = usePresence(ticket.uuid, writing)
  const [marked, mark] = useState<ReadonlySet<string> | null>(null)
  const elsewhere = useLinkedMessage({ ids: [ticket.id, ...joined], messages, earlier, isPending, fetchNextPage })
  const splits = open && staff && can(user, splitTicket.id) && can(user, 'tickets.store')
  const own = messages.filter(({ ticket_id }) => ticket_id === ticket.id)
  const turn = (uuid: string) =>
    mark(new Set(marked?.has(uuid) ? [...marked].filter(each => each !== uuid) : [...(marked ?? []), uuid]))
  return (
    <section className={styles.thread} aria-label="Conversa">
      {elsewhere && (
        <Band tone="info">
          <div>
            A mensagem que você procura está agora no chamado{' '}
            <Link to={`/tickets/${elsewhere.uuid}?mensagem=${elsewhere.message}`}>
              {numbered(elsewhere.id)} {elsewhere.name}
            </Link>
            .
          </div>
        </Band>
      )}
      {error && !messages.length && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={4} />
      {earlier > 0 && (
        <Button
          className={styles.earlier ?? ''}
          variant="default"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {`Mostrar ${count(earlier, { one: 'mensagem anterior', many: 'mensagens anteriores', gender: 'f' })}`}
        </Button>
      )}
      {!isPending && !error && messages.length === 0 && (
        <p className="meta">Ninguém escreveu ainda. Conte o que houve, com datas e números.</p>
      )}
      <ol className={styles.messages}>
        {messages.map(said => (
          <Message
            key={said.uuid}
            said={said}
            files={files.filter(({ message_id }) => message_id === said.id)}
            now={now}
            open={open}
            from={said.ticket_id === ticket.id ? undefined : said.ticket_id}
            marked={marked && said.ticket_id === ticket.id ? marked.has(said.uuid) : undefined}
            onMark={() => turn(said.uuid)}
            onSplit={
              splits && !marked && own.includes(said)
                ? () => mark(new Set(own.slice(own.indexOf(said)).map(({ uuid }) => uuid)))
                : undefined
            }
          />
        ))}
      </ol>
      {staff && <Presence others={others} />}
      {marked && <SplitBar ticket={ticket} chosen={marked} onEnd={() => mark(null)} />}
      {open && !marked && (
        <Composer
          ticket={ticket}
          staff={staff}
          keys={keys}
          attaches={can(user, attachToMessage.id)}
          takes={ticket.owner_id === null && can(user, 'tickets.assumir')}
          waits={nameOfRef(ticket.status) === ticketStates.open && can(user, 'tickets.aguardar')}
          to={readerOf(ticket)}
          onWriting={write}
        />
      )}
    </section>
  )
}

const readerOf = (ticket: ReadRow['row']) =>
  ticket.question === true
    ? 'Quem lê: as pessoas do cliente, também por e-mail.'
    : nameOfRef(ticket.requester)
      ? `Quem lê: ${nameOfRef(ticket.requester)}, também por e-mail.`
      : 'Ninguém do cliente lê ainda: escolha o solicitante em Dados.'

/** Colleagues who have the ticket open; nothing where there is none. */
const Presence = ({ others }: { readonly others: readonly PresentColleague[] }) => (
  <div className={styles.present} role="status">
    {others.length > 0 && (
      <span>
        Aqui agora: <strong>{join(others.map(({ name }) => name))}</strong>
      </span>
    )}
    {others
      .filter(({ writing }) => writing !== null)
      .map(({ id, name, writing }) => (
        <span key={id}>
          {name} está escrevendo uma {writing}…
        </span>
      ))}
  </div>
)

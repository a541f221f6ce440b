import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { openTicket } from '#features/support/tickets/ticket/api.ts'
import { numbered } from '#features/support/tickets/ticket/conversation.ts'
import { ticketStates, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { useAnswerPages } from '#parts/paging/useAnswerPages.web.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ago } from '#web/ui/time.ts'
import styles from '#features/support/tickets/ticket/tickets.module.css'

type OwnTicket = Pick<
  ListedOf<typeof tickets>,
  'id' | 'uuid' | 'name' | 'client' | 'status' | 'spoken_at' | 'spoken_user_id' | 'created_at'
>
const { list } = callsOf(tickets)
const columns = 'name,client,status,spoken_at,spoken_user'
const inputOfPage = (page: number | undefined) => ({ query: { sort: '-created_at', per_page: 50, columns, page } })
const groups = [
  [ticketStates.waiting, 'Esperando você'],
  [ticketStates.open, 'Com a consultoria'],
  [ticketStates.settled, 'Resolvidos'],
] as const

/** Lists a client user's tickets: waiting for them, with the office, and settled. */
export function OwnTickets() {
  const user = useUser()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useAnswerPages(
    list,
    inputOfPage,
    ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : null),
  )
  const all = (data?.pages ?? []).flatMap(page => page.data)
  const several = new Set(all.map(({ client }) => client.uuid)).size > 1
  const ask = can(user, openTicket.id) && (
    <Button component={Link} to="/tickets/create" leftSection={<IconMessagePlus size={16} stroke={1.5} aria-hidden />}>
      Pedir ajuda
    </Button>
  )
  return (
    <Page title="Meus chamados" actions={ask}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={6} />
      {data && !all.length && (
        <EmptyState
          title="Você ainda não pediu nada"
          text="Conte uma dúvida ou um problema: a consultoria responde aqui, e você é avisado por e-mail."
        >
          {ask}
        </EmptyState>
      )}
      <div className={styles.own}>
        {groups.map(([state, title]) => {
          const rows = all.filter(({ status }) => status?.name === state)
          if (!rows.length) return null
          return (
            <section key={state} aria-label={title}>
              <h2>{title}</h2>
              <List boxed>
                {rows.map(each => (
                  <OwnTicketItem key={each.uuid} ticket={each} several={several} />
                ))}
              </List>
            </section>
          )
        })}
        {hasNextPage && (
          <Button variant="default" onClick={() => void fetchNextPage()}>
            Mostrar mais antigos
          </Button>
        )}
      </div>
    </Page>
  )
}

function OwnTicketItem({ ticket, several }: { readonly ticket: OwnTicket; readonly several: boolean }) {
  const user = useUser()
  const [now] = useState(() => Date.now())
  const { id, uuid, name, client, spoken_at, spoken_user_id, created_at } = ticket
  const last =
    spoken_at === null
      ? `aberto ${ago(created_at, now)}`
      : `${spoken_user_id === user.id ? 'você escreveu' : 'respondido'} ${ago(spoken_at, now)}`
  return (
    <li>
      <div>
        <Link to={`/${tickets.path}/${uuid}`}>{name}</Link>
        <span className="meta">
          <span>{numbered(id)}</span>
          {several && <span>{client.name}</span>}
          <span>{last}</span>
        </span>
      </div>
    </li>
  )
}

import { Checkbox } from '@mantine/core'
import { IconLock, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can, isStaff, permission } from '#kernel/access.ts'
import { Attachments } from '#features/support/tickets/messages/Attachments.tsx'
import { MessageMenu } from '#features/support/tickets/messages/MessageMenu.tsx'
import { numbered, type SaidMessage, type TicketFile } from '#features/support/tickets/ticket/conversation.ts'
import { ticketMessages } from '#features/support/tickets/ticket/tickets.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import styles from '#features/support/tickets/messages/message.module.css'

interface Props {
  readonly said: SaidMessage
  readonly files: readonly TicketFile[]
  readonly now: number
  /** The reader may write in the ticket. */
  readonly open: boolean
  /** The number of the ticket the message was written in, if it is another one. */
  readonly from?: number | undefined
  /** What is marked to go to another ticket: this one among it, or not; nothing while none is being marked. */
  readonly marked?: boolean | undefined
  readonly onMark: () => void
  readonly onSplit?: (() => void) | undefined
}

/** One message: its look, place and words show which side wrote it; a note looks unlike all others. */
export function Message({ said, files, now, open, from, marked, onMark, onSplit }: Props) {
  const user = useUser()
  const staff = isStaff(user)
  const own = said.user_id === user.id
  const side = said.internal ? 'note' : said.from_team ? 'team' : 'client'
  const name = nameOfRef(said.user) || 'Alguém'
  return (
    <li
      className={styles.message}
      data-side={side}
      data-own={(staff ? side !== 'client' : own) || undefined}
      data-marked={marked || undefined}
      id={`m-${said.uuid}`}
    >
      <article aria-label={`${labels[side]}, de ${name}`}>
        <header>
          {marked !== undefined && (
            <Checkbox size="xs" aria-label={`Levar a mensagem de ${name}`} checked={marked} onChange={onMark} />
          )}
          {said.internal && <IconLock size={14} stroke={2} aria-hidden />}
          <strong>{own && !staff ? 'Você' : name}</strong>
          <span className={styles.kind}>{staff ? labels[side] : said.from_team ? 'Consultoria' : ''}</span>
          <time className="meta" dateTime={said.created_at} title={fullTime(said.created_at)}>
            {ago(said.created_at, now)}
          </time>
          {said.by_mail && (
            <span className={`meta ${styles.mailed}`}>
              <IconMail size={14} stroke={1.5} aria-hidden /> chegou por e-mail
            </span>
          )}
          {from !== undefined && <span className="meta">no {numbered(from)}</span>}
          {!said.active && <StatusChip tone="neutro">Inativa</StatusChip>}
          {open && own && can(user, permission(ticketMessages, 'update')) && (
            <Link className={styles.correct} to={`/${ticketMessages.path}/${said.uuid}`}>
              Corrigir
            </Link>
          )}
          {marked === undefined && <MessageMenu said={said} onSplit={onSplit} />}
        </header>
        <p>{said.content}</p>
        {said.quoted && (
          <details className={styles.quoted}>
            <summary>Mostrar o que foi citado</summary>
            <p>{said.quoted}</p>
          </details>
        )}
        <Attachments files={files} />
      </article>
    </li>
  )
}

const labels = { note: 'Nota interna, só a equipe lê', team: 'Resposta ao cliente', client: 'Cliente' } as const

import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showBytes, showInteger } from '#kernel/show.ts'
import { readOriginalMail } from '#features/support/incoming-mail/api.ts'
import { incomingMails, type IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import { downloadMail, useMailText, type MailActs } from '#features/support/incoming-mail/useIncoming.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useUser } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#features/support/incoming-mail/incoming.module.css'

interface Props {
  readonly mail: IncomingMail
  readonly acts: MailActs
  readonly onJoin: () => void
  readonly onOpen: () => void
}

/** One mail: it shows the sender, why it is in the tray and the possible actions; its text opens on request. */
export function MailItem({ mail, acts, onJoin, onOpen }: Props) {
  const [read, toggle] = useState(false)
  const { subject, why, ticket, client, size, attached } = mail
  const files = attached?.split('\n') ?? []
  const [first = ''] = files
  return (
    <li data-read={read || undefined}>
      <div>
        <p className={styles.subject}>{subject}</p>
        <p className="meta">
          {[writerOf(mail), nameOfRef(client), fullTime(mail.sent_at ?? mail.created_at), showBytes(size)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {why && <p className={styles.why}>{why}</p>}
        {mail.state === 'bandeja' && mail.series !== null && mail.series > 1 && (
          <p>
            <Link to={`/${incomingMails.path}?ver=serie`}>Ver os outros, um a um</Link>
          </p>
        )}
        {ticket && (
          <p>
            <Link to={`/tickets/${ticket.uuid}`}>
              {mail.opened ? 'Abriu o chamado' : 'No chamado'} #{ticket.id}, {ticket.name}
            </Link>
          </p>
        )}
        {files.length > 0 && (
          <p className={styles.files}>
            <IconPaperclip size={14} stroke={1.5} aria-hidden />
            <span>{files.length === 1 ? first : `${files.length} anexos: ${first}…`}</span>
          </p>
        )}
        {read && <MailText mail={mail} />}
      </div>
      <div className={styles.acts}>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={read}
          aria-label={`${subject}: ${read ? 'recolher' : 'ler'}`}
          onClick={() => toggle(!read)}
        >
          {read ? 'Recolher' : 'Ler'}
        </Button>
        <Offered mail={mail} acts={acts} onJoin={onJoin} onOpen={onOpen} />
      </div>
    </li>
  )
}

const writerOf = ({ sender, sender_name: name }: IncomingMail) =>
  name && sender ? `${name} <${sender}>` : (sender ?? 'remetente desconhecido')

function Offered({ mail, acts, onJoin, onOpen }: Props) {
  const user = useUser()
  const { subject, state } = mail
  const button = (does: string, label: string, act: () => void, look: 'default' | 'subtle' = 'default') =>
    can(user, `${incomingMails.path}.${does}`) && (
      <Button
        variant={look}
        {...(look === 'subtle' && { color: 'gray' })}
        size="compact-sm"
        disabled={acts.busy}
        aria-label={`${subject}: ${label.toLowerCase()}`}
        onClick={act}
      >
        {label}
      </Button>
    )
  async function undo() {
    const sure = await confirm({
      title: `Tirar “${subject}” do chamado?`,
      text: mail.opened
        ? 'A mensagem e o chamado que ela abriu saem, e o e-mail volta à bandeja.'
        : 'A mensagem sai do chamado, e o e-mail volta à bandeja.',
      act: 'Tirar do chamado',
      danger: true,
    })
    if (sure) await acts.undo(mail)
  }
  const { series } = mail
  async function discard() {
    const sure =
      series === null ||
      series < 2 ||
      (await confirm({
        title: `Descartar os ${showInteger(series)} e-mails?`,
        text: 'Este e os que esperam atrás dele saem da bandeja. Continuam guardados, e cada um pode voltar.',
        act: 'Descartar todos',
        danger: true,
      }))
    if (sure) await acts.discard(mail)
  }
  if (state === 'bandeja')
    return (
      <>
        {button('juntar', 'Juntar a um chamado…', onJoin)}
        {button('abrir', 'Abrir chamado…', onOpen)}
        {button(
          'descartar',
          series && series > 1 ? `Descartar os ${showInteger(series)}` : 'Descartar',
          () => void discard(),
          'subtle',
        )}
      </>
    )
  if (state === 'mensagem') return <>{button('desfazer', 'Tirar do chamado', () => void undo(), 'subtle')}</>
  if (state === 'recebida') return null
  return <>{button('devolver-a-bandeja', 'Devolver à bandeja', () => void acts.giveBack(mail))}</>
}

/** What the mail says, as plain text: nothing of it is drawn, loaded or run. */
function MailText({ mail }: { readonly mail: IncomingMail }) {
  const user = useUser()
  const { data: answer, error, isPending, refetch } = useMailText(mail.uuid)
  const data = answer?.data
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={3} height={20} />
  const files = data.attached?.split('\n') ?? []
  return (
    <div className={styles.text}>
      <p>{data.body ?? 'Nada foi escrito.'}</p>
      {data.quoted && (
        <details>
          <summary>Mostrar o que foi citado</summary>
          <p>{data.quoted}</p>
        </details>
      )}
      {files.length > 0 && (
        <ul aria-label="Anexos">
          {files.map(name => (
            <li key={name} className="meta">
              {name}
            </li>
          ))}
        </ul>
      )}
      {can(user, readOriginalMail.id) && (
        <Button variant="subtle" size="compact-sm" onClick={() => void downloadMail(mail).catch(() => undefined)}>
          Baixar o e-mail original
        </Button>
      )}
    </div>
  )
}

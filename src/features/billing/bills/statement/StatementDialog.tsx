import { Select } from '@mantine/core'
import { useState } from 'react'
import { mailStatement, type StatementMail } from '#features/billing/bills/statement/api.ts'
import { useMailing, useStatementMail } from '#features/billing/bills/statement/useStatement.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

interface Props {
  readonly client: string
  readonly period: { readonly from: string; readonly to: string }
  readonly onClose: () => void
}

/** The statement as it goes by mail, and who gets it, before it is sent. */
export function StatementDialog({ client, period, onClose }: Props) {
  const { data, error, isPending, refetch } = useStatementMail(client, period)
  return (
    <Dialog opened onClose={onClose} title="Enviar extrato" size="lg">
      <NoMail />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <MailIt client={client} period={period} letter={data} onClose={onClose} />
      ) : (
        <Skeletons waiting={isPending} lines={6} height={28} />
      )}
    </Dialog>
  )
}

function MailIt({ client, period, letter, onClose }: Props & { readonly letter: StatementMail }) {
  const { contacts, subject, parts } = letter
  const [email, choose] = useState<string | null>(contacts[0]?.email ?? null)
  const { busy, refusal, mail } = useMailing(mailStatement, onClose)
  return (
    <>
      {contacts.length ? (
        <Select
          label="Para"
          data={contacts.map(contact => ({
            value: contact.email,
            label: `${contact.name} · ${contact.email}${contact.finance ? ' · financeiro' : ''}`,
          }))}
          value={email}
          onChange={choose}
          allowDeselect={false}
        />
      ) : (
        <p className="wrong">O cliente está sem e-mail e sem usuário: ponha um contato no cadastro.</p>
      )}
      <div className={styles.letter} role="region" aria-label="Como fica" tabIndex={0}>
        <p>
          <strong>{subject}</strong>
        </p>
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two paragraphs may say the same
          <p key={at}>{part}</p>
        ))}
      </div>
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton
          busy={busy}
          doing="Enviando…"
          disabled={!email}
          onClick={() => email && void mail({ id: client, body: { ...period, email } })}
        >
          Enviar por e-mail
        </BusyButton>
      </DialogFoot>
    </>
  )
}

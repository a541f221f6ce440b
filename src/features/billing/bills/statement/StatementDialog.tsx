import { Modal, Select } from '@mantine/core'
import { useState } from 'react'
import type { StatementMail } from '#features/billing/bills/statement/statement.ts'
import { useBillAct } from '#features/billing/bills/bill/useBillAct.web.ts'
import { mailStatement, useStatementMail } from '#features/billing/bills/statement/useStatement.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
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
    <Modal opened onClose={onClose} title="Enviar extrato" size="lg" closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <NoMail />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <MailIt client={client} period={period} mail={data} onClose={onClose} />
      ) : (
        <Skeletons waiting={isPending} lines={6} height={28} />
      )}
    </Modal>
  )
}

function MailIt({ client, period, mail, onClose }: Props & { readonly mail: StatementMail }) {
  const { contacts, subject, parts } = mail
  const [email, choose] = useState<string | null>(contacts[0]?.email ?? null)
  const act = useBillAct((body: object) => mailStatement(client, body), onClose)
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
      <DialogFoot refusals={[act.error && reasonOf(act.error)]} onClose={onClose}>
        <BusyButton
          busy={act.isPending}
          doing="Enviando…"
          disabled={!email}
          onClick={() => act.mutate({ ...period, email })}
        >
          Enviar por e-mail
        </BusyButton>
      </DialogFoot>
    </>
  )
}

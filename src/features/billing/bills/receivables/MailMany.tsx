import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { dayAfter } from '#kernel/clock.ts'
import { showMoney } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { Receivables } from '#features/billing/bills/receivables/api.ts'
import { mailStatements } from '#features/billing/bills/statement/api.ts'
import { slow, useMailing } from '#features/billing/bills/statement/useStatement.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { NoMail } from '#parts/outbox/NoMail.tsx'
import { useAnswer } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

interface Props {
  readonly debtors: Receivables['debtors']
  readonly today: string
  readonly onClose: () => void
}
/** Days a statement sent to many goes back. */
const back = 90
const statements = { one: 'extrato', many: 'extratos', gender: 'm' } as const

/** Statements to those with something late: to whom each goes, and to whom none can, before anything is sent. */
export function MailMany({ debtors, today, onClose }: Props) {
  const [chosen, choose] = useState<readonly string[]>(() => debtors.map(({ client }) => client.uuid))
  const period = { from: dayAfter(today, -back), to: today }
  const owing = debtors.map(({ client }) => client.uuid)
  const trial = useAnswer(mailStatements, { body: { ...period, clients: owing, trial: true } }, { ...slow, gcTime: 0 })
  const { busy, refusal, mail } = useMailing(mailStatements, onClose)
  const toOf = (name: string) => trial.data?.data.sent.find(({ client }) => client === name)
  const whyOf = (name: string) => trial.data?.data.left.find(({ client }) => client === name)?.reason
  const reached = debtors.filter(({ client }) => chosen.includes(client.uuid) && toOf(client.name))
  return (
    <Dialog opened onClose={onClose} title="Enviar extratos" size="lg">
      <NoMail />
      <p>O extrato dos últimos {back} dias, com o que está em aberto, a cada cliente com conta em atraso.</p>
      {trial.error ? (
        <ErrorState error={trial.error} onRetry={() => void trial.refetch()} />
      ) : !trial.data ? (
        <Skeletons waiting={trial.isPending} lines={6} height={32} />
      ) : (
        <Checkbox.Group className={styles.letter} aria-label="A quem enviar" value={[...chosen]} onChange={choose}>
          {debtors.map(({ client, left }) => (
            <Checkbox
              key={client.uuid}
              my={6}
              value={client.uuid}
              disabled={!toOf(client.name)}
              label={`${client.name} · ${showMoney(left)}`}
              description={saidContact(toOf(client.name)) ?? whyOf(client.name)}
            />
          ))}
        </Checkbox.Group>
      )}
      <DialogFoot refusals={[refusal]} onClose={onClose}>
        <BusyButton
          busy={busy}
          doing="Enviando…"
          disabled={!reached.length}
          onClick={() => void mail({ body: { ...period, clients: reached.map(({ client }) => client.uuid) } })}
        >
          {`Enviar ${count(reached.length, statements)}`}
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
const saidContact = (to: { readonly name: string; readonly email: string } | undefined) =>
  to && `Para ${to.name}, ${to.email}`

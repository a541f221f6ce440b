import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { showDate, showInstant, showMoney } from '#kernel/show.ts'
import { receivePayment, reversePayment } from '#features/billing/bills/payments/api.ts'
import { billPayments, paymentMethods, type BillPayment } from '#features/billing/bills/payments/payments.ts'
import { ReceiveDialog } from '#features/billing/bills/payments/ReceiveDialog.tsx'
import { ReasonDialog } from '#parts/dialog/ReasonDialog.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useAnswer, useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

interface Props {
  readonly bill: {
    readonly id: number
    readonly uuid: string
    readonly name: string
    readonly open: boolean
    /** Settled, and not called off: what comes in besides is more than it asks for. */
    readonly paid: boolean
  }
}

/** What its receipts need of a bill. */
export const toReceive = (row: ReadRow['row']): Props['bill'] => ({
  id: row.id,
  uuid: row.uuid,
  name: String(row.name),
  open: row.active && row.downloaded !== true && row.called_off !== true,
  paid: row.active && row.downloaded === true && row.called_off !== true,
})

/** A button that opens the dialog of what came in. */
export function ReceiveButton({ bill }: Props) {
  const [open, setOpen] = useState(false)
  const may = can(useUser(), receivePayment.id)
  if (!bill.open || !may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Receber</Button>
      {open && <ReceiveDialog bill={bill.uuid} name={bill.name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Of a settled bill, a button that records what came in besides. */
function ReceiveMoreButton({ bill }: Props) {
  const [open, setOpen] = useState(false)
  const may = can(useUser(), receivePayment.id)
  if (!bill.paid || !may) return null
  return (
    <>
      <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
        Registrar outro recebimento
      </Button>
      {open && <ReceiveDialog bill={bill.uuid} name={bill.name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What came in for a bill, the newest first, and what was taken back of it. */
export function PaymentsArea({ bill }: Props) {
  const query = { 'filter[bill_id]': bill.id, sort: '-paid_on,-id', pagination: 'false' }
  const { data, error, isPending, refetch } = useAnswer(callsOf(billPayments).list, { query })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={3} height={40} />
  if (!data.data.length)
    return <p className="meta">Nada entrou ainda. O que entra desta conta aparece aqui, inteiro ou em partes.</p>
  const standing = data.data.filter(({ reversed_at }) => !reversed_at)
  const sum = standing.reduce((all, { value }) => all + Math.round(value * 100), 0) / 100
  return (
    <>
      <div className={styles.sum}>
        <span>{`${showMoney(sum)} recebidos`}</span>
        <ReceiveMoreButton bill={bill} />
      </div>
      <List boxed wrap aria-label="Recebimentos">
        {data.data.map(payment => (
          <PaymentRow key={payment.uuid} payment={payment} />
        ))}
      </List>
    </>
  )
}

function PaymentRow({ payment }: { readonly payment: BillPayment }) {
  const [asking, ask] = useState(false)
  const may = can(useUser(), reversePayment.id)
  const { value, paid_on, method, checking_account: account, user, reversed_at, reversed_by, reason, source } = payment
  const facts = [
    method && paymentMethods[method],
    account?.name,
    source === 'manual' ? user && `registrado por ${user.name}` : source,
    ...saidSplit(payment),
  ].filter(Boolean)
  return (
    <li>
      <div>
        <strong className={reversed_at ? styles.gone : undefined}>{showMoney(value)}</strong>
        {` em ${showDate(paid_on)}`}
        <div className="meta">{facts.join(' · ')}</div>
        {reversed_at && (
          <div className="meta">
            {[`Estornado em ${showInstant(reversed_at)}`, reversed_by && `por ${reversed_by.name}`, reason]
              .filter(Boolean)
              .join(' · ')}
          </div>
        )}
      </div>
      {reversed_at ? (
        <StatusChip tone="neutro">Estornado</StatusChip>
      ) : (
        may && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Estornar ${showMoney(value)} de ${showDate(paid_on)}`}
            onClick={() => ask(true)}
          >
            Estornar
          </Button>
        )
      )}
      {asking && <ReverseDialog payment={payment} onClose={() => ask(false)} />}
    </li>
  )
}

/** What of it is not the bill's own, and what was charged otherwise than reckoned. */
function saidSplit({ fine, interest, discount, over, fine_due, interest_due }: BillPayment): readonly string[] {
  const [charged, due] = [fine + interest, fine_due + interest_due]
  const changed = Math.abs(charged - due) >= 0.005
  return [
    ...(charged > 0 ? [`${showMoney(charged)} de multa e juros`] : []),
    ...(changed ? [`o cálculo pedia ${showMoney(due)}`] : []),
    ...(discount > 0 ? [`desconto de ${showMoney(discount)}`] : []),
    ...(over > 0 ? [`${showMoney(over)} a mais do que a conta pedia`] : []),
  ]
}

function ReverseDialog({ payment, onClose }: { readonly payment: BillPayment; readonly onClose: () => void }) {
  const acts = useSendingActs()
  const { send } = useCall(reversePayment)
  return (
    <ReasonDialog
      title={`Estornar ${showMoney(payment.value)} de ${showDate(payment.paid_on)}?`}
      act="Estornar"
      doing="Estornando…"
      sending={acts}
      onSend={reason => acts.run(() => send({ id: payment.uuid, body: { reason } }, { quiet: true, timeout: 60_000 }))}
      onClose={onClose}
    >
      A conta volta a dever o que ele abateu. O recebimento continua aqui, como estornado.
    </ReasonDialog>
  )
}

import { bankDayFrom } from '#kernel/calendar.ts'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { choice, date, money, ref } from '#kernel/field.ts'
import { showDate, showMoney, showPercent } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { costOn, splitByRate, type BillCost } from '#features/billing/bills/bill/charges.ts'
import { paymentMethods } from '#features/billing/bills/payments/payments.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { receiveAdjustedPayment, receivePayment, type BillQuote } from '#features/billing/bills/payments/api.ts'
import { quotedDebt, useQuote } from '#features/billing/bills/payments/useQuote.web.ts'
import { isDayText } from '#parts/period/period.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { newKey } from '#web/api.ts'
import { useCall } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/billing/bills/bill/bills.module.css'

interface Props {
  readonly bill: string
  readonly name: string
  readonly onClose: () => void
}
const fields = {
  paid_on: date('Recebido em', { required: true }),
  value: money('Valor que entrou (R$)', { required: true }),
  method: choice(paymentMethods, 'Forma'),
  checking_account_id: ref('checking-accounts', 'Conta corrente'),
  fine: money('Multa (R$)', { required: true }),
  interest: money('Juros (R$)', { required: true }),
  discount: money('Desconto (R$)', { required: true }),
} as const
const amountOf = (value: unknown) => (typeof value === 'number' ? cents(value) : 0)

/** What came in of a bill: the day, how much of it, and what of that is fine and interest. */
export function ReceiveDialog({ bill, name, onClose }: Props) {
  const { data, error, isPending, refetch } = useQuote(bill, true)
  return (
    <Dialog opened onClose={onClose} title="Receber" size="lg">
      <p>
        <strong>{name}</strong>
      </p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ReceiveForm bill={bill} quote={data} onClose={onClose} />
      ) : (
        <Skeletons waiting={isPending} lines={5} height={36} />
      )}
    </Dialog>
  )
}

/** What is typed of a payment, in reais; null follows what is reckoned. */
interface TypedCharges {
  readonly fine: unknown
  readonly interest: unknown
  readonly discount: unknown
}

const quiet = { quiet: true, timeout: 60_000 } as const
const inReais = ({ fine, interest, discount }: Readonly<Record<'fine' | 'interest' | 'discount', number>>) => ({
  fine: fine / 100,
  interest: interest / 100,
  discount: discount / 100,
})

/** A payment while it is typed, and what becomes of it. */
function useReceiving(bill: string, quote: BillQuote, onClose: () => void) {
  // Sent again, it is the same payment.
  const [reference] = useState(newKey)
  const [day, setDay] = useState<unknown>(quote.today)
  const [typed, type] = useState<unknown>(undefined)
  const [charges, charge] = useState<TypedCharges | null>(null)
  const [method, setMethod] = useState<unknown>(null)
  const [account, setAccount] = useState<unknown>(quote.checking_account_id)
  const [over, confirmOver] = useState(false)
  const { run, busy, refusal } = useSendingActs()
  const plain = useCall(receivePayment)
  const adjusted = useCall(receiveAdjustedPayment)
  const on = isDayText(day) ? day : quote.today
  const debt = quotedDebt(quote)
  const whole = costOn(debt, on)
  const charged = charges
    ? { fine: amountOf(charges.fine), interest: amountOf(charges.interest), discount: amountOf(charges.discount) }
    : whole
  const asked = debt.left + charged.fine + charged.interest - charged.discount
  const paid = typed === undefined ? asked : amountOf(typed)
  const split = charges
    ? { ...charged, settled: paid - charged.fine - charged.interest + charged.discount }
    : splitByRate(paid, debt, on)
  const settled = Math.min(split.settled, debt.left)
  const more = Math.max(0, paid - asked)
  const money = {
    paid_on: on,
    value: paid / 100,
    method: typeof method === 'string' ? method : null,
    checking_account_id: typeof account === 'number' ? account : null,
    reference,
    over: over && more > 0,
  }
  const send = () =>
    run(() =>
      charges
        ? adjusted.send({ id: bill, body: { ...money, ...inReais(charged) } }, quiet)
        : plain.send({ id: bill, body: money }, quiet),
    ).then(isDone => isDone && onClose())
  return {
    day,
    setDay,
    typed,
    type,
    charges,
    charge,
    method,
    setMethod,
    account,
    setAccount,
    over,
    confirmOver,
    busy,
    refusal,
    send,
    whole,
    paid,
    more,
    split: { ...split, settled },
    left: debt.left - settled,
    changed: charges !== null && (charged.fine !== whole.fine || charged.interest !== whole.interest),
    ready: isDayText(day) && paid > 0 && split.settled >= 0 && (more === 0 || over),
  }
}
type Receiving = ReturnType<typeof useReceiving>

function ReceiveForm({ bill, quote, onClose }: { bill: string; quote: BillQuote; onClose: () => void }) {
  const form = useReceiving(bill, quote, onClose)
  const { whole, more, split, left, account } = form
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.send()
      }}
    >
      <div className={styles.fields}>
        <Input name="payment_paid_on" field={fields.paid_on} value={form.day} onChange={form.setDay} />
        <Input
          name="payment_value"
          field={fields.value}
          value={form.typed === undefined ? form.paid / 100 : form.typed}
          onChange={form.type}
        />
        <Input name="payment_method" field={fields.method} value={form.method} onChange={form.setMethod} />
        <Input
          name="payment_account"
          field={fields.checking_account_id}
          value={account}
          known={account === quote.checking_account_id ? (quote.checking_account ?? undefined) : undefined}
          onChange={form.setAccount}
        />
      </div>
      <Reckoning quote={quote} whole={whole} />
      {quote.adjusts && <Adjusting form={form} />}
      <Outcome split={split} left={left} wasPaid={quote.left === 0} />
      {form.changed && (
        <p className="meta">
          {`O cálculo pedia ${showMoney(whole.fine / 100)} de multa e ${showMoney(whole.interest / 100)} de juros: a mudança fica registrada no recebimento.`}
        </p>
      )}
      {more > 0 && (
        <Checkbox
          mt="sm"
          label={`Entraram mesmo ${showMoney(more / 100)} a mais do que a conta pede`}
          checked={form.over}
          onChange={event => form.confirmOver(event.currentTarget.checked)}
        />
      )}
      <DialogFoot refusals={[form.refusal]} onClose={onClose}>
        <BusyButton type="submit" busy={form.busy} doing="Registrando…" disabled={!form.ready}>
          {`Receber ${showMoney(form.paid / 100)}`}
        </BusyButton>
      </DialogFoot>
    </form>
  )
}

/** Other fine and interest than the rates ask for, and what is forgiven besides. */
function Adjusting({ form: { charges, charge, type, whole } }: { readonly form: Receiving }) {
  return (
    <>
      <Checkbox
        mt="sm"
        label="Mudar multa, juros ou dar desconto"
        checked={charges !== null}
        onChange={event => {
          charge(
            event.currentTarget.checked
              ? { fine: whole.fine / 100, interest: whole.interest / 100, discount: whole.discount / 100 }
              : null,
          )
          type(undefined)
        }}
      />
      {charges && (
        <div className={styles.fields}>
          {(['fine', 'interest', 'discount'] as const).map(name => (
            <Input
              key={name}
              name={`payment_${name}`}
              field={fields[name]}
              value={charges[name]}
              onChange={value => charge({ ...charges, [name]: value })}
            />
          ))}
        </div>
      )}
    </>
  )
}

const days = { one: 'dia', many: 'dias', gender: 'm' } as const
/** How fine and interest come about, on the day that was typed. */
function Reckoning({
  quote: { due_date, left, fees, rates, early },
  whole,
}: {
  readonly quote: BillQuote
  readonly whole: BillCost
}) {
  const last = bankDayFrom(due_date)
  const moved = last === due_date ? '' : ` (não é dia útil: sem multa até ${showDate(last)})`
  const reason =
    fees > 0
      ? `A conta já traz ${showMoney(fees)} de multa e juros: nada mais é calculado.`
      : whole.days === 0
        ? `Venceu ou vence em ${showDate(due_date)}${moved}: sem multa e sem juros.`
        : `Venceu em ${showDate(due_date)}${moved}: ${count(whole.days, days)} de atraso. Multa de ${showPercent(rates.fine)}, ${showMoney(whole.fine / 100)}; juros de ${showPercent(rates.interest)} ao mês, por dia, ${showMoney(whole.interest / 100)}.`
  return (
    <p className={styles.said}>
      {`Faltam ${showMoney(left)}. `}
      {reason}
      {early &&
        (whole.discount > 0
          ? ` Pagando tudo até ${showDate(early.until)}, desconto de ${showMoney(whole.discount / 100)}.`
          : ` O desconto de ${showMoney(early.value)} valia até ${showDate(early.until)}.`)}
    </p>
  )
}

/** What becomes of the bill. */
function Outcome({
  split,
  left,
  wasPaid,
}: {
  readonly wasPaid: boolean
  readonly split: {
    readonly settled: number
    readonly fine: number
    readonly interest: number
    readonly discount: number
  }
  readonly left: number
}) {
  if (split.settled < 0)
    return (
      <p role="alert" className="wrong">
        O valor é menor do que a multa e os juros.
      </p>
    )
  if (wasPaid) return <p className={styles.said}>A conta já está paga: tudo o que entrou fica como valor a mais.</p>
  const parts = [
    `${showMoney(split.settled / 100)} abatem a conta`,
    ...(split.fine > 0 ? [`${showMoney(split.fine / 100)} de multa`] : []),
    ...(split.interest > 0 ? [`${showMoney(split.interest / 100)} de juros`] : []),
    ...(split.discount > 0 ? [`${showMoney(split.discount / 100)} de desconto`] : []),
  ]
  return (
    <p className={styles.said} aria-live="polite">
      {`${parts.join(', ')}. `}
      <strong>{left > 0 ? `Parcial: ficam faltando ${showMoney(left / 100)}.` : 'A conta fica paga.'}</strong>
    </p>
  )
}

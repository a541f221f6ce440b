import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { date, money, ref } from '#kernel/field.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { costOn } from '#features/billing/bills/bill/charges.ts'
import { amountOf } from '#features/billing/bills/returns/MoneyItem.tsx'
import type { ProposedBill } from '#features/billing/bills/returns/api.ts'
import type { BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import { useProposals, type MoneyActs, type PlacedMoney } from '#features/billing/bills/returns/useMoney.web.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { quotedDebt, useQuote } from '#features/billing/bills/payments/useQuote.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/billing/bills/returns/returns.module.css'

interface Props {
  readonly line: BankReturnLine
  readonly acts: MoneyActs
  readonly onClose: () => void
}
const fields = {
  bill: ref('bills-to-receive', 'Conta a receber', { required: true, hint: 'Pelo cliente ou pelo número do boleto' }),
  value: money('Valor que entrou (R$)', { required: true }),
  paid_on: date('Entrou em', { required: true }),
} as const

/** On which bill money goes: those it may be of first, then any other. */
export function PlaceDialog({ line, acts, onClose }: Props) {
  const proposals = useProposals(line.uuid)
  const proposed = proposals.data?.data
  const [bill, choose] = useState<unknown>(null)
  const [over, confirm] = useState(false)
  const [value, type] = useState<unknown>(null)
  const [paid_on, date] = useState<unknown>(null)
  const more = useMore(line, bill, value, paid_on)
  const chosen = proposed?.find(({ id }) => id === bill)
  const placement = placementOf(line, { bill, over: over && more > 0, value, paid_on })
  const pick = (id: unknown) => {
    choose(id)
    confirm(false)
    acts.refuse(null)
  }
  return (
    <Dialog opened onClose={onClose} title="De que conta é este dinheiro?" size="lg">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (placement) void acts.place(line, placement).then(isDone => isDone && onClose())
        }}
      >
        <p>
          <strong>{amountOf(line)}</strong>
          {line.payer_name && ` de ${line.payer_name}`}
          {line.occurred_on && `, em ${showDate(line.occurred_on)}`}
        </p>
        <Skeletons waiting={proposals.isPending} lines={2} height={44} />
        {proposed && proposed.length > 0 && (
          <fieldset className={styles.proposals}>
            <legend>Pode ser de</legend>
            {proposed.map(each => (
              <Proposal key={each.uuid} bill={each} isChosen={each.id === bill} onPick={() => pick(each.id)} />
            ))}
          </fieldset>
        )}
        <Input
          name="bill_id"
          field={fields.bill}
          value={bill}
          {...(chosen && { known: chosen.name })}
          onChange={pick}
        />
        {line.paid === null && <Input name="value" field={fields.value} value={value} onChange={type} />}
        {line.occurred_on === null && <Input name="paid_on" field={fields.paid_on} value={paid_on} onChange={date} />}
        {more > 0 && (
          <Checkbox
            mt="sm"
            label={`São ${showMoney(more / 100)} a mais do que a conta pede: o dinheiro é mesmo dela`}
            checked={over}
            onChange={event => confirm(event.currentTarget.checked)}
          />
        )}
        <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={acts.busy} doing="Registrando…" disabled={!placement || (more > 0 && !over)}>
            Colocar nesta conta
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** What is sent of what was chosen and typed; null while something is missing. */
function placementOf(
  line: BankReturnLine,
  {
    bill,
    over,
    value,
    paid_on,
  }: { readonly [name in 'bill' | 'value' | 'paid_on']: unknown } & { readonly over: boolean },
): PlacedMoney | null {
  const isAmountKnown = line.paid !== null
  const isDayKnown = line.occurred_on !== null
  if (typeof bill !== 'number') return null
  if (!isAmountKnown && typeof value !== 'number') return null
  if (!isDayKnown && typeof paid_on !== 'string') return null
  return {
    bill_id: bill,
    over,
    ...(!isAmountKnown && typeof value === 'number' && { value }),
    ...(!isDayKnown && typeof paid_on === 'string' && { paid_on }),
  }
}

/** Cents of a line that are more than a bill asks for on the day they came in; 0 until both are known. */
function useMore(line: BankReturnLine, bill: unknown, typed: unknown, day: unknown): number {
  const { data: quote } = useQuote(String(bill), typeof bill === 'number')
  const value = line.paid ?? typed
  const paid_on = line.occurred_on ?? day
  if (!quote || typeof bill !== 'number' || typeof value !== 'number' || typeof paid_on !== 'string') return 0
  const stated = line.bill_id === bill && (line.interest > 0 || line.discount > 0)
  const owed = stated
    ? cents(quote.left) + cents(line.interest) - cents(line.discount)
    : costOn(quotedDebt(quote), paid_on).total
  return Math.max(0, cents(value) - owed)
}

const Proposal = ({
  bill: { name, due_date, left, why },
  isChosen,
  onPick,
}: {
  readonly bill: ProposedBill
  readonly isChosen: boolean
  readonly onPick: () => void
}) => (
  <button type="button" aria-pressed={isChosen} onClick={onPick}>
    <span>{name}</span>
    <span className="meta">
      {[why, `vence em ${showDate(due_date)}`, left > 0 ? `faltam ${showMoney(left)}` : 'já paga'].join(' · ')}
    </span>
  </button>
)

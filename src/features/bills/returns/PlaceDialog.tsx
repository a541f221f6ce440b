import { Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { date, money, ref } from '#kernel/field.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { amountOf } from '#features/bills/returns/MoneyItem.tsx'
import type { ProposedBill } from '#features/bills/returns/proposals.ts'
import type { BankReturnLine } from '#features/bills/returns/returned.ts'
import { useProposals, type MoneyActs } from '#features/bills/returns/useMoney.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#features/bills/returns/returns.module.css'

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
  const { data, isPending } = useProposals(line.uuid)
  const [bill, choose] = useState<unknown>(null)
  const [over, confirm] = useState(false)
  const [value, type] = useState<unknown>(null)
  const [paid_on, date] = useState<unknown>(null)
  const isMore = acts.refusal?.includes('a mais do que a conta pede') ?? false
  const chosen = data?.find(({ id }) => id === bill)
  const ready =
    typeof bill === 'number' &&
    (line.paid !== null || typeof value === 'number') &&
    (line.occurred_on !== null || typeof paid_on === 'string')
  const pick = (id: unknown) => {
    choose(id)
    confirm(false)
    acts.refuse(null)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="De que conta é este dinheiro?"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void acts
            .place(line, {
              bill_id: bill,
              over,
              ...(line.paid === null && { value }),
              ...(line.occurred_on === null && { paid_on }),
            })
            .then(isDone => isDone && onClose())
        }}
      >
        <p>
          <strong>{amountOf(line)}</strong>
          {line.payer_name && ` de ${line.payer_name}`}
          {line.occurred_on && `, em ${showDate(line.occurred_on)}`}
        </p>
        <Skeletons waiting={isPending} lines={2} height={44} />
        {data && data.length > 0 && (
          <fieldset className={styles.proposals}>
            <legend>Pode ser de</legend>
            {data.map(each => (
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
        {(isMore || over) && (
          <Checkbox
            mt="sm"
            label="O dinheiro é mesmo desta conta: registrar o que sobra como valor a mais"
            checked={over}
            onChange={event => confirm(event.currentTarget.checked)}
          />
        )}
        <DialogFoot refusals={[over ? null : acts.refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={acts.busy} doing="Registrando…" disabled={!ready || (isMore && !over)}>
            Colocar nesta conta
          </BusyButton>
        </DialogFoot>
      </form>
    </Modal>
  )
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

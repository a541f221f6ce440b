import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { dayIn } from '#kernel/clock.ts'
import { date } from '#kernel/field.ts'
import { amountOf } from '#features/billing/bills/returns/MoneyItem.tsx'
import type { BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import type { MoneyActs, MoneyDecision } from '#features/billing/bills/returns/useMoney.web.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

interface Props {
  readonly line: BankReturnLine
  readonly decision: MoneyDecision
  readonly acts: MoneyActs
  readonly onClose: () => void
}
const words = {
  sendBack: {
    title: 'Devolvido a quem pagou',
    text: 'Registra que o dinheiro voltou: o banco não é avisado. Diga como, para quem ler o extrato depois.',
    label: 'Como e por quê',
    act: 'Registrar a devolução',
  },
  explain: {
    title: 'O que é este dinheiro?',
    text: 'Para o que não é de nenhuma conta daqui: outro negócio, estorno do banco, valor já lançado à mão.',
    label: 'Explicação',
    act: 'Explicar',
  },
  reopen: {
    title: 'Voltar a esperar em Dinheiro sem conta?',
    text: 'Se foi colocado numa conta, o recebimento é estornado e a conta volta a dever.',
    label: 'Por quê',
    act: 'Voltar a esperar',
  },
} as const
const returned = date('Devolvido em', { required: true })

/** What becomes of money that goes on no bill, and why. */
export function DecideDialog({ line, decision, acts, onClose }: Props) {
  const [reason, write] = useState('')
  const [day, choose] = useState<unknown>(() => dayIn(new Date()).day)
  const { title, text, label, act } = words[decision]
  const why = reason.trim()
  const ready = why.length >= 3 && (decision !== 'sendBack' || typeof day === 'string')
  const run = () =>
    decision === 'sendBack'
      ? acts.sendBack(line, { returned_on: String(day), reason: why })
      : decision === 'explain'
        ? acts.explain(line, why)
        : acts.reopen(line, why)
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run().then(isDone => isDone && onClose())
        }}
      >
        <p>
          <strong>{amountOf(line)}</strong>
        </p>
        <p className="meta">{text}</p>
        {decision === 'sendBack' && <Input name="returned_on" field={returned} value={day} onChange={choose} />}
        <Textarea
          mt="sm"
          label={label}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={event => write(event.currentTarget.value)}
        />
        <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={acts.busy} doing="Registrando…" disabled={!ready}>
            {act}
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

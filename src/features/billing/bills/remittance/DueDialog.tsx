import { useState } from 'react'
import { date } from '#kernel/field.ts'
import { showDate } from '#kernel/show.ts'
import { changeDueDay } from '#features/billing/bills/remittance/api.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import { Input } from '#web/kinds/Input.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

const field = date('Novo vencimento', { required: true })

interface Props {
  readonly bill: string
  readonly due: string
  readonly onClose: () => void
}
/** Another due day for a boleto that the bank has. */
export function DueDialog({ bill, due, onClose }: Props) {
  const [day, choose] = useState<unknown>(due)
  const { busy, refusal, run } = useSendingActs()
  const { send } = useCall(changeDueDay)
  const request = () => run(() => send({ id: bill, body: { due_date: String(day) } }, { quiet: true }))
  return (
    <Dialog opened onClose={onClose} title="Mudar o vencimento?">
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void request().then(isDone => isDone && onClose())
        }}
      >
        <p>
          A conta muda já. O banco é avisado na próxima remessa; até ele responder, o boleto continua a vencer em{' '}
          {showDate(due)}. Confirme com o banco que a multa e os juros dele passam a contar do novo dia.
        </p>
        <Input name="new_due_date" field={field} value={day} onChange={choose} />
        <DialogFoot refusals={[refusal]} onClose={onClose}>
          <BusyButton type="submit" busy={busy} doing="Mudando…" disabled={typeof day !== 'string' || day === due}>
            Mudar o vencimento
          </BusyButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

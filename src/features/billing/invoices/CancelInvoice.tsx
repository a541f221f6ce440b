import { Select, Textarea } from '@mantine/core'
import { useState } from 'react'
import { cancelNote } from '#features/billing/invoices/api.ts'
import { cancelCodes, cancelReasons } from '#features/billing/invoices/dps/event.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from '#features/billing/invoices/invoices.module.css'

const reasons = cancelCodes.map(value => ({ value, label: cancelReasons[value] }))
const shortest = 15

/** Why a note is cancelled: the emitter asks for it, and the paper says it. */
export function CancelInvoice({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const acts = useSendingActs()
  const { send } = useCall(cancelNote)
  const [code, choose] = useState<(typeof cancelCodes)[number]>('1')
  const [reason, say] = useState('')
  const isThere = row.state === 'autorizada'
  const act = isThere ? 'Cancelar nota' : 'Descartar nota'
  const cancel = () => acts.run(() => send({ id: row.uuid, body: { code, reason } }, { quiet: true }))
  return (
    <Dialog opened onClose={onClose} title={`${act} ${String(row.name)}?`}>
      <div className={styles.asked}>
        <p className="meta">
          {isThere
            ? 'A nota cancelada não volta: o pedido vai ao emissor, que pode recusar fora do prazo do município.'
            : 'A nota rejeitada não existe para a prefeitura: ela é encerrada aqui, e o número não é usado de novo.'}
        </p>
        <Select
          label="Motivo"
          data={reasons}
          value={code}
          allowDeselect={false}
          onChange={value => choose(value ?? '1')}
        />
        <Textarea
          label="Explicação"
          description={`De ${shortest} a 255 caracteres`}
          autosize
          minRows={2}
          maxLength={255}
          value={reason}
          onChange={e => say(e.currentTarget.value)}
        />
      </div>
      <DialogFoot refusals={[acts.refusal]} onClose={onClose}>
        <BusyButton
          color="danger"
          busy={acts.busy}
          doing="Cancelando…"
          disabled={reason.trim().length < shortest}
          onClick={() => void cancel().then(done => done && onClose())}
        >
          {act}
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}

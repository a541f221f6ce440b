import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { cancelNote } from '#features/billing/invoices/api.ts'
import { waiveNote } from '#features/billing/order-services/api.ts'
import { ReasonDialog } from '#parts/dialog/ReasonDialog.tsx'
import { useSendingActs } from '#parts/sending/useSendingActs.web.ts'
import { useCall } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'

interface Props {
  readonly order: { readonly uuid: string; readonly name: string }
}

/** A button by which the note of a cancelled order stays, with the reason. */
export function WaiveNote({ order }: Props) {
  const user = useUser()
  const [asking, ask] = useState(false)
  const acts = useSendingActs()
  const { send } = useCall(waiveNote)
  if (!can(user, waiveNote.id) || !can(user, cancelNote.id)) return null
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        Dispensar o cancelamento da nota
      </Button>
      {asking && (
        <ReasonDialog
          title={`Manter a nota da ${order.name}?`}
          act="Dispensar"
          doing="Dispensando…"
          sending={acts}
          onSend={reason => acts.run(() => send({ id: order.uuid, body: { reason } }, { quiet: true }))}
          onClose={() => ask(false)}
        >
          A ordem está cancelada, e a nota continua valendo. Dispensada, ela deixa de ser uma pendência; o motivo fica
          no histórico. Para cancelar a nota, abra-a e use Cancelar nota.
        </ReasonDialog>
      )}
    </>
  )
}

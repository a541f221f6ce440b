import { useState } from 'react'
import { count, join } from '#kernel/text.ts'
import { spreadFields, undoSpread, type SpreadAnswer } from '#features/clients/metas/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { sendCall, useCall, useRenewal } from '#web/call.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Copies the fields of a station to the others of its client: a preview comes first, and the copy can be undone whole. */
export function SpreadFields({ uuid, disabled }: { readonly uuid: string; readonly disabled: boolean }) {
  const [busy, setBusy] = useState(false)
  const send = (look: boolean) => sendCall(spreadFields, { id: uuid, body: { look } })
  const renew = useRenewal(spreadFields)
  const undoing = useCall(undoSpread)
  async function undo({ brought }: SpreadAnswer) {
    const body = { stations: brought.map(each => ({ uuid: each.uuid, version: each.version })) }
    const { message } = await undoing.send({ body })
    toast(message, { type: 'info' })
  }
  async function spread() {
    setBusy(true)
    try {
      const { data: look } = await send(true)
      if (!look.brought.length) return toast(`Nenhuma outra estação recebe campos. ${leftOut(look)}`, { type: 'info' })
      const question = {
        title: `Levar estes campos a ${count(look.brought.length, stations.text)} do mesmo cliente?`,
        text: `O que já foi preenchido nelas fica. ${leftOut(look)}`,
        act: 'Levar',
      }
      if (!(await confirm(question))) return
      const { message, data } = await send(false)
      await renew()
      toast(message, { undo: () => void undo(data).catch(() => undefined) })
    } catch {
      // The error is shown at the top of the page.
    } finally {
      setBusy(false)
    }
  }
  return (
    <BusyButton variant="default" busy={busy} doing="Levando…" disabled={disabled} onClick={() => void spread()}>
      Levar às outras estações do cliente
    </BusyButton>
  )
}

/** Those left out, by what they say. */
function leftOut({ left }: SpreadAnswer): string {
  const reasons = [...new Set(left.map(({ reason }) => reason))]
  const said = reasons.map(reason => {
    const of = left.filter(each => each.reason === reason)
    const names = of.length > 3 ? count(of.length, stations.text) : join(of.map(({ name }) => name))
    return `${names}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
  })
  return said.length ? `${left.length === 1 ? 'Fica' : 'Ficam'} de fora ${said.join(' ')}` : ''
}

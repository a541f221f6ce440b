import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { ref } from '#kernel/field.ts'
import { mergeTicket, previewMerge, unmergeTicket, type MergedTicket } from '#features/support/tickets/ticket/api.ts'
import { numbered } from '#features/support/tickets/ticket/conversation.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { useAnswer, useCall } from '#web/call.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/support/tickets/ticket/tickets.module.css'

const target = ref('tickets', 'Continua em', { required: true })
const saidOf = ({ messages, notes, files }: MergedTicket) =>
  join([
    count(messages, { one: 'mensagem', many: 'mensagens', gender: 'f' }),
    count(notes, { one: 'nota interna', many: 'notas internas', gender: 'f' }),
    count(files, { one: 'anexo', many: 'anexos', gender: 'm' }),
  ])

/** What becomes of a ticket that goes on in another, seen before it is done. */
export function MergeDialog({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const { send, sending } = useCall(mergeTicket)
  const go = useNavigate()
  const [into, choose] = useState<number | null>(null)
  const [refusal, refuse] = useState<string | null>(null)
  const { data } = useAnswer(previewMerge, { id: row.uuid, query: { into: String(into) } }, { enabled: into !== null })
  const preview = data?.data
  async function merge() {
    refuse(null)
    try {
      const { message, data: made } = await send({ id: row.uuid, body: { into: String(into) } }, { quiet: true })
      toast(message)
      onClose()
      await go({ to: `/tickets/${made.uuid}` })
    } catch (error) {
      refuse(reasonOf(error))
    }
  }
  return (
    <Dialog opened onClose={onClose} title={`Mesclar o chamado ${numbered(row.id)} em outro`}>
      <RefInput
        name="into"
        field={target}
        value={into}
        onChange={chosen => choose(typeof chosen === 'number' ? chosen : null)}
        query={{ 'filter[client_id]': String(row.client_id) }}
        without={row.id}
        base={{ label: 'Continua em', description: 'Um chamado do mesmo cliente, pelo título ou pelo número' }}
      />
      {preview && (
        <dl className={styles.look}>
          <div>
            <dt>
              {numbered(preview.from.number)} {preview.from.name}
            </dt>
            <dd>{saidOf(preview.from)}. Fica finalizado, e leva ao outro.</dd>
          </div>
          <div>
            <dt>
              {numbered(preview.into.number)} {preview.into.name}
            </dt>
            <dd>{saidOf(preview.into)}. Mostra a conversa dos dois, em ordem. Dá para separar depois.</dd>
          </div>
        </dl>
      )}
      <DialogFoot refusals={[...(preview?.refusals ?? []), refusal]} onClose={onClose}>
        <BusyButton busy={sending} doing="Mesclando…" disabled={!preview?.able} onClick={() => void merge()}>
          Mesclar
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}

/** Merging, and its way back, as far as the reader may. */
export function MergeActs({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const { send } = useCall(unmergeTicket)
  const [open, setOpen] = useState(false)
  const part = async () => {
    const { message } = await send({ id: row.uuid })
    toast(message)
  }
  if (!row.active) return null
  if (row.merged_id !== null)
    return (
      can(user, unmergeTicket.id) && (
        <Button variant="default" onClick={() => void part().catch(() => undefined)}>
          Separar
        </Button>
      )
    )
  return (
    <>
      {can(user, mergeTicket.id) && can(user, previewMerge.id) && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Mesclar
        </Button>
      )}
      {open && <MergeDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

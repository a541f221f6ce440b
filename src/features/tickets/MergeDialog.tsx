import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { count, join } from '#kernel/text.ts'
import { ref } from '#kernel/field.ts'
import { numbered } from '#features/tickets/conversation.ts'
import { tickets } from '#features/tickets/tickets.ts'
import { DialogFoot } from '#parts/dialog/DialogFoot.tsx'
import { reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { RefInput } from '#web/kinds/RefInput.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/tickets/tickets.module.css'

interface LookedTicket {
  readonly number: number
  readonly name: string
  readonly client: string
  readonly messages: number
  readonly notes: number
  readonly files: number
}
interface MergeLook {
  readonly from: LookedTicket
  readonly into: LookedTicket
  readonly able: boolean
  readonly refusals: readonly string[]
}

const target = ref('tickets', 'Continua em', { required: true })
const saidOf = ({ messages, notes, files }: LookedTicket) =>
  join([
    count(messages, { one: 'mensagem', many: 'mensagens', gender: 'f' }),
    count(notes, { one: 'nota interna', many: 'notas internas', gender: 'f' }),
    count(files, { one: 'anexo', many: 'anexos', gender: 'm' }),
  ])

/** What becomes of a ticket that goes on in another, seen before it is done. */
export function MergeDialog({ row, onClose }: { readonly row: ReadRow['row']; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const go = useNavigate()
  const [into, choose] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, refuse] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: [tickets.path, 'mesclar', row.id, into],
    enabled: into !== null,
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: MergeLook }>(`/tickets/${row.uuid}/mesclar`, {
          query: { into: into ?? 0 },
          signal,
          quiet: true,
        })
      ).data,
  })
  async function merge() {
    setBusy(true)
    refuse(null)
    try {
      const { message, data: made } = await api.put<{ message: string; data: { uuid: string } }>(
        `/tickets/${row.uuid}/mesclar`,
        { into: String(into) },
        { quiet: true },
      )
      await queries.invalidateQueries({ queryKey: [tickets.path] })
      toast(message)
      onClose()
      await go({ to: `/tickets/${made.uuid}` })
    } catch (error) {
      refuse(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Mesclar o chamado ${numbered(row.id)} em outro`}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <RefInput
        name="into"
        field={target}
        value={into}
        onChange={chosen => choose(typeof chosen === 'number' ? chosen : null)}
        query={{ 'filter[client_id]': String(row.client_id) }}
        without={row.id}
        base={{ label: 'Continua em', description: 'Um chamado do mesmo cliente, pelo título ou pelo número' }}
      />
      {data && (
        <dl className={styles.look}>
          <div>
            <dt>
              {numbered(data.from.number)} {data.from.name}
            </dt>
            <dd>{saidOf(data.from)}. Fica finalizado, e leva ao outro.</dd>
          </div>
          <div>
            <dt>
              {numbered(data.into.number)} {data.into.name}
            </dt>
            <dd>{saidOf(data.into)}. Mostra a conversa dos dois, em ordem. Dá para separar depois.</dd>
          </div>
        </dl>
      )}
      <DialogFoot refusals={[...(data?.refusals ?? []), refusal]} onClose={onClose}>
        <BusyButton busy={busy} doing="Mesclando…" disabled={!data?.able} onClick={() => void merge()}>
          Mesclar
        </BusyButton>
      </DialogFoot>
    </Modal>
  )
}

/** Merging, and its way back, as far as the reader may. */
export function MergeActs({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const part = async () => {
    const { message } = await api.put<{ message: string }>(`/tickets/${row.uuid}/separar`)
    await queries.invalidateQueries({ queryKey: [tickets.path] })
    toast(message)
  }
  if (!row.active) return null
  if (row.merged_id !== null)
    return (
      can(user, 'tickets.separar') && (
        <Button variant="default" onClick={() => void part().catch(() => undefined)}>
          Separar
        </Button>
      )
    )
  return (
    <>
      {can(user, 'tickets.mesclar') && can(user, 'tickets.mesclar.ver') && (
        <Button variant="default" onClick={() => setOpen(true)}>
          Mesclar
        </Button>
      )}
      {open && <MergeDialog row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

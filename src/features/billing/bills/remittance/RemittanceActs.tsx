import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import type { Tone } from '#kernel/field.ts'
import { downloadRemittance, undoRemittance } from '#features/billing/bills/remittance/api.ts'
import { remittanceStates, type RemittanceState } from '#features/billing/bills/remittance/remitted.ts'
import { saveRemittance, useRemittanceActs } from '#features/billing/bills/remittance/useRemittances.web.ts'
import { ReasonDialog } from '#parts/dialog/ReasonDialog.tsx'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/billing/bills/remittance/remittance.module.css'

const tones: Readonly<Record<RemittanceState, Tone>> = {
  espera: 'atencao',
  parte: 'info',
  respondida: 'ok',
  desfeita: 'neutro',
}

export const RemittanceChip = ({ state }: { readonly state: RemittanceState | null }) =>
  state && <StatusChip tone={tones[state]}>{remittanceStates[state]}</StatusChip>

interface ShownRemittance {
  readonly uuid: string
  readonly name: string | null
  readonly number: number
  readonly state: RemittanceState | null
}

/** What may be done with a remittance: its file taken away, itself taken back while no bank has answered. */
export function RemittanceButtons({ row }: { readonly row: ShownRemittance }) {
  const user = useUser()
  const [asking, ask] = useState(false)
  return (
    <div className={styles.rowActs}>
      {can(user, downloadRemittance.id) && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Baixar ${row.name}`}
          onClick={() => void saveRemittance(row).catch(() => undefined)}
        >
          Baixar
        </Button>
      )}
      {can(user, undoRemittance.id) && row.state === 'espera' && (
        <Button variant="subtle" size="compact-md" aria-label={`Desfazer ${row.name}`} onClick={() => ask(true)}>
          Desfazer
        </Button>
      )}
      {asking && <UndoRemittance row={row} onClose={() => ask(false)} />}
    </div>
  )
}

function UndoRemittance({ row, onClose }: { readonly row: ShownRemittance; readonly onClose: () => void }) {
  const acts = useRemittanceActs()
  return (
    <ReasonDialog
      title={`Desfazer a remessa nº ${row.number}?`}
      act="Desfazer a remessa"
      doing="Desfazendo…"
      sending={acts}
      onSend={reason => acts.undo(row.uuid, reason)}
      onClose={onClose}
    >
      Só se desfaz um arquivo que <b>não foi enviado ao banco</b>. Os boletos dele voltam a esperar a próxima remessa, e
      o número fica anulado.
    </ReasonDialog>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { count } from '#kernel/text.ts'
import { downloadReturn, undoReturn } from '#features/billing/bills/returns/api.ts'
import { useMoneyActs } from '#features/billing/bills/returns/useMoney.web.ts'
import { ReasonDialog } from '#parts/dialog/ReasonDialog.tsx'
import { api } from '#web/api.ts'
import { callPath } from '#web/call.ts'
import { saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'

type ReturnRow = ReadRow['row']
const appliedLines = { one: 'linha aplicada', many: 'linhas aplicadas', gender: 'f' } as const

/** Whether the reading is in force. */
export const ReturnFacts = ({ row }: { readonly row: ReturnRow }) =>
  typeof row.undone_at === 'string' && <StatusChip tone="neutro">Leitura desfeita</StatusChip>

/** What may be done with an applied return: its file taken away, its reading undone. */
export function ReturnActs({ row }: { readonly row: ReturnRow }) {
  const user = useUser()
  const [asking, ask] = useState(false)
  return (
    <>
      {can(user, downloadReturn.id) && (
        <Button variant="default" onClick={() => void download(row).catch(() => undefined)}>
          Baixar o arquivo
        </Button>
      )}
      {can(user, undoReturn.id) && !row.undone_at && (
        <Button variant="default" onClick={() => ask(true)}>
          Desfazer esta leitura
        </Button>
      )}
      {asking && <UndoDialog row={row} onClose={() => ask(false)} />}
    </>
  )
}

/** Hands the file as it was applied to the reader's downloads; the page shows what fails. */
async function download({ uuid, name }: ReturnRow) {
  saveFile(await api.blob(callPath(downloadReturn, { id: uuid }), undefined, { timeout: 120_000 }), String(name))
}

function UndoDialog({ row, onClose }: { readonly row: ReturnRow; readonly onClose: () => void }) {
  const acts = useMoneyActs()
  return (
    <ReasonDialog
      title={`Desfazer a leitura de ${String(row.name)}?`}
      act="Desfazer a leitura"
      doing="Desfazendo…"
      sending={acts}
      onSend={reason => acts.undo(row.uuid, reason)}
      onClose={onClose}
    >
      {`${count(Number(row.applied), appliedLines)} e o que foi colocado, devolvido ou explicado à mão deixam de valer: os recebimentos são estornados e as contas voltam a dever. O arquivo pode ser lido de novo.`}
    </ReasonDialog>
  )
}

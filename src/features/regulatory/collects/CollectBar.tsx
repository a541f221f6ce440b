import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { memo } from 'react'
import { can } from '#kernel/access.ts'
import { showCompetence } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import type { Total } from '#features/regulatory/collects/coleta/lines.ts'
import { downloadCollectFile } from '#features/regulatory/collects/files/api.ts'
import { NextPending } from '#features/regulatory/collects/NextPending.tsx'
import { accessText, placeText, asideInWords } from '#features/regulatory/collects/coleta/said.ts'
import { FileNotes } from '#parts/file/FileNotes.tsx'
import { useFile } from '#parts/file/useFile.web.ts'
import { callPath } from '#web/call.ts'
import { DraftBadge } from '#web/form/DraftBadge.tsx'
import type { Form } from '#web/form/useForm.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#features/regulatory/collects/coleta/collects.module.css'

interface Props {
  readonly row: Collect
  readonly places: number
  readonly total: Total
  readonly dirty: boolean
  readonly kept: Form['kept']
  readonly saving: boolean
  readonly writable: boolean
  /** Whether there is anything here to save. */
  readonly saves: boolean
}

/** Always at hand: the totals, saving, and the file for Anatel with what it says of itself. */
export function CollectBar({ row, places, total, dirty, kept, saving, writable, saves }: Props) {
  const { busy, outcome, download, dismiss } = useFile({
    url: callPath(downloadCollectFile, { id: row.uuid }),
    type: 'text/csv',
    name: `coleta-${showCompetence(row.year, row.month).replace('/', '-')}.csv`,
  })
  return (
    <Bar of="foot" className={styles.bar}>
      <FileNotes outcome={outcome} onClose={dismiss} />
      <p className={styles.totals}>
        <strong>{count(places, placeText)}</strong> · <strong>{count(total.accesses, accessText)}</strong>
        {total.aside.lines > 0 && ` · ${asideInWords(total)}`}
      </p>
      {writable && dirty && <DraftBadge kept={kept} />}
      <Deeds
        row={row}
        empty={total.lines === total.aside.lines}
        dirty={dirty}
        saving={saving}
        saves={writable && saves}
        busy={busy}
        onDownload={download}
      />
    </Bar>
  )
}

interface DeedsProps {
  readonly row: Collect
  readonly empty: boolean
  readonly dirty: boolean
  readonly saving: boolean
  readonly saves: boolean
  readonly busy: boolean
  readonly onDownload: () => Promise<void>
}
/** None of it is drawn again for a letter. */
const Deeds = memo(function Deeds({ row, empty, dirty, saving, saves, busy, onDownload }: DeedsProps) {
  const user = useUser()
  const why = dirty ? 'Salve para baixar o arquivo com as alterações' : empty ? 'Sem acessos, não há arquivo' : ''
  return (
    <>
      <span className="meta" id="file-why">
        {can(user, downloadCollectFile.id) && why}
      </span>
      {can(user, 'collects.proxima-pendente') && <NextPending row={row} />}
      {can(user, downloadCollectFile.id) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          disabled={why !== '' || busy}
          aria-describedby={why ? 'file-why' : undefined}
          onClick={() => void onDownload()}
        >
          Baixar arquivo da Anatel
        </Button>
      )}
      {saves && (
        <BusyButton type="submit" busy={saving} doing="Salvando…" aria-keyshortcuts="Control+S">
          Salvar
        </BusyButton>
      )}
    </>
  )
})

import { Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showBytes, showInstant } from '#kernel/show.ts'
import { count } from '#kernel/text.ts'
import { downloadExport } from '#features/platform/exports/api.ts'
import type { NamedExports } from '#features/platform/exports/named.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { fetchExport } from '#parts/progress/fetch.web.ts'
import { isGoing, runningOf } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import { Card } from '#web/ui/Card.tsx'
import styles from '#parts/progress/progress.module.css'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { DetailScreen, EditForm, Facts } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'

/** Shows an export: its progress, its file once there is one, and its request. */
export function ExportScreen({ resource }: { readonly resource: NamedExports }) {
  return (
    <DetailScreen
      resource={resource}
      facts={row => (
        <span>
          {nameOfRef(row.user) ? `Pedida por ${nameOfRef(row.user)} em ` : 'Pedida em '}
          <time dateTime={row.created_at}>{showInstant(row.created_at)}</time>
        </span>
      )}
    >
      {(read, writable) => <Whole resource={resource} read={read} writable={writable} />}
    </DetailScreen>
  )
}

interface WholeProps {
  readonly resource: NamedExports
  readonly read: ReadRow
  readonly writable: boolean
}
function Whole({ resource, read, writable }: WholeProps) {
  const { row } = read
  const running = runningOf(row)
  useFollowed(exports.path, isGoing(running))
  // A finished export's request must not change, for its file came of it.
  const short = writable && row.kind === 'lista' && row.file === null && row.state === 'concluido'
  return (
    <>
      <Card className={styles.card} aria-label="Andamento e arquivo">
        <Progress of={running} wide />
        {typeof row.error === 'string' && (
          <p className="wrong" role="alert">
            {row.error}
          </p>
        )}
        {running.state === 'concluido' && <File row={row} />}
      </Card>
      {short ? (
        <EditForm key={row.uuid} resource={resource} read={read} />
      ) : (
        <Facts resource={{ ...resource, form: cardFields }} row={row} />
      )}
    </>
  )
}

/** The card above already shows the rest. */
const cardFields = [
  { title: 'O que foi pedido', fields: ['name', 'resource', 'kind', 'format', 'query', 'empresa', 'finished_at'] },
]

function File({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const [busy, setBusy] = useState(false)
  const file = typeof row.file === 'string' ? row.file : null
  const gone = file !== null && typeof row.sha256 !== 'string'
  async function fetch() {
    setBusy(true)
    await fetchExport({ uuid: row.uuid, file }).catch(() => undefined)
    setBusy(false)
  }
  if (gone) return <p className="meta">O arquivo já foi apagado: peça a exportação outra vez.</p>
  const lines =
    typeof row.rows_total === 'number' ? count(row.rows_total, { one: 'linha', many: 'linhas', gender: 'f' }) : ''
  return (
    <>
      <Group gap="8px 16px">
        {can(user, downloadExport.id) && (
          <BusyButton
            busy={busy}
            doing="Baixando…"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => void fetch()}
          >
            Baixar arquivo
          </BusyButton>
        )}
        <div>
          {file && <strong>{file}</strong>}
          <div className="meta">
            {[row.kind === 'lista' && lines, typeof row.size === 'number' && showBytes(row.size)]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
      </Group>
      {typeof row.file_note === 'string' && <p className="meta">{row.file_note}</p>}
      {typeof row.sha256 === 'string' && (
        <div className={styles.hash}>
          <span>SHA-256</span> <code>{row.sha256}</code>
        </div>
      )}
    </>
  )
}

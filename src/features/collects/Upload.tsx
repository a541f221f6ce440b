import { Button, Checkbox, FileInput, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showInteger } from '#kernel/show.ts'
import type { Collect } from '#features/collects/collects.ts'
import { Verdicts } from '#features/collects/Verdicts.tsx'
import type { CheckedRow, Summary } from '#features/collects/scm-check.ts'
import { api } from '#web/api.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/collects/upload.module.css'

/** What the server says of a file, before anything is kept. */
interface Preview {
  readonly fatal: string | null
  readonly facts: {
    readonly encoding: string
    readonly delimiter: string
    readonly line_ending: string
    readonly notes: readonly string[]
  } | null
  readonly summary: Summary
  readonly rows: readonly CheckedRow[]
  readonly complete: boolean
}
interface Props {
  readonly collect: Collect
  readonly version: string | null
  /** Accesses the file's will replace. */
  readonly replaced: number
  readonly onDone: () => void
}

/** The provider's file: chosen, judged row by row, and only then kept. */
export function Upload({ collect, version, replaced, onDone }: Props) {
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [busy, setBusy] = useState(false)
  const [skip, setSkip] = useState(false)
  const path = `/collects/${collect.uuid}`

  async function judge(chosen: File | null) {
    setFile(chosen)
    setPreview(null)
    setSkip(false)
    if (!chosen) return
    const { data } = await api.post<{ data: Preview }>(`${path}/preview`, asCsv(chosen))
    setPreview(data)
  }
  async function keep() {
    if (!file || busy) return
    setBusy(true)
    try {
      const { message } = await api.post<{ message: string }>(
        `${path}/upload${skip ? '?refused=skip' : ''}`,
        asCsv(file),
        { version },
      )
      await queries.invalidateQueries({ queryKey: ['collects'] })
      toast(message)
      onDone()
    } finally {
      setBusy(false)
    }
  }
  const refused = preview?.summary.refused ?? 0
  const kept = preview ? preview.summary.rows - refused : 0
  return (
    <section className={styles.panel} aria-label="Enviar arquivo">
      <FileInput
        label="Arquivo de acessos (CSV)"
        description="O arquivo do sistema do provedor. Nada é gravado antes de você conferir."
        placeholder="Escolher arquivo"
        accept=".csv,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': 'Tirar o arquivo' }}
        value={file}
        onChange={chosen => void judge(chosen).catch(() => undefined)}
      />
      {preview?.fatal && <StatusChip tone="erro">{preview.fatal}</StatusChip>}
      {preview && !preview.fatal && (
        <>
          <Facts preview={preview} />
          <Verdicts rows={preview.rows} complete={preview.complete} />
          <Group gap="sm">
            {refused > 0 && (
              <Checkbox
                checked={skip}
                onChange={e => setSkip(e.currentTarget.checked)}
                label={`Deixar de fora ${count(refused, 'linha recusada', 'linhas recusadas')}`}
              />
            )}
            <BusyButton
              busy={busy}
              doing="Gravando…"
              disabled={kept === 0 || (refused > 0 && !skip)}
              onClick={() => void keep().catch(() => undefined)}
            >
              Trocar os acessos da coleta
            </BusyButton>
            <Button variant="subtle" color="gray" onClick={onDone}>
              Cancelar
            </Button>
            <span className="meta">
              {showInteger(preview.summary.accesses)} acessos entram no lugar de {showInteger(replaced)}.
            </span>
          </Group>
        </>
      )}
    </section>
  )
}

const asCsv = (file: File) => new Blob([file], { type: 'text/csv' })
const count = (n: number, one: string, many: string) => `${showInteger(n)} ${n === 1 ? one : many}`

const Facts = ({ preview: { facts, summary } }: { readonly preview: Preview }) => (
  <>
    <ul className={styles.counters}>
      <li>{count(summary.accepted, 'aceita', 'aceitas')}</li>
      <li>{count(summary.corrected, 'corrigida', 'corrigidas')}</li>
      <li>{count(summary.merged, 'somada', 'somadas')}</li>
      <li>{count(summary.refused, 'recusada', 'recusadas')}</li>
      <li>{count(summary.warnings, 'aviso', 'avisos')}</li>
    </ul>
    {facts && (
      <p className="meta">
        {facts.encoding}, colunas separadas por “{facts.delimiter === '\t' ? 'tabulação' : facts.delimiter}”, linhas em{' '}
        {facts.line_ending}. {facts.notes.join(' ')}
      </p>
    )}
  </>
)

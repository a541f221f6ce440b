import { Button } from '@mantine/core'
import { IconArrowLeft, IconCircleX } from '@tabler/icons-react'
import { totalOfAll } from '#features/collects/lines.ts'
import { Judged } from '#features/collects/Judged.tsx'
import type { CollectRead } from '#features/collects/useCollect.web.ts'
import { useUpload } from '#features/collects/useUpload.web.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#features/collects/upload.module.css'

interface Props {
  readonly read: CollectRead
  readonly onClose: () => void
}

/** The provider's file in the place of the grid: chosen, judged row by row, and only then kept. */
export function Upload({ read: { row, version }, onClose }: Props) {
  const { file, preview, doing, error, judge, keep, again } = useUpload(row.uuid, version)
  const now = totalOfAll(row.locations.map(location => ({ ...location })))
  async function done(skip: boolean) {
    const message = await keep(skip)
    if (!message) return
    toast(message)
    announce(message)
    onClose()
  }
  const fatal = preview?.fatal ?? (preview ? null : error)
  return (
    <section aria-labelledby="upload-title">
      <div className={styles.head}>
        <h2 id="upload-title">{file ? file.name : 'Enviar arquivo'}</h2>
        {file && doing !== 'judging' && (
          <Button variant="default" onClick={again}>
            Escolher outro arquivo
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden />}
          onClick={onClose}
        >
          Voltar à coleta
        </Button>
      </div>
      {!file && (
        <DropZone
          title="Arquivo de acessos do provedor"
          help="Um CSV com as colunas da Anatel, de até 2 MB. Solte o arquivo aqui ou escolha um; nada é gravado antes de você conferir."
          label="Arquivo de acessos"
          accept=".csv,.txt,text/csv,text/plain"
          onFile={chosen => void judge(chosen)}
        />
      )}
      {doing === 'judging' && (
        <>
          <p role="status" className="meta">
            Conferindo o arquivo…
          </p>
          <Skeletons waiting lines={6} height={28} />
        </>
      )}
      {fatal && (
        <div className={styles.fatal} role="alert">
          <IconCircleX size={20} stroke={1.5} aria-hidden />
          <div>
            <strong>Este arquivo não pôde ser lido.</strong>
            <p>{fatal}</p>
            <p>Nada mudou na coleta.</p>
          </div>
        </div>
      )}
      {preview && !preview.fatal && (
        <Judged
          preview={preview}
          now={now}
          keeping={doing === 'keeping'}
          error={error}
          onKeep={skip => void done(skip)}
        />
      )}
    </section>
  )
}

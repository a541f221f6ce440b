import { Button } from '@mantine/core'
import { IconArrowLeft, IconCircleX } from '@tabler/icons-react'
import { totalOfAll } from '#features/regulatory/collects/coleta/lines.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { Judged } from '#features/regulatory/collects/intake/Judged.tsx'
import { OwnColumns } from '#features/regulatory/collects/intake/OwnColumns.tsx'
import { UploadFacts, UploadSteps } from '#features/regulatory/collects/intake/UploadFacts.tsx'
import { useIntake } from '#features/regulatory/collects/intake/useIntake.web.ts'
import type { CollectRead } from '#features/regulatory/collects/coleta/useCollect.web.ts'
import { DropZone } from '#parts/file/DropZone.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Band } from '#web/ui/Band.tsx'
import { Bar } from '#web/ui/Bar.tsx'

interface Props {
  readonly read: CollectRead
  readonly onClose: () => void
}

/** Replaces the grid while a provider's file is chosen, mapped, checked row by row and then stored. */
export function Upload({ read: { row, version }, onClose }: Props) {
  const intake = useIntake(row.uuid, version)
  const { file, preview, step, doing, error, recovered } = intake
  const now = totalOfAll(row.locations.map(location => ({ ...location })))
  async function done(skip: boolean) {
    const message = await intake.keep(skip)
    if (!message) return
    toast(message)
    announce(message)
    onClose()
  }
  const fatal = preview?.fatal ?? (preview ? null : error)
  const read = preview && !preview.fatal ? preview : null
  return (
    <section aria-labelledby="upload-title" aria-busy={doing === 'judging' && read !== null}>
      <Bar>
        <h2 id="upload-title">{file ? file.name : 'Enviar arquivo'}</h2>
        {file && (doing !== 'judging' || read) && (
          <Button variant="default" onClick={intake.again}>
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
      </Bar>
      <UploadSteps intake={intake} />
      {!file && (
        <DropZone
          title="Arquivo de acessos do provedor"
          help="Planilha XLSX ou CSV, com as colunas da Anatel ou as do sistema do provedor, de até 20 MB. Solte o arquivo aqui ou escolha um; nada é gravado antes de você conferir."
          label="Arquivo de acessos"
          accept=".xlsx,.csv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFile={chosen => void intake.judge(chosen)}
        />
      )}
      {doing === 'judging' && !read && (
        <>
          <p role="status" className="meta">
            Lendo o arquivo…
          </p>
          <Skeletons waiting lines={6} height={28} />
        </>
      )}
      {preview?.fatal && <UploadFacts intake={intake} preview={preview} />}
      {fatal && (
        <Band tone="erro" role="alert">
          <IconCircleX size={20} stroke={1.5} aria-hidden />
          <div>
            <strong>
              {preview?.facts?.kind === 'xlsx' ? 'Esta aba não pôde ser lida.' : 'Este arquivo não pôde ser lido.'}
            </strong>
            <p>{fatal}</p>
            <p>Nada mudou na coleta.</p>
          </div>
        </Band>
      )}
      {read && (
        <>
          <UploadFacts intake={intake} preview={read} />
          {recovered > 0 && (
            <Band tone="info" role="status">
              {plural(recovered, 'correção sua deste arquivo voltou', 'correções suas deste arquivo voltaram')}.{' '}
              <Button variant="subtle" size="compact-sm" onClick={() => void intake.undo()}>
                Recomeçar sem elas
              </Button>
            </Band>
          )}
          {error && doing === null && (
            <Band tone="erro" role="alert">
              {error} Suas correções continuam aqui.{' '}
              <Button variant="subtle" size="compact-sm" onClick={() => intake.retry()}>
                Tentar de novo
              </Button>
            </Band>
          )}
          {step === 'colunas' && read.columns && <OwnColumns intake={intake} preview={read} columns={read.columns} />}
          {step === 'conferencia' && (
            <Judged intake={intake} preview={read} now={now} onKeep={skip => void done(skip)} />
          )}
        </>
      )}
    </section>
  )
}

import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconDownload } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { allOf, capital } from '#kernel/text.ts'
import { downloadTemplate, sendImport } from '#features/platform/imports/section/api.ts'
import { imports, isSheetSection } from '#features/platform/imports/section/imports.ts'
import { sections } from '#features/platform/imports/section/sections.ts'
import { importSteps } from '#features/platform/imports/review/review.ts'
import { IntakeSteps } from '#features/regulatory/intake/IntakeSteps.tsx'
import { DropZone } from '#parts/file/DropZone.tsx'
import { ApiError, reasonOf } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { callPath, sendCall } from '#web/call.ts'
import { bytesIn, saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/platform/imports/section/imports.module.css'

const valueIn = (error: unknown, name: string) => {
  const value = error instanceof ApiError ? error.body?.data[name] : null
  return typeof value === 'string' ? value : null
}
interface RefusedImport {
  readonly file: File
  readonly message: string
  /** The import the same file came by before. */
  readonly twin: string | null
  /** The section its columns are of. */
  readonly other: string | null
}

/** Which section, its template, and the file. */
export default function ImportCreate() {
  const user = useUser()
  const go = useNavigate()
  const { searchStr } = useLocation()
  const mine = sections.filter(({ of }) => can(user, `${of.path}.store`) || can(user, `${of.path}.update`))
  const [chosen, choose] = useState(new URLSearchParams(searchStr).get('secao') ?? '')
  const section = mine.find(({ of }) => of.path === chosen) ?? mine[0]
  const [refused, refuse] = useState<RefusedImport | null>(null)
  const [busy, setBusy] = useState(false)
  if (!section) return null
  const other = mine.find(({ of }) => of.path === refused?.other)
  const { path } = section.of

  async function send(file: File, { again = false, to = path } = {}) {
    if (!isSheetSection(to)) return
    setBusy(true)
    refuse(null)
    try {
      const query = { name: file.name, resource: to, ...(again && { again: 'true' as const }) }
      const { data } = await sendCall(sendImport, { query, body: bytesIn(file) }, { quiet: true, timeout: 120_000 })
      await go({ to: `/imports/${data.uuid}` })
    } catch (error) {
      refuse({ file, message: reasonOf(error), twin: valueIn(error, 'twin'), other: valueIn(error, 'section') })
    } finally {
      setBusy(false)
    }
  }
  const template = async () =>
    saveFile(await api.blob(callPath(downloadTemplate, { section: path })), `modelo-${path}.xlsx`)

  return (
    <Page title="Importar planilha" crumbs={[{ label: allOf(imports.text), to: '/imports' }]}>
      <IntakeSteps titles={importSteps} at={0} />
      <div className={styles.choose}>
        <div>
          <h2 id="what">O que o arquivo traz</h2>
          <SegmentedControl
            aria-labelledby="what"
            value={path}
            onChange={to => {
              choose(to)
              refuse(null)
            }}
            data={mine.map(({ of }) => ({ value: of.path, label: capital(of.text.many) }))}
          />
        </div>
        <p>{section.about}</p>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
          onClick={() => void template().catch(() => undefined)}
        >
          Baixar o modelo
        </Button>
      </div>
      {refused && (
        <Band tone="erro" role="alert">
          <div>
            <strong>{refused.file.name}</strong>
            <p>{refused.message}</p>
          </div>
          {refused.twin && (
            <Button component={Link} to={`/imports/${refused.twin}`} variant="default">
              Ver aquela importação
            </Button>
          )}
          {other && (
            <Button
              variant="default"
              onClick={() => {
                choose(other.of.path)
                void send(refused.file, { to: other.of.path })
              }}
            >
              Importar como {other.of.text.many}
            </Button>
          )}
          {(refused.twin ?? other) && (
            <Button variant="subtle" onClick={() => void send(refused.file, { again: true })}>
              Importar mesmo assim
            </Button>
          )}
        </Band>
      )}
      {busy ? (
        <>
          <p role="status" className="meta">
            Enviando e lendo o arquivo…
          </p>
          <Skeletons waiting lines={5} height={28} />
        </>
      ) : (
        <DropZone
          title={`Planilha de ${section.of.text.many}`}
          help="XLSX ou CSV de até 20 MB e 200.000 linhas, no modelo ou com as colunas do seu sistema. Nada é gravado antes de você conferir."
          label="Arquivo a importar"
          accept=".xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFile={file => void send(file)}
        />
      )}
    </Page>
  )
}

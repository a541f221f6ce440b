import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { allOf, capital } from '#kernel/text.ts'
import { downloadTemplate } from '#features/platform/imports/section/api.ts'
import { imports } from '#features/platform/imports/section/imports.ts'
import type { ImportSection } from '#features/platform/imports/section/section.ts'
import { sections } from '#features/platform/imports/section/sections.ts'
import { importSteps } from '#features/platform/imports/review/review.ts'
import { useSheetSending, type RefusedImport } from '#features/platform/imports/useSheetSending.web.ts'
import { IntakeSteps } from '#features/regulatory/intake/IntakeSteps.tsx'
import { DropZone } from '#parts/file/DropZone.tsx'
import { textParameter, useAddress } from '#web/route/search.ts'
import { api } from '#web/api.ts'
import { callPath } from '#web/call.ts'
import { saveFile } from '#web/files.ts'
import { useUser } from '#web/session/store.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Band } from '#web/ui/Band.tsx'
import styles from '#features/platform/imports/section/imports.module.css'

/** Which section, its template, and the file. */
export default function ImportCreate() {
  const user = useUser()
  const [{ secao }] = useAddress({ secao: textParameter })
  const mine = sections.filter(({ of }) => can(user, `${of.path}.store`) || can(user, `${of.path}.update`))
  const [chosen, choose] = useState(secao)
  const { refused, busy, send, forget } = useSheetSending()
  const section = mine.find(({ of }) => of.path === chosen) ?? mine[0]
  if (!section) return null
  const { path } = section.of
  return (
    <Page title="Importar planilha" crumbs={[{ label: allOf(imports.text), to: '/imports' }]}>
      <IntakeSteps titles={importSteps} at={0} />
      <SectionChoice
        among={mine}
        section={section}
        onChoose={to => {
          choose(to)
          forget()
        }}
      />
      {refused && (
        <RefusedFile
          refused={refused}
          other={mine.find(({ of }) => of.path === refused.other)}
          onSendTo={to => {
            choose(to)
            void send(refused.file, to)
          }}
          onSendAgain={() => void send(refused.file, path, true)}
        />
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
          onFile={file => void send(file, path)}
        />
      )}
    </Page>
  )
}

interface SectionChoiceProps {
  readonly among: readonly ImportSection[]
  readonly section: ImportSection
  readonly onChoose: (path: string) => void
}

/** Asks which section the file brings rows of, and offers its template. */
function SectionChoice({ among, section, onChoose }: SectionChoiceProps) {
  const { path } = section.of
  const template = async () =>
    saveFile(await api.blob(callPath(downloadTemplate, { section: path })), `modelo-${path}.xlsx`)
  return (
    <div className={styles.choose}>
      <div>
        <h2 id="what">O que o arquivo traz</h2>
        <SegmentedControl
          aria-labelledby="what"
          value={path}
          onChange={onChoose}
          data={among.map(({ of }) => ({ value: of.path, label: capital(of.text.many) }))}
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
  )
}

interface RefusedFileProps {
  readonly refused: RefusedImport
  /** The section the file's columns are of. */
  readonly other: ImportSection | undefined
  readonly onSendTo: (path: string) => void
  readonly onSendAgain: () => void
}

/** Says why a file was refused, and offers the ways on. */
function RefusedFile({ refused, other, onSendTo, onSendAgain }: RefusedFileProps) {
  return (
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
        <Button variant="default" onClick={() => onSendTo(other.of.path)}>
          Importar como {other.of.text.many}
        </Button>
      )}
      {(refused.twin ?? other) && (
        <Button variant="subtle" onClick={onSendAgain}>
          Importar mesmo assim
        </Button>
      )}
    </Band>
  )
}

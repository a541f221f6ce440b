import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { can } from '#kernel/access.ts'
import { showBytes, showInteger } from '#kernel/show.ts'
import { imports, isOpen, type Import } from '#features/platform/imports/section/imports.ts'
import { Loading } from '#features/platform/imports/Loading.tsx'
import { Columns } from '#features/platform/imports/review/Columns.tsx'
import { Outcome } from '#features/platform/imports/review/Outcome.tsx'
import { ImportProgress } from '#features/platform/imports/review/Progress.tsx'
import {
  cancelImport,
  downloadImported,
  downloadRefused,
  prepareImport,
  type RowsLook,
} from '#features/platform/imports/section/api.ts'
import type { Review as Reviewed } from '#features/platform/imports/section/schema.ts'
import { lackingIn, reviewStep } from '#features/platform/imports/review/review.ts'
import { Review } from '#features/platform/imports/review/Review.tsx'
import { useImport, type Importing } from '#features/platform/imports/review/useImport.web.ts'
import { sectionAt } from '#features/platform/imports/section/sections.ts'
import { importSteps } from '#features/platform/imports/review/review.ts'
import { FileFacts } from '#features/regulatory/intake/FileFacts.tsx'
import { IntakeSteps } from '#features/regulatory/intake/IntakeSteps.tsx'
import { DetailScreen } from '#web/screens/DetailScreen.tsx'
import { useUser } from '#web/session/store.ts'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip, type Tone } from '#web/ui/StatusChip.tsx'
import { Band } from '#web/ui/Band.tsx'

const tones: Readonly<Record<string, Tone>> = {
  'em-preparo': 'atencao',
  'na-fila': 'neutro',
  processando: 'info',
  concluido: 'ok',
  falhou: 'erro',
  cancelado: 'neutro',
  desfeito: 'neutro',
}
const stateSaid = (state: string) => imports.fields.state.options.choices?.[state] ?? state
const isImport = (row: object): row is Import => 'resource' in row && 'state' in row && 'uuid' in row

/** A file that came in, from its columns to what became of it. */
const ImportScreen = () => (
  <DetailScreen
    resource={imports}
    facts={row =>
      isImport(row) && (
        <>
          <StatusChip tone={tones[row.state] ?? 'neutro'}>{stateSaid(row.state)}</StatusChip>{' '}
          {imports.fields.resource.options.choices?.[row.resource] ?? row.resource}
          {row.user && ` · enviada por ${row.user.name}`}
        </>
      )
    }
  >
    {({ row }) =>
      isImport(row) && (row.size === null || row.resource === 'anatel' ? <Loading row={row} /> : <Body row={row} />)
    }
  </DetailScreen>
)
export default ImportScreen

const everything: RowsLook = { page: 1 }
const isWritten = ({ units: { feita = 0, desfeita = 0, mantida = 0 } }: Reviewed) => feita + desfeita + mantida > 0

function Body({ row }: { readonly row: Import }) {
  // What was looked at while it was judged is not what there is to see once it is written.
  const [looked, setLooked] = useState<{ state: string; look: RowsLook }>({ state: row.state, look: { page: 1 } })
  const look = looked.state === row.state ? looked.look : everything
  const setLook = (next: RowsLook) => setLooked({ state: row.state, look: next })
  const [columns, openColumns] = useState(false)
  const importing = useImport(row, look)
  const { review, going, error } = importing
  const section = sectionAt(row.resource)
  if (!section) return null
  if (!review) return <Skeletons waiting lines={8} height={28} />
  const written = isWritten(review)
  const open = isOpen(row) && !written && review.rows > 0 && (row.state === 'em-preparo' || review.step !== 'ler')
  const lacking = open && lackingIn(section, review.mapping).length > 0
  const atColumns =
    open && (columns || (lacking && row.mode !== 'atualizar' && !review.counts.atualizar && !review.counts.criar))
  const at = atColumns ? 1 : open ? 2 : reviewStep(row.state, review.step)
  return (
    <>
      <IntakeSteps
        titles={importSteps}
        at={at}
        open={open ? [1, 2] : []}
        onGo={step => {
          setLook(everything)
          openColumns(step === 1)
        }}
      />
      <Facts row={row} importing={importing} />
      {error && (
        <Band tone="erro" role="alert">
          {error}
        </Band>
      )}
      {going ? (
        <ImportProgress row={row} importing={importing} />
      ) : atColumns ? (
        <Columns
          key={`${review.header.join(' ')} ${JSON.stringify(review.mapping)}`}
          row={row}
          section={section}
          review={review}
          importing={importing}
          onDone={() => openColumns(false)}
        />
      ) : open ? (
        <Review
          row={row}
          section={section}
          review={review}
          importing={importing}
          look={look}
          onLook={setLook}
          onColumns={() => {
            setLook(everything)
            openColumns(true)
          }}
        />
      ) : (
        <Outcome row={row} section={section} review={review} importing={importing} look={look} onLook={setLook} />
      )}
    </>
  )
}

/** What file this is, whatever is being done with it. */
function Facts({
  row,
  importing: { review, download, prepare, cancel, doing, going },
}: {
  readonly row: Import
  readonly importing: Importing
}) {
  const user = useUser()
  const written = review ? isWritten(review) : false
  const choosable =
    isOpen(row) && !written && review && review.sheets.length > 1 && can(user, prepareImport.id) ? review : null
  async function readTab(sheet: string) {
    if (!review) return
    const { mapping } = review
    await prepare({ mapping, mode: row.mode, match_by: row.match_by ?? '', sheet }, { tell: true })
  }
  const facts: readonly (readonly [string, string])[] = [
    ['Linhas', showInteger(review?.rows ?? row.rows_total ?? 0)],
    ...(row.size === null ? [] : [['Tamanho', showBytes(row.size)] as const]),
    ...(review?.facts ?? []),
  ]
  return (
    <FileFacts
      facts={facts}
      tabs={choosable && { all: choosable.sheets, read: choosable.sheet ?? '', busy: doing !== null }}
      onTab={tab => void readTab(tab)}
      beside={
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              Arquivo
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
              onClick={() => void download(downloadImported, row.name)}
            >
              Baixar como veio
            </Menu.Item>
            {(review?.counts.recusada ?? 0) + (review?.units.falhou ?? 0) > 0 && (
              <Menu.Item
                leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
                onClick={() => void download(downloadRefused, `recusadas-${row.name.replace(/\.\w+$/, '')}.xlsx`)}
              >
                Baixar as linhas recusadas
              </Menu.Item>
            )}
            {row.state === 'em-preparo' && !going && can(user, cancelImport.id) && (
              <Menu.Item disabled={doing !== null} onClick={() => void cancel({ tell: true })}>
                Desistir desta importação
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}

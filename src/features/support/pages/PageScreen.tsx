import { Button } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { beginDraft } from '#features/support/pages/api.ts'
import { DraftEditor } from '#features/support/pages/DraftEditor.tsx'
import { ForWriters } from '#features/support/pages/ForWriters.tsx'
import { pages, pageVersions } from '#features/support/pages/pages.ts'
import styles from '#features/support/pages/pages.module.css'
import { PlaceChanges } from '#features/support/pages/PlaceChanges.tsx'
import { usePageVersions, PageVersions } from '#features/support/pages/Versions.tsx'
import { Prose } from '#parts/reading/Prose.tsx'
import { useCall } from '#web/call.ts'
import { DetailScreen, EditForm, Facts, useRow } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'

/** A page for its editors: its text, its versions, and its place. */
export default function PageScreen() {
  const { uuid = '' } = useParams({ strict: false })
  return (
    <ForWriters to={`/paginas/${uuid}`}>
      <DetailScreen
        resource={pages}
        facts={({ published_at }) =>
          published_at ? (
            <StatusChip tone="ok">Publicada</StatusChip>
          ) : (
            <StatusChip tone="atencao">Nunca publicada</StatusChip>
          )
        }
        acts={row =>
          row.published_at && row.active ? (
            <Button
              component={Link}
              to={`/paginas/${row.uuid}`}
              variant="default"
              leftSection={<IconBook size={16} stroke={1.5} aria-hidden />}
            >
              Ler
            </Button>
          ) : null
        }
      >
        {(read, writable) => <Areas read={read} writable={writable} />}
      </DetailScreen>
    </ForWriters>
  )
}

function Areas({ read, writable }: { readonly read: ReadRow; readonly writable: boolean }) {
  const { row } = read
  const versions = usePageVersions(row.id)
  const tabs = [
    { name: 'texto', label: 'Texto' },
    { name: 'versoes', label: 'Versões', count: versions?.filter(({ number }) => number !== null).length },
    { name: 'dados', label: 'Dados' },
  ]
  const [tab, show] = useTab(tabs.map(({ name }) => name))
  useFieldGuide(writable ? { open: field => show(field in pageVersions.fields ? 'texto' : 'dados') } : {})
  const draft = versions?.find(({ number }) => number === null)?.uuid
  return (
    <Tabs tabs={tabs} shown={tab} onShow={show}>
      {/* What is being written stays while the reader looks elsewhere. */}
      <div hidden={tab !== 'texto'}>
        <Skeletons waiting={!versions} />
        {versions && (draft && writable ? <Draft page={row} uuid={draft} /> : <Published row={row} open={writable} />)}
      </div>
      {tab === 'versoes' && (
        <>
          <PageVersions versions={versions ?? []} onResumed={() => show('texto')} />
          <PlaceChanges page={row} />
        </>
      )}
      {tab === 'dados' &&
        (writable ? <EditForm key={row.uuid} resource={pages} read={read} /> : <Facts resource={pages} row={row} />)}
    </Tabs>
  )
}

function Draft({ page, uuid }: { readonly page: ReadRow['row']; readonly uuid: string }) {
  const { data } = useRow(pageVersions, uuid)
  if (!data) return <Skeletons waiting />
  const published = typeof page.content === 'string' ? page.content : ''
  return <DraftEditor key={uuid} page={page.uuid} read={data} published={published} />
}

function Published({ row, open }: { readonly row: ReadRow['row']; readonly open: boolean }) {
  const user = useUser()
  const { send } = useCall(beginDraft)
  const text = typeof row.content === 'string' ? row.content : ''
  const begin = () => send({ id: row.uuid }).catch(() => undefined)
  const write = open && can(user, beginDraft.id) && (
    <Button onClick={() => void begin()}>{text ? 'Escrever um rascunho' : 'Começar a escrever'}</Button>
  )
  if (!row.published_at)
    return (
      <EmptyState title="Nada escrito ainda" text="Ninguém a vê até que um rascunho seja publicado.">
        {write}
      </EmptyState>
    )
  return (
    <>
      <div className={styles.looks}>
        <span className="meta">É isto que se lê agora.</span>
        <span className={styles.space} />
        {write}
      </div>
      <section className={styles.paper} aria-label="Texto publicado">
        <Prose html={text} />
      </section>
    </>
  )
}

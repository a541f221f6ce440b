import { can, permission } from '#kernel/access.ts'
import { NewsArticle } from '#features/support/informative/NewsArticle.tsx'
import { NewsFields } from '#features/support/informative/NewsFields.tsx'
import { NewsReaders } from '#features/support/informative/NewsReaders.tsx'
import { informative, newsStages, type NewsStage } from '#features/support/informative/informative.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { DetailScreen, EditForm } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useFieldGuide } from '#web/ui/fieldGuide.ts'
import { Tabs, useTab } from '#web/ui/Tabs.tsx'
import { fullTime } from '#web/ui/time.ts'

/** A piece of news to read; users who write news find its form and its readers beside it. */
const NewsScreen = () => (
  <DetailScreen resource={informative} facts={row => <NewsFacts row={row} />}>
    {(read, writable) => <Areas read={read} writable={writable} />}
  </DetailScreen>
)
export default NewsScreen

const isStage = (value: unknown): value is NewsStage => typeof value === 'string' && Object.hasOwn(newsStages, value)
const momentOf = (value: unknown) => (typeof value === 'string' ? fullTime(value) : null)

function NewsFacts({ row }: { readonly row: ReadRow['row'] }) {
  const { stage, publish_at, expires_at } = row
  const [from, until] = [momentOf(publish_at) ?? fullTime(row.created_at), momentOf(expires_at)]
  return (
    <>
      {isStage(stage) && <StatusChip tone={newsStages[stage].tone}>{newsStages[stage].name}</StatusChip>}
      {nameOfRef(row.category) && <span>{nameOfRef(row.category)}</span>}
      <span>
        {stage === 'agendado' ? 'Publica em' : 'Publicado em'} {from}
      </span>
      {until && (
        <span>
          {stage === 'encerrado' ? 'Encerrou em' : 'Encerra em'} {until}
        </span>
      )}
    </>
  )
}

function Areas({ read, writable }: { readonly read: ReadRow; readonly writable: boolean }) {
  const user = useUser()
  const areas = [
    { name: 'ler', label: 'Ler' },
    ...(writable ? [{ name: 'editar', label: 'Editar' }] : []),
    ...(can(user, permission(informative, 'leituras')) ? [{ name: 'leituras', label: 'Quem leu' }] : []),
  ]
  const [tab, show] = useTab(areas.map(({ name }) => name))
  useFieldGuide(writable ? { open: () => show('editar') } : {})
  if (areas.length === 1) return <NewsArticle row={read.row} />
  return (
    <Tabs tabs={areas} shown={tab} onShow={show}>
      {tab === 'editar' ? (
        <EditForm key={read.row.uuid} resource={informative} read={read}>
          {form => <NewsFields form={form} />}
        </EditForm>
      ) : tab === 'leituras' ? (
        <NewsReaders row={read.row} writable={writable} />
      ) : (
        <NewsArticle row={read.row} />
      )}
    </Tabs>
  )
}

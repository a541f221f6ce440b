import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { isLocked } from '#kernel/resource.ts'
import { agree, allOf } from '#kernel/text.ts'
import { drawings } from '#features/network/stations/draw/drawings.ts'
import { beforeOf, DrawRoom } from '#features/network/stations/draw/DrawRoom.tsx'
import { useFresh } from '#features/network/stations/draw/useFresh.web.ts'
import { LinkFacts } from '#features/network/stations/StationFacts.tsx'
import { stationLinks } from '#features/network/stations/stations.ts'
import { FormFrame } from '#web/form/FormFrame.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { useEdit } from '#web/form/useEdit.ts'
import type { Over } from '#web/form/useSave.ts'
import { useRow } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { forgetDirty } from '#web/ui/leave.ts'
import { PageLoading } from '#web/ui/Loading.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'

/** A link there is, in the same drawing it was made in. */
export default function DrawEdit() {
  const { uuid = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRow(drawings, uuid)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  const { row } = data
  const back = `/${stationLinks.path}/${row.uuid}`
  const name = String(row.name)
  const shut = !row.active ? 'inativo' : isLocked(stationLinks, row) ? 'finalizado' : null
  return (
    <Page
      title={`Desenho de ${name}`}
      crumbs={[
        { label: allOf(stationLinks.text), to: `/${stationLinks.path}` },
        { label: name, to: back },
      ]}
      facts={<LinkFacts row={row} />}
    >
      {shut ? (
        <EmptyState
          title={agree(stationLinks.text, shut)}
          text={shut === 'inativo' ? 'Reative-o para mudar o desenho.' : 'Reabra-o para mudar o desenho.'}
        >
          <Link to={back}>Voltar ao enlace</Link>
        </EmptyState>
      ) : (
        <Redrawing key={row.uuid} read={data} back={back} />
      )}
    </Page>
  )
}

function Redrawing({ read, back }: { readonly read: ReadRow; readonly back: string }) {
  const { form, keep, saving, stale, forgive, behind } = useEdit(drawings, read)
  const refresh = useFresh()
  const go = useNavigate()
  async function saved(then: 'stay' | 'leave' | 'again', over?: Over) {
    if (!(await keep(over))) return
    await refresh()
    if (then !== 'leave') return
    forgetDirty()
    await go({ to: back })
  }
  return (
    <>
      <FormFrame
        resource={drawings}
        form={form}
        saving={saving}
        behind={behind}
        onSave={then => void saved(then)}
        onCancel={() => void go({ to: back })}
      >
        <DrawRoom form={form} before={beforeOf(read.row)} />
      </FormFrame>
      {stale && <StaleDialog form={form} current={stale} onClose={forgive} onSave={over => void saved('stay', over)} />}
    </>
  )
}

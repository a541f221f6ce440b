import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { titleOf, type AnyResource } from '#kernel/resource.ts'
import { allOf } from '#kernel/text.ts'
import { Defining } from '#features/clients/metas/Defining.tsx'
import { holders, metasNameIn } from '#features/clients/metas/holders.ts'
import { MappedFields } from '#features/clients/metas/MappedFields.tsx'
import { metasIn } from '#web/kinds/metas.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { RowAt } from '#web/kinds/rowAt.ts'
import { useRow } from '#web/screens/DetailScreen.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageLoading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'

/** What fields a record has, apart from filling them in: for who may define. */
export default function DefinitionScreen() {
  const { section = '', uuid = '' } = useParams({ strict: false })
  const of = holders.find(({ path }) => path === section)
  if (!of)
    return (
      <Page title="Definir campos">
        <EmptyState title="Esta lista não tem campos a definir" text="Volte ao cadastro e use Definir campos." />
      </Page>
    )
  return <OfRow key={`${section} ${uuid}`} resource={of} uuid={uuid} />
}

function OfRow({ resource, uuid }: { readonly resource: AnyResource; readonly uuid: string }) {
  const { data, error, refetch } = useRow(resource, uuid)
  const [round, setRound] = useState(0)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  const title = data.row[titleOf(resource)]
  const name = nameOfRef(title) || String(title ?? '')
  return (
    <Page
      title={`Campos de ${name}`}
      crumbs={[
        { label: allOf(resource.text), to: `/${resource.path}` },
        { label: name, to: `/${resource.path}/${uuid}` },
      ]}
    >
      <RowAt value={{ path: resource.path, uuid }}>
        <Defining key={round} resource={resource} read={data} onSaved={() => setRound(each => each + 1)} />
      </RowAt>
      <MappedFields key={data.version} metas={metasIn(data.row[metasNameIn(resource)])} resource={resource} />
    </Page>
  )
}

import { useParams } from '@tanstack/react-router'
import { Series } from '#features/network/stations/Series.tsx'
import { StationLook } from '#features/network/stations/StationLook.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { withoutFile } from '#parts/custom-field/custom-field.ts'
import { draftOf } from '#web/form/draft.ts'
import { metasIn } from '#web/kinds/metas.ts'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'
import { useRow } from '#web/screens/DetailScreen.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageLoading } from '#web/ui/Loading.tsx'

/** A new station that begins as another one is, but for its licence's number. */
export default function DuplicateStation() {
  const { reference = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRow(stations, reference)
  if (!reference) return <CreateScreen resource={stations} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  const { station_number: _number, ...draft } = draftOf(stations.fields, data.row)
  return (
    <CreateScreen
      resource={stations}
      title="Duplicar estação"
      start={{ ...draft, ...asNew(draft), metas: metasIn(draft.metas).map(withoutFile) }}
      helper={form => (
        <>
          <StationLook form={form} />
          <Series form={form} />
        </>
      )}
    />
  )
}

/** Lines of the other one are copied, not taken. */
const asNew = (draft: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([key, value]) =>
      Array.isArray(value)
        ? [[key, value.map((line: object) => ({ ...line, id: undefined, uuid: undefined, position: undefined }))]]
        : [],
    ),
  )

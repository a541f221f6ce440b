import type { NamedExports } from '#features/platform/exports/named.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { isGoing, runningOf } from '#parts/progress/progress.ts'
import { Progress } from '#parts/progress/Progress.tsx'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { usePage, useSearch, type ListedRow } from '#web/table/useList.ts'

const cells = { state: (row: ListedRow) => <Progress of={runningOf(row)} /> }

const empty =
  'Em qualquer lista, “Baixar” leva o que está na tela; o que é grande fica aqui, para buscar quando pronto.'

/** What was taken away, and how far what is being written is. */
export function ExportsScreen({ resource }: { readonly resource: NamedExports }) {
  const { search } = useSearch(exports)
  const { data } = usePage(resource, search)
  useFollowed(exports.path, data?.data.some(row => isGoing(runningOf(row))) ?? false)
  return <ListScreen resource={resource} cells={cells} empty={empty} />
}

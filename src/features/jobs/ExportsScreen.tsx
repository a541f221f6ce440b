import { exports } from '#features/jobs/jobs.ts'
import { isGoing, Progress, runningOf } from '#features/jobs/Progress.tsx'
import { useFollowed } from '#features/jobs/useFollowed.web.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { usePage, useSearch, type Listed } from '#web/table/useList.ts'

const cells = { state: (row: Listed) => <Progress of={runningOf(row)} /> }

/** What was taken away, and how far what is being written is. */
export default function ExportsScreen() {
  const { search } = useSearch(exports)
  const { data } = usePage(exports, search)
  useFollowed(exports.path, data?.data.some(row => isGoing(runningOf(row))) ?? false)
  return <ListScreen resource={exports} cells={cells} />
}

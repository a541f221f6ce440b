import type { AnyResource } from '#kernel/resource.ts'
import { PlacesHelp } from '#features/support/tickets/texts/PlacesHelp.tsx'
import { CreateScreen } from '#web/screens/CreateScreen.tsx'

interface Props {
  readonly resource: AnyResource
  readonly known: readonly string[]
}

/** A new row that has a text in it, with the places there are beside it. */
export const TextCreate = ({ resource, known }: Props) => (
  <CreateScreen resource={resource} helper={() => <PlacesHelp known={known} />} />
)

import { can, permission } from '#kernel/access.ts'
import { stationNotes } from '#features/network/stations/notes.ts'
import { Thread } from '#parts/areas/Thread.tsx'
import { useUser } from '#web/session/store.ts'

interface Props {
  readonly station: { readonly id: number; readonly active: boolean }
}

/** A station has a journal, even when finished: its notes change nothing that was filed. */
export default function StationJournal({ station: { id, active } }: Props) {
  const user = useUser()
  return (
    <Thread
      resource={stationNotes}
      by="station"
      id={id}
      dated="happened_on"
      open={active && can(user, permission(stationNotes, 'store'))}
      empty="Nada anotado ainda. Conte o que houve e em que dia: só a consultoria vê."
    />
  )
}

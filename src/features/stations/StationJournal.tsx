import { can, permission } from '#kernel/access.ts'
import { stationNotes } from '#features/stations/notes.ts'
import { Thread } from '#parts/areas/Thread.tsx'
import { useUser } from '#web/session/store.ts'

interface Props {
  readonly station: { readonly id: number; readonly active: boolean }
}

/** What happened at a station, a finished one too: to tell of it changes nothing of what was filed. */
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

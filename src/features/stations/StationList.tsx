import { MapSwitch } from '#features/stations/MapSwitch.tsx'
import { StationGaps } from '#features/stations/StationGaps.tsx'
import { stations } from '#features/stations/stations.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useSearch } from '#web/table/useList.ts'

/** The stations as rows, and the way to the same on the map. */
export default function StationList() {
  const { search } = useSearch(stations)
  return <ListScreen resource={stations} head={<StationGaps />} more={<MapSwitch now="list" search={search} />} />
}

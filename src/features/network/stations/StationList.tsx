import { MapSwitch } from '#features/network/stations/MapSwitch.tsx'
import { StationGaps } from '#features/network/stations/StationGaps.tsx'
import { stations } from '#features/network/stations/stations.ts'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useSearch } from '#web/table/useList.ts'

/** The stations as rows, and the way to the same on the map. */
export default function StationList() {
  const { search } = useSearch(stations)
  return <ListScreen resource={stations} head={<StationGaps />} more={<MapSwitch now="list" search={search} />} />
}

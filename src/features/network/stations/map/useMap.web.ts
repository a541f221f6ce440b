import type { MapReach } from '#features/network/stations/map/near.ts'
import { useHotkeys } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { NetworkMap } from '#features/network/stations/map/api.ts'
import type { MapStation } from '#features/network/stations/map/schema.ts'
import { markOfIcon, type MediaMark } from '#features/network/stations/map/map.ts'
import type { Point } from '#kernel/coordinates.ts'
import { boxOf, isWithin, metresApart, type MapBox, ringAround } from '#features/network/stations/map/near.ts'
import type { MapPick } from '#features/network/stations/map/plan.web.ts'
import type { PlanScene } from '#features/network/stations/map/PlanView.tsx'
import { endsOf, placeOfStation } from '#features/network/stations/map/read.ts'

export interface ListedStation {
  readonly station: MapStation
  /** Metres from the middle of the reach; null where there is none. */
  readonly away: number | null
}

const alphabet = new Intl.Collator('pt-BR', { numeric: true })

/** What is chosen, measured and left out on the map, and which stations its list shows for that. */
export function useMap(network: NetworkMap | undefined) {
  const [hidden, setHidden] = useState<ReadonlySet<MediaMark>>(new Set())
  const [box, setBox] = useState<MapBox | null>(null)
  const [chosen, choose] = useState<MapPick | null>(null)
  const [pointed, point] = useState<MapStation | null>(null)
  const [measured, setMeasured] = useState<readonly Point[] | null>(null)
  const [reach, setReach] = useState<MapReach | null>(null)

  const all = useMemo(
    () => (network?.stations ?? []).toSorted((one, other) => alphabet.compare(one.name, other.name)),
    [network],
  )
  const byId = useMemo(() => new Map(all.map(each => [each.id, each])), [all])
  const stations = useMemo(() => all.filter(({ icon_url }) => !hidden.has(markOfIcon(icon_url))), [all, hidden])
  const links = useMemo(() => {
    const shown = new Set(stations.map(({ id }) => id))
    return (network?.links ?? []).filter(each => shown.has(each.station_1_id) && shown.has(each.station_2_id))
  }, [network, stations])
  const listed = useMemo((): readonly ListedStation[] => {
    if (!reach) {
      const seen = box ? stations.filter(each => isWithin(placeOfStation(each), box)) : stations
      return seen.map(station => ({ station, away: null }))
    }
    // A box first: to measure twenty thousand takes a seventh of a second.
    const near = boxOf(ringAround(reach.around, reach.km * 1_000).map(([lng, lat]) => ({ lat, lng })))
    return stations
      .filter(each => near === null || isWithin(placeOfStation(each), near))
      .map(station => ({ station, away: metresApart(reach.around, placeOfStation(station)) }))
      .filter(({ away }) => away <= reach.km * 1_000)
      .toSorted((one, other) => one.away - other.away)
  }, [stations, box, reach])

  const scene = useMemo(
    () => sceneOf({ stations, links, measured, reach, chosen, pointed, byId }),
    [stations, links, measured, reach, chosen, pointed, byId],
  )

  const pick = (picked: MapPick, at: Point) => {
    if (measured) {
      // A picked station is measured to its own point.
      const [id] = picked.kind === 'stations' ? picked.ids : []
      const station = id === undefined ? undefined : byId.get(id)
      setMeasured([...measured, station ? placeOfStation(station) : at])
    } else choose(picked)
  }
  const turn = (mark: MediaMark) => {
    const next = new Set(hidden)
    if (!next.delete(mark)) next.add(mark)
    setHidden(next)
  }
  /** The last thing that was begun is the first to be left. */
  const leave = () => {
    if (chosen) choose(null)
    else if (measured) setMeasured(null)
    else setReach(null)
  }
  useHotkeys([['Escape', leave]])
  return {
    scene,
    all,
    byId,
    stations,
    links,
    listed,
    hidden,
    turn,
    setBox,
    chosen,
    choose,
    pointed,
    point,
    pick,
    measured,
    setMeasured,
    reach,
    setReach,
  }
}
export type MapState = ReturnType<typeof useMap>

interface SceneParts extends Omit<PlanScene, 'chosen' | 'isLine'> {
  readonly chosen: MapPick | null
  readonly pointed: MapStation | null
  readonly byId: ReadonlyMap<number, MapStation>
}
/** What the map draws of all this: what is chosen is marked, and so is what is pointed at. */
function sceneOf({ chosen, pointed, byId, ...drawn }: SceneParts): PlanScene {
  const link = chosen?.kind === 'link' ? drawn.links.find(({ id }) => id === chosen.id) : undefined
  if (link) return { ...drawn, chosen: endsOf(link), isLine: true }
  const ids = chosen?.kind === 'stations' ? chosen.ids : []
  const marked = [...ids.flatMap(id => byId.get(id) ?? []), ...(pointed ? [pointed] : [])].map(placeOfStation)
  return { ...drawn, chosen: chosen?.kind === 'point' ? [...marked, chosen.at] : marked }
}

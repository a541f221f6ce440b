import type { FormLine } from '#parts/line/line.ts'

/** A station as a drawing knows it: with coordinates it is on the map, and in the list in any case. */
export interface DrawableStation {
  readonly id: number
  readonly uuid: string
  readonly name: string
}

/** Lines of a form: the stations of a link, and its connections. */
export interface DrawnValues {
  readonly stations: readonly FormLine[]
  readonly connections: readonly FormLine[]
}

interface DrawnPair {
  readonly from: DrawableStation
  readonly to: DrawableStation
  /** Id of the property that is drawn; null before it exists. */
  readonly property: number | null
}

const isOf = (line: FormLine, { from, to, property }: DrawnPair) =>
  (line.station_link_property_id ?? null) === property &&
  ((line.station_1_id === from.id && line.station_2_id === to.id) ||
    (line.station_1_id === to.id && line.station_2_id === from.id))

/** Where two stations are joined already, in the same property; -1 where they are not. */
export const pairAt = (lines: readonly FormLine[], pair: DrawnPair) => lines.findIndex(line => isOf(line, pair))

/** After two stations were picked that are not joined: they are, and both are in the link. */
export function joinedBy(values: DrawnValues, pair: DrawnPair, like: FormLine): DrawnValues {
  const { from, to, property } = pair
  const known = new Set(values.stations.map(line => line.station_id))
  const added = [from, to].filter(({ id }) => !known.has(id))
  return {
    stations: [...values.stations, ...added.map(station => ({ station_id: station.id, station }))],
    connections: [
      ...values.connections,
      {
        ...like,
        station_1_id: from.id,
        station_1: from,
        station_2_id: to.id,
        station_2: to,
        station_link_property_id: property,
      },
    ],
  }
}

/** Without one connection; a station that came with it, and that no other one joins, goes too. What was saved stays. */
export function partedAt({ stations, connections }: DrawnValues, at: number): DrawnValues {
  const left = connections.toSpliced(at, 1)
  const gone = connections[at]
  const joined = new Set(left.flatMap(line => [line.station_1_id, line.station_2_id]))
  const ends: readonly unknown[] = [gone?.station_1_id, gone?.station_2_id]
  return {
    connections: left,
    stations: stations.filter(
      ({ id, station_id }) => id !== undefined || !ends.includes(station_id) || joined.has(station_id),
    ),
  }
}

/** A connection that was taken away put back at its place, over whatever was drawn since; `before`: the stations there were. */
export function restoredAt(
  { stations, connections }: DrawnValues,
  at: number,
  line: FormLine,
  before: readonly FormLine[],
): DrawnValues {
  const known = new Set(stations.map(each => each.station_id))
  const ends: readonly unknown[] = [line.station_1_id, line.station_2_id]
  const missing = before.filter(({ station_id }) => ends.includes(station_id) && !known.has(station_id))
  return { stations: [...stations, ...missing], connections: connections.toSpliced(at, 0, line) }
}

/** Stations of the link that no connection joins, of those shown and of those that may not be changed here. */
export function lonelyIn({ stations, connections }: DrawnValues, closed: readonly FormLine[]): readonly FormLine[] {
  const joined = new Set([...connections, ...closed].flatMap(line => [line.station_1_id, line.station_2_id]))
  return stations.filter(({ station_id }) => !joined.has(station_id))
}

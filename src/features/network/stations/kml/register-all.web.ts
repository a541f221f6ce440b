import { createStations, undoStations } from '#features/network/stations/api.ts'
import { drawLinks } from '#features/network/stations/draw/api.ts'
import type { ProposedEnd, ProposedLink, ProposedStation } from '#features/network/stations/kml/proposal.ts'
import { sendCall } from '#web/call.ts'

/** As many as one call registers, all of them or none. */
const part = 100

/** A user may undo these rows of a file. */
export interface KmlWritten {
  readonly stations: readonly number[]
  readonly links: readonly number[]
}
export interface KmlWish {
  readonly client: number
  readonly stations: readonly ProposedStation[]
  readonly links: readonly ProposedLink[]
  /** The row of a medium by what the file says of it, or the one chosen for those of which it says nothing. */
  readonly mediumOf: (medium: ProposedStation['medium']) => number | null
  /** The municipality of a station, by its key. */
  readonly cityOf: (key: number) => number | null
}

/** Registers the proposal in parts; a callback gets the rows after each, so that a failure leaves them known. */
export async function registerAll(
  { client, stations, links, mediumOf, cityOf }: KmlWish,
  tell: (written: KmlWritten) => void,
) {
  const ids = new Map<number, number>()
  const made: number[] = []
  for (const each of partsOfList(stations)) {
    const drafts = each.map(({ key, name, at, medium }) => ({
      name: name.trim(),
      client_id: client,
      attendance_middle_id: mediumOf(medium),
      address: [{ ...at, city_id: cityOf(key) }],
    }))
    const { data } = await sendCall(createStations, { body: { stations: drafts } }, { quiet: true })
    each.forEach(({ key }, i) => ids.set(key, data.ids[i] ?? 0))
    tell({ stations: [...ids.values()], links: made })
  }
  const idOf = (end: ProposedEnd) => (end.kind === 'known' ? end.id : (ids.get(end.key) ?? 0))
  for (const each of partsOfList(links)) {
    const drafts = each.map(({ ends, medium }) => {
      const [one, other] = [idOf(ends[0]), idOf(ends[1])]
      return {
        client_id: client,
        attendance_middle_id: mediumOf(medium),
        stations: [one, other].map(station_id => ({ station_id })),
        connections: [{ station_1_id: one, station_2_id: other }],
      }
    })
    const { data } = await sendCall(drawLinks, { body: { links: drafts } }, { quiet: true })
    made.push(...data.ids)
    tell({ stations: [...ids.values()], links: [...made] })
  }
}

/** Undoes all of it, links first, since they refer to stations; a callback gets what remains. */
export async function takeAllBack({ stations, links }: KmlWritten, tell: (left: KmlWritten) => void) {
  for (const [at, each] of partsOfList(links).entries()) {
    await sendCall(undoStations, { body: { links: [...each] } }, { quiet: true })
    tell({ stations, links: links.slice((at + 1) * part) })
  }
  for (const [at, each] of partsOfList(stations).entries()) {
    await sendCall(undoStations, { body: { stations: [...each] } }, { quiet: true })
    tell({ stations: stations.slice((at + 1) * part), links: [] })
  }
}

const partsOfList = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / part) }, (_, i) => all.slice(i * part, (i + 1) * part))

import { stationNumber } from '#kernel/brasil.ts'
import type { Point } from '#kernel/coordinates.ts'
import { grouped } from '#kernel/grouped.ts'
import { pathBetween } from '#features/network/stations/geometry/geodesic.ts'
import type { TheirStation } from '#features/regulatory/infrastructure/theirs.ts'

/** A station of ours, as it is compared. */
export interface OurStation {
  readonly uuid: string
  readonly name: string
  readonly number: string | null
  readonly place: Point | null
}
/** The same station on both sides, with what is not the same in it; `distance` in metres, where both say where it is. */
export interface StationMatch {
  readonly ours: OurStation
  readonly theirs: TheirStation
  readonly distance: number | null
}
/** A station of theirs of which the file says something against itself, and ours that it is, where there is one. */
export interface DoubtfulMatch {
  readonly ours: OurStation | null
  readonly theirs: TheirStation
  readonly distance: number | null
}
export interface StationComparison {
  /** Of a number that both have, in places that agree, or of which one does not say where it is. */
  readonly equal: readonly StationMatch[]
  /** Of which the file says something against itself, wherever they would be without it. */
  readonly doubtful: readonly DoubtfulMatch[]
  /** The regulator has them, we do not. */
  readonly missing_here: readonly TheirStation[]
  /** We have them, the regulator does not. */
  readonly missing_there: readonly OurStation[]
  /** We have them, and what the regulator has of them cannot be read. */
  readonly not_compared: readonly OurStation[]
  /** In one place, under two numbers. */
  readonly numbers: readonly StationMatch[]
  /** Stations with one number whose positions differ by more than the tolerance. */
  readonly places: readonly StationMatch[]
}

const distanceOf = (ours: OurStation, theirs: TheirStation) =>
  ours.place && theirs.place ? pathBetween(ours.place, theirs.place).distance : null

/**
 * Ours against theirs: by number first. What is left is the same station where each is the only one near the other; where
 * several may be, none is chosen. `tolerance` in metres; `unread`: numbers that only lines that are not compared have.
 */
export function compareStations(
  ours: readonly OurStation[],
  theirs: readonly TheirStation[],
  tolerance: number,
  unread: ReadonlySet<string> = new Set(),
): StationComparison {
  const byNumber = grouped(ours, ({ number }) => number && (stationNumber(number) ?? number))
  const equal: StationMatch[] = []
  const places: StationMatch[] = []
  const paired = new Set<OurStation>()
  const left = theirs.filter(station => {
    // Numbers stored before they had one form may be twice one: the nearest is meant.
    const [own] = (station.number === null ? [] : (byNumber.get(station.number) ?? [])).toSorted(
      (one, other) => (distanceOf(one, station) ?? Infinity) - (distanceOf(other, station) ?? Infinity),
    )
    if (!own) return true
    paired.add(own)
    const distance = distanceOf(own, station)
    ;(distance !== null && distance > tolerance ? places : equal).push({ ours: own, theirs: station, distance })
    return false
  })
  const isUnread = ({ number }: OurStation) => number !== null && unread.has(stationNumber(number) ?? number)
  const rest = ours.filter(each => !paired.has(each))
  const alone = rest.filter(each => !isUnread(each))
  const numbers = pairsNear(alone, left, tolerance)
  const isSure = ({ theirs: { doubt } }: Pick<DoubtfulMatch, 'theirs'>) => doubt === null
  const [here, there] = [
    new Set(numbers.map(({ theirs: station }) => station)),
    new Set(numbers.map(({ ours: station }) => station)),
  ]
  const missing = left.filter(station => !here.has(station))
  const lone = missing.map((station): DoubtfulMatch => ({ ours: null, theirs: station, distance: null }))
  return {
    equal: equal.filter(isSure),
    doubtful: [...equal, ...places, ...numbers, ...lone]
      .filter(match => !isSure(match))
      .toSorted((one, other) => one.theirs.line - other.theirs.line),
    places: places.filter(isSure).toSorted((one, other) => (other.distance ?? 0) - (one.distance ?? 0)),
    numbers: numbers.filter(isSure),
    missing_here: missing.filter(({ doubt }) => doubt === null),
    not_compared: rest.filter(isUnread),
    missing_there: alone.filter(station => !there.has(station)),
  }
}

/** Degrees of latitude no tolerance reaches across: what lies further is not measured. */
const reachOf = (tolerance: number) => tolerance / 110_000

/** Those of each side that have one of the other within the tolerance, and only one, each of the other. */
function pairsNear(ours: readonly OurStation[], theirs: readonly TheirStation[], tolerance: number) {
  const reach = reachOf(tolerance)
  const near = theirs.flatMap(station =>
    ours.flatMap((own): readonly StationMatch[] => {
      if (!own.place || !station.place || Math.abs(own.place.lat - station.place.lat) > reach) return []
      const distance = distanceOf(own, station)
      return distance !== null && distance <= tolerance ? [{ ours: own, theirs: station, distance }] : []
    }),
  )
  const times = <T>(of: (match: StationMatch) => T) => {
    const counts = new Map<T, number>()
    for (const match of near) counts.set(of(match), (counts.get(of(match)) ?? 0) + 1)
    return counts
  }
  const [mine, others] = [times(({ ours: own }) => own), times(({ theirs: station }) => station)]
  return near.filter(match => mine.get(match.ours) === 1 && others.get(match.theirs) === 1)
}

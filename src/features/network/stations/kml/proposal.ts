import type { Point } from '#kernel/coordinates.ts'
import { foldText } from '#kernel/text.ts'
import { besideMetres } from '#features/network/stations/gaps.ts'
import type { KmlLeft, KmlPoint, KmlRead } from '#features/network/stations/kml/kml.ts'
import { metresApart, showDistance } from '#features/network/stations/map/near.ts'

/** A station the client has already. */
export interface KnownStation {
  readonly id: number
  readonly name: string
  /** Null of one without coordinates. */
  readonly at: Point | null
}
export interface KnownNetwork {
  readonly stations: readonly KnownStation[]
  /** Pairs of stations that a link joins. */
  readonly joined: readonly (readonly [number, number])[]
}

/** A point of the file as a station to be. */
export interface ProposedStation extends KmlPoint {
  /** Its place in the file. */
  readonly key: number
  /** What it seems to be already, in words; null of one that is new. */
  readonly twin: string | null
}
/** Where a proposed link ends: at a station there is, by its id, or at one to be, by its key. */
export type ProposedEnd =
  | { readonly kind: 'known'; readonly id: number; readonly name: string }
  | { readonly kind: 'new'; readonly key: number; readonly name: string }
export interface ProposedLink {
  readonly key: number
  readonly name: string
  readonly medium: KmlPoint['medium']
  readonly ends: readonly [ProposedEnd, ProposedEnd]
  readonly metres: number
}
export interface KmlProposal {
  readonly stations: readonly ProposedStation[]
  readonly links: readonly ProposedLink[]
  /** Lines that become no link, and why. */
  readonly loose: readonly KmlLeft[]
}

/** How far from a station a line may end to mean it, in metres: the least, the usual and the most. */
export const tolerances = { least: 1, usual: 200, most: 1_000 } as const

interface Choice {
  /** Metres. */
  readonly tolerance: number
  /** Whether a proposed station is to be registered: twins only where somebody says so. */
  readonly isTaken: (key: number, isTwin: boolean) => boolean
}
interface GridPlace {
  readonly at: Point
  readonly end: ProposedEnd
}

/** What of a file would be registered of a client, beside what it has. Nothing is written. */
export function proposalOf(read: KmlRead, { stations: known, joined }: KnownNetwork, choice: Choice): KmlProposal {
  const there = grid(known.flatMap(({ at, ...named }) => (at ? [{ at, end: { kind: 'known', ...named } }] : [])))
  const names = new Set(known.map(({ name }) => foldText(name)))
  const before = grid([])
  const stations = read.points.map((point, key): ProposedStation => {
    const near = nearest(there, point.at, besideMetres)
    const said = foldText(point.name)
    const repeated = nearest(before, point.at, besideMetres)
    before.add({ at: point.at, end: { kind: 'new', key, name: point.name } })
    const twin = near
      ? `Já existe: ${near.end.name}, a ${showDistance(near.metres)}`
      : said && names.has(said)
        ? 'Já existe uma estação com este nome'
        : repeated
          ? `Repete ${repeated.end.name || 'outro ponto'} do arquivo`
          : null
    return { ...point, key, twin }
  })
  for (const { key, name, at, twin } of stations)
    if (choice.isTaken(key, twin !== null)) there.add({ at, end: { kind: 'new', key, name } })
  const links: ProposedLink[] = []
  const loose: KmlLeft[] = []
  const pairs = new Set(joined.map(([one, other]) => pairKey(`k${one}`, `k${other}`)))
  for (const [key, { name, ends, medium }] of read.lines.entries()) {
    const [one, other] = [nearest(there, ends[0], choice.tolerance), nearest(there, ends[1], choice.tolerance)]
    const pair = one && other && pairKey(keyOfEnd(one.end), keyOfEnd(other.end))
    if (!one || !other) loose.push({ name, why: strayWhy(there, ends[one ? 1 : 0], !one && !other) })
    else if (keyOfEnd(one.end) === keyOfEnd(other.end))
      loose.push({ name, why: `As duas pontas caem em ${one.end.name || 'uma só estação'}.` })
    else if (pair && pairs.has(pair))
      loose.push({ name, why: `${one.end.name} e ${other.end.name} já são unidas por um enlace, ou por outra linha.` })
    else {
      if (pair) pairs.add(pair)
      links.push({ key, name, medium, ends: [one.end, other.end], metres: metresApart(ends[0], ends[1]) })
    }
  }
  return { stations, links, loose }
}

const keyOfEnd = (end: ProposedEnd) => (end.kind === 'known' ? `k${end.id}` : `n${end.key}`)
const pairKey = (one: string, other: string) => [one, other].toSorted().join()

/** Answers why a line is loose, with the distance of the nearest station within the tolerance. */
function strayWhy(there: PlaceGrid, end: Point, both: boolean): string {
  const near = nearest(there, end, tolerances.most)
  const which = both ? 'Nenhuma ponta cai numa estação' : 'Uma ponta não cai numa estação'
  return near ? `${which}: a mais próxima, ${near.end.name}, fica a ${showDistance(near.metres)}.` : `${which}.`
}

/** Places by squares of a fiftieth of a degree, each wider than the farthest that is looked for. */
interface PlaceGrid {
  readonly add: (place: GridPlace) => void
  readonly around: (at: Point) => readonly GridPlace[]
}
const side = 0.02
function grid(places: readonly GridPlace[]): PlaceGrid {
  const squares = new Map<string, GridPlace[]>()
  const at = (degrees: number) => Math.floor(degrees / side)
  const add = (place: GridPlace) => {
    const key = `${at(place.at.lat)} ${at(place.at.lng)}`
    squares.set(key, [...(squares.get(key) ?? []), place])
  }
  places.forEach(add)
  return {
    add,
    around: ({ lat, lng }) =>
      [-1, 0, 1].flatMap(up => [-1, 0, 1].flatMap(right => squares.get(`${at(lat) + up} ${at(lng) + right}`) ?? [])),
  }
}

function nearest(there: PlaceGrid, at: Point, reach: number) {
  let found: { readonly end: ProposedEnd; readonly metres: number } | null = null
  for (const place of there.around(at)) {
    const metres = metresApart(at, place.at)
    if (metres <= reach && (!found || metres < found.metres)) found = { end: place.end, metres }
  }
  return found
}

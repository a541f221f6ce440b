import { decimals, sixth, type Point } from '#kernel/coordinates.ts'
import type { PointChoice } from '#kernel/place/place.ts'

// What is doubtful in a place, and what may have been meant. How it was written makes no difference: a letter fixes a sign, and no truth.

export type PlaceDoubtKind = 'zero' | 'trocadas' | 'horas' | 'sinal' | 'exterior' | 'mar' | 'terra' | 'municipio'
/** It says why a user must confirm a place, and which readings of its numbers need none. */
export interface PlaceDoubt {
  readonly kind: PlaceDoubtKind
  readonly said: string
  readonly among: readonly PointChoice[]
}

/** The square that holds Brazil, its islands and its sea. */
const brazil = { south: -36, north: 7, west: -74.1, east: -27 } as const
export const isInSquare = ({ lat, lng }: Point) =>
  lat >= brazil.south && lat <= brazil.north && lng >= brazil.west && lng <= brazil.east

/** Degrees around zero and zero, a place in the Atlantic that registers write where there is none. */
const nowhere = 0.01

/** The same numbers with other signs, and with their halves changed, the likeliest first. */
function variantsOf({ lat, lng }: Point): readonly Point[] {
  const signs = [-1, 1].flatMap(south => [-1, 1].map(west => [south, west] as const))
  const all = [
    { lat: lng, lng: lat },
    ...signs.map(([south, west]) => ({ lat: south * Math.abs(lat) + 0, lng: west * Math.abs(lng) + 0 })),
    ...signs.map(([south, west]) => ({ lat: south * Math.abs(lng) + 0, lng: west * Math.abs(lat) + 0 })),
  ]
  const known = new Map(all.filter(at => Math.abs(at.lat) <= 90).map(at => [decimals(at), at]))
  known.delete(decimals({ lat, lng }))
  return [...known.values()]
}

/** Degrees that a sheet took for hours are fractions of a day: each is a twenty-fourth of what it was. */
function asHours({ lat, lng }: Point): Point | null {
  const at = { lat: sixth(-Math.abs(lat) * 24), lng: sixth(-Math.abs(lng) * 24) }
  return isInSquare(at) ? at : null
}

/** The readings of the same numbers that are where they should be. */
export const curesOf = (at: Point, isRight: (at: Point) => boolean): readonly PointChoice[] =>
  variantsOf(at)
    .filter(isRight)
    .map(cure => ({ at: cure, said: decimals(cure) }))

const abroad = 'Este ponto fica fora do Brasil.'

/** Null of a place that is where places are: within municipalities, or within the square where only that is known. */
export function doubtOf(at: Point, isHome: (at: Point) => boolean = isInSquare): PlaceDoubt | null {
  if (Math.abs(at.lat) < nowhere && Math.abs(at.lng) < nowhere)
    return { kind: 'zero', said: 'Latitude e longitude zero ficam no oceano: informe as coordenadas.', among: [] }
  if (isHome(at)) return null
  const among = curesOf(at, isHome)
  const hours = among.length ? null : asHours(at)
  if (hours && isHome(hours))
    return {
      kind: 'horas',
      said: 'Uma planilha parece ter trocado os graus por horas.',
      among: [{ at: hours, said: decimals(hours) }],
    }
  const [first] = among
  if (first) {
    const isTurned = first.at.lat === at.lng && first.at.lng === at.lat
    return isTurned
      ? { kind: 'trocadas', said: 'A latitude e a longitude parecem trocadas.', among }
      : { kind: 'sinal', said: abroad, among }
  }
  return isInSquare(at)
    ? { kind: 'mar', said: 'Este ponto não fica em nenhum município: no mar, ou fora do Brasil?', among }
    : { kind: 'exterior', said: abroad, among }
}

import { showDecimal } from '#kernel/show.ts'

/** Decimal degrees. */
export interface MapPoint {
  readonly lat: number
  readonly lng: number
}
export interface MapBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Mean radius of the Earth, in metres (IUGG). */
const earth = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres over a sphere: half a percent off at most, enough to be shown on a map. */
export function metresApart(one: MapPoint, other: MapPoint): number {
  const [lat, lng] = [radians(other.lat - one.lat) / 2, radians(other.lng - one.lng) / 2]
  const part = Math.sin(lat) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lng) ** 2
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** Metres along these points. */
export const metresAlong = (points: readonly MapPoint[]) =>
  points.slice(1).reduce((sum, point, i) => sum + metresApart(points[i] ?? point, point), 0)

/** 840 → '840 m'; 12340 → '12,3 km'; 1234567 → '1.235 km'. */
export const showMetres = (metres: number) =>
  metres < 1_000
    ? `${showDecimal(Math.round(metres))}\u00a0m`
    : `${showDecimal(metres / 1_000, metres < 100_000 ? 1 : 0)}\u00a0km`

/** '-22,906000, -47,061000', as forms take them. */
export const showPoint = ({ lat, lng }: MapPoint) => `${showDecimal(lat, 6)}; ${showDecimal(lng, 6)}`

export const isWithin = ({ lat, lng }: MapPoint, { west, south, east, north }: MapBox) =>
  lng >= west && lng <= east && lat >= south && lat <= north

/** A circle on the ground, as a closed ring of `[lng, lat]`. */
export function ringAround({ lat, lng }: MapPoint, metres: number): [number, number][] {
  const [high, wide] = [metres / earth, metres / earth / Math.max(0.01, Math.cos(radians(lat)))]
  return Array.from({ length: 65 }, (_, n) => {
    const turn = (n / 64) * 2 * Math.PI
    return [lng + (Math.sin(turn) * wide * 180) / Math.PI, lat + (Math.cos(turn) * high * 180) / Math.PI]
  })
}

/** The box around these points; null of none. */
export function boxOf(points: readonly MapPoint[]): MapBox | null {
  if (!points.length) return null
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { lat, lng } of points) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { west, south, east, north }
}

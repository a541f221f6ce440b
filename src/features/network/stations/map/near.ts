import type { Point } from '#kernel/coordinates.ts'
import { showDecimal } from '#kernel/show.ts'
import { pathBetween, placeAt } from '#features/network/stations/geometry/geodesic.ts'

export interface MapBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export const metresApart = (one: Point, other: Point) => pathBetween(one, other).distance

/** Metres along these points. */
export const metresAlong = (points: readonly Point[]) =>
  points.slice(1).reduce((sum, point, i) => sum + metresApart(points[i] ?? point, point), 0)

/** 840 → '840 m'; 12340 → '12,3 km'; 1234567 → '1.235 km'. */
export const showDistance = (metres: number) =>
  metres < 1_000
    ? `${showDecimal(Math.round(metres))}\u00a0m`
    : `${showDecimal(metres / 1_000, metres < 100_000 ? 1 : 0)}\u00a0km`

export const isWithin = ({ lat, lng }: Point, { west, south, east, north }: MapBox) =>
  lng >= west && lng <= east && lat >= south && lat <= north

/** A circle on the ground, as a closed ring of `[lng, lat]`. */
export const ringAround = (middle: Point, metres: number): [number, number][] =>
  Array.from({ length: 65 }, (_, n) => {
    const { lat, lng } = placeAt(middle, (n / 64) * 360, metres)
    return [lng, lat]
  })

/** The box around these points; null of none. */
export function boxOf(points: readonly Point[]): MapBox | null {
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

/** Stations near a point: how near, in kilometres, and what the point is called. */
export interface MapReach {
  readonly around: Point
  readonly km: number
  readonly name: string
}

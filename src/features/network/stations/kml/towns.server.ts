import type { Point } from '#kernel/coordinates.ts'
import type { KmlPoint, KmlRead } from '#features/network/stations/kml/kml.ts'
import type { Outlines } from '#parts/address/outlines.server.ts'

/** Metres from another municipality within which none is proposed: a file of a map is seldom more exact than outlines are. */
const doubtful = 1_000

/** The IBGE code of the municipality of a point; null near another one, and outside all of them. */
export function townToPropose(outlines: Outlines, at: Point): number | null {
  const town = outlines.townAt(at)
  return town !== null && outlines.townsNear(at, doubtful).every(code => code === town) ? town : null
}

/** A file whose points have the IBGE code of the municipality proposed for each. */
export interface CodedKml extends KmlRead {
  readonly points: readonly (KmlPoint & { readonly ibge: number | null })[]
}
export const withTowns = (outlines: Outlines, { points, ...read }: KmlRead): CodedKml => ({
  ...read,
  points: points.map(point => ({ ...point, ibge: townToPropose(outlines, point.at) })),
})

import type { Point } from '#kernel/coordinates.ts'

/** SIRGAS 2000, the frame Brazil measures in (EPSG 4674). */
export const sirgas = 4674

/**
 * Answers the straight path through places as WKT: longitude before latitude, six decimals, `LINESTRING(…)`, without the frame
 * (OGC 06-103r4).
 */
export const pathWkt = (places: readonly Point[]) =>
  `LINESTRING(${places.map(({ lat, lng }) => `${sixth(lng)} ${sixth(lat)}`).join(', ')})`

/** The same as extended WKT, the frame before it: `SRID=4674;LINESTRING(…)` (PostGIS EWKT). */
export const lineString = (places: readonly Point[], srid: number = sirgas) => `SRID=${srid};${pathWkt(places)}`

/** A rounded zero has no sign. */
const sixth = (value: number) => value.toFixed(6).replace(/^-(?=0\.0+$)/, '')

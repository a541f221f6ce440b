import type { Point } from '#kernel/coordinates.ts'

/** SIRGAS 2000, the frame Brazil measures in (EPSG 4674). */
export const sirgas = 4674

/** The straight path through places, as extended WKT: longitude before latitude, six decimals, `SRID=4674;LINESTRING(…)` (OGC 06-103r4; PostGIS EWKT). */
export const lineString = (places: readonly Point[], srid: number = sirgas) =>
  `SRID=${srid};LINESTRING(${places.map(({ lat, lng }) => `${sixth(lng)} ${sixth(lat)}`).join(', ')})`

/** A rounded zero has no sign. */
const sixth = (value: number) => value.toFixed(6).replace(/^-(?=0\.0+$)/, '')

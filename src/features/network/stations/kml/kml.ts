import { sixth, type Point } from '#kernel/coordinates.ts'
import { mediaMarks, type MediaMark } from '#features/network/stations/map/map.ts'

/** A point of a file: a station, perhaps. */
export interface KmlPoint {
  /** '' where the file gives none. */
  readonly name: string
  readonly at: Point
  /** Our own files mark it by style. */
  readonly medium: MediaMark | null
}
/** A line of a file by its two ends: a link, perhaps. */
export interface KmlLine {
  readonly name: string
  readonly ends: readonly [Point, Point]
  readonly medium: MediaMark | null
}
/** What of a file is not proposed, and why. */
export interface KmlLeft {
  readonly name: string
  readonly why: string
}
export interface KmlRead {
  readonly points: readonly KmlPoint[]
  readonly lines: readonly KmlLine[]
  readonly left: readonly KmlLeft[]
  /** What else of the file is not read, or was changed, as sentences. */
  readonly notes: readonly string[]
}

/** The media types of what is downloaded. */
export const kmlTypes = {
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
} as const

/** What is read of a file at most: bytes as it comes and unpacked, and placemarks. */
export const kmlLimits = { bytes: 5 * 1024 * 1024, unpacked: 8 * 1024 * 1024, placemarks: 2_000 } as const

/** Styles of our files are called so: 'estacao-fibra', 'enlace-radio'. */
export const kmlStyleOf = (what: 'estacao' | 'enlace', medium: MediaMark) => `${what}-${medium}`
export function mediumOfStyle(url: string): MediaMark | null {
  const [, found = ''] = /#(?:estacao|enlace)-([\w-]+)$/.exec(url.trim()) ?? []
  return Object.keys(mediaMarks).find((name): name is MediaMark => name === found && name !== 'outro') ?? null
}

const degree = /^[-+]?\d{1,3}(?:\.\d+)?$/

/** 'lng,lat[,altitude]' → the point; null where it is none. OGC 12-007r2 §16.9. */
export function pointOfTuple(tuple: string): Point | null {
  const [lng = '', lat = '', altitude = '0'] = tuple.split(',')
  if (!degree.test(lng) || !degree.test(lat) || !Number.isFinite(Number(altitude))) return null
  const at = { lat: sixth(Number(lat)), lng: sixth(Number(lng)) }
  return Math.abs(at.lat) <= 90 && Math.abs(at.lng) <= 180 ? at : null
}

import type { Point } from '#kernel/coordinates.ts'
import type { GeoPath } from '#features/stations/geometry/geodesic.ts'
import type { GroundSample, Obstruction } from '#features/stations/geometry/profile.ts'
import type { LinkEnd } from '#features/stations/geometry/reckon.ts'

/** A station as it is chosen. */
export interface NamedStation {
  readonly id: number
  readonly uuid: string
  readonly name: string
}
export interface StationPair {
  readonly id: number
  readonly uuid: string
  readonly station_1_id: number
  readonly station_2_id: number
}
/** A station of a link as its geometry needs it. */
export interface LinkStation extends LinkEnd, NamedStation {
  readonly place: Point
  /** Where the height of the ground comes from. */
  readonly ground_from: 'typed' | 'tiles' | 'address' | null
}
/** What is known of the line between two stations; `distance` in metres. */
export interface LinkGeometry extends GeoPath {
  readonly stations: readonly [LinkStation, LinkStation]
  readonly wkt: string
  readonly samples: readonly GroundSample[]
  /** Those of the query, or else those stored with the link. */
  readonly obstructions: readonly Obstruction[]
}
/** What a link's profile is drawn from; `message` says what cannot be told, and why. */
export interface LinkOutlook {
  readonly stations: readonly NamedStation[]
  readonly connections: readonly StationPair[]
  /** Of the two asked for, those that have no coordinates. */
  readonly placeless: readonly NamedStation[]
  readonly message: string | null
  readonly geometry: LinkGeometry | null
}

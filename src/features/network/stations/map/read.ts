import type { Tone } from '#kernel/field.ts'
import { showMeasure } from '#kernel/show.ts'
import type { MapLink, MapName, MapStation } from '#features/network/stations/map/schema.ts'
import type { Point } from '#kernel/coordinates.ts'

/** Of stations and links alike. */
export const statusTone = (status: MapName | null): Tone =>
  status?.name === 'Finalizado' ? 'ok' : status?.name === 'Em aberto' ? 'info' : 'neutro'
export const linkTone = ({ status }: MapLink) => statusTone(status)

/** Pixels: ten times the capacity (Gbps) is one and a half more. */
export const lineWidth = (capacity: number | null) =>
  capacity === null || capacity <= 0 ? 2 : Math.min(8, Math.max(1.5, 1.5 * (Math.log10(capacity) + 2)))

/** 1 → '1 Gbps'; 0.155 → '155 Mbps'. */
export const showCapacity = (capacity: number) =>
  capacity >= 1 ? showMeasure(capacity, 'Gbps') : showMeasure(capacity * 1_000, 'Mbps')

export const placeOfStation = ({ latitude, longitude }: MapStation): Point => ({ lat: latitude, lng: longitude })

/** Answers both ends in their given order. */
export const endsOf = (link: MapLink): readonly [Point, Point] => [
  { lat: link.latitude_1, lng: link.longitude_1 },
  { lat: link.latitude_2, lng: link.longitude_2 },
]

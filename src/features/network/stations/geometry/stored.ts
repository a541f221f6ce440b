import type { Obstruction } from '#features/network/stations/geometry/profile.ts'

/** An obstruction as its link stores it: `distance` in km from the first of its two stations. */
export interface StoredObstruction {
  readonly id?: number
  readonly station_1_id: number
  readonly station_2_id: number
  readonly distance: number
  readonly height: number
  readonly ground: number | null
}
type EndIds = readonly [number, number]

/** As many between two stations as a profile takes. */
export const mostObstructions = 20

export const isBetween = ({ station_1_id, station_2_id }: StoredObstruction, [one, other]: EndIds) =>
  (station_1_id === one && station_2_id === other) || (station_1_id === other && station_2_id === one)

/** Those between two stations `length` km apart, in order from the first: those measured from the other are turned. */
export const obstructionsBetween = (
  stored: readonly StoredObstruction[],
  ends: EndIds,
  length: number,
): readonly Obstruction[] =>
  stored
    .filter(each => isBetween(each, ends))
    .map(({ station_1_id, distance, height, ground }) => ({
      at: station_1_id === ends[0] ? distance : Math.max(0, sixth(length - distance)),
      height,
      ground,
    }))
    .toSorted((one, other) => one.at - other.at)
const sixth = (km: number) => Math.round(km * 1e6) / 1e6

/** What a link stores once those between two of its stations are `typed`: what stays the same stays the same line. */
export function withObstructions(
  stored: readonly StoredObstruction[],
  [one, other]: EndIds,
  typed: readonly Obstruction[],
): readonly StoredObstruction[] {
  const left = stored.filter(each => isBetween(each, [one, other]))
  const now = typed.map(({ at, height, ground = null }): StoredObstruction => {
    const same = left.findIndex(
      each =>
        each.station_1_id === one && each.distance === at && each.height === height && (each.ground ?? null) === ground,
    )
    const [before] = same < 0 ? [] : left.splice(same, 1)
    return before ?? { station_1_id: one, station_2_id: other, distance: at, height, ground }
  })
  return [...stored.filter(each => !isBetween(each, [one, other])), ...now]
}

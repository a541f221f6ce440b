import { unpackNumbers } from '#parts/address/packed.ts'

/** The municipalities as outlines.json has them: borders between them once, and of each the borders that go around it. */
export interface PackedOutlines {
  /** Units in a degree. */
  readonly scale: number
  /** From each corner to the next, east and north; the first from nowhere. */
  readonly borders: readonly string[]
  readonly codes: readonly number[]
  /** Rings apart by commas; a border run backwards is written as the complement (`~`) of its number. */
  readonly rings: readonly string[]
}

/** East and north in turn, in units. */
export type Ring = Int32Array

export function cornersOf(packed: string): Ring {
  const steps = Int32Array.from(unpackNumbers(packed))
  for (let at = 2; at < steps.length; at++) steps[at] = (steps[at] ?? 0) + (steps[at - 2] ?? 0)
  return steps
}

export function ringOf(borders: readonly number[], corners: readonly Ring[]): Ring {
  const ring: number[] = []
  for (const each of borders) {
    const along = corners[each < 0 ? -1 - each : each] ?? new Int32Array()
    const last = along.length / 2 - 1
    // Each border ends where the next begins.
    for (let at = 0; at < last; at++) {
      const corner = each < 0 ? last - at : at
      ring.push(along[2 * corner] ?? 0, along[2 * corner + 1] ?? 0)
    }
  }
  return Int32Array.from(ring)
}

export function eachSide(ring: Ring, see: (x1: number, y1: number, x2: number, y2: number) => void) {
  let [x1 = 0, y1 = 0] = ring.subarray(-2)
  for (let at = 0; at < ring.length; at += 2) {
    const [x2, y2] = [ring[at] ?? 0, ring[at + 1] ?? 0]
    see(x1, y1, x2, y2)
    ;[x1, y1] = [x2, y2]
  }
}

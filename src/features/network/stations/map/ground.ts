import { grouped } from '#kernel/grouped.ts'
import type { Feature, FeatureCollection, LineString, MultiPolygon, Point, Position } from 'geojson'
import { cornersOf, eachSide, ringOf, type PackedOutlines, type Ring } from '#parts/address/borders.ts'
import { unpackNumbers } from '#parts/address/packed.ts'

/** The names of municipalities by their IBGE code, and of states by the first two digits of it. */
export type PlaceNames = ReadonlyMap<number, string>

/** What the map draws below the network where no style is configured; in degrees. */
export interface Ground {
  /** All municipalities together. */
  readonly land: Feature<MultiPolygon>
  /** Each border once; `state`: it is one of a state or of the country. */
  readonly borders: FeatureCollection<LineString, { readonly state: boolean }>
  /** A point inside each municipality and state, and its name; `size` in square degrees. */
  readonly names: FeatureCollection<Point, { readonly name: string; readonly state: boolean; readonly size: number }>
}

const stateOf = (code: number) => Math.floor(code / 100_000)

/** The outlines as what is drawn of them. */
export function groundOfOutlines({ scale, borders, codes, rings }: PackedOutlines, names: PlaceNames): Ground {
  const corners = borders.map(cornersOf)
  const placed = (ring: Ring): Position[] => {
    const found: Position[] = []
    for (let at = 0; at < ring.length; at += 2) found.push([(ring[at] ?? 0) / scale, (ring[at + 1] ?? 0) / scale])
    return found
  }
  const towns = codes.map((code, i) => ({
    code,
    rings: (rings[i] ?? '').split(',').map(ring => unpackNumbers(ring)),
  }))
  const sides = sidesOf(towns)
  return {
    land: {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiPolygon',
        coordinates: polygonsOf(coastOf(sides, corners)).map(polygon => polygon.map(ring => closed(placed(ring)))),
      },
    },
    borders: {
      type: 'FeatureCollection',
      features: [...sides].map(([border, { states, runs }]) => ({
        type: 'Feature',
        properties: { state: runs.length === 1 || states.size > 1 },
        geometry: { type: 'LineString', coordinates: placed(corners[border] ?? new Int32Array()) },
      })),
    },
    names: {
      type: 'FeatureCollection',
      features: namesOf(
        towns.map(({ code, rings: all }) => ({ code, rings: all.map(ring => ringOf(ring, corners)) })),
        names,
        scale,
      ),
    },
  }
}

const closed = (ring: readonly Position[]): Position[] => [...ring, ...ring.slice(0, 1)]

/** Of a border: the states it is a border of, and how the municipalities beside it run along it. */
interface BorderSides {
  readonly states: ReadonlySet<number>
  readonly runs: readonly number[]
}
function sidesOf(
  towns: readonly { readonly code: number; readonly rings: readonly (readonly number[])[] }[],
): ReadonlyMap<number, BorderSides> {
  const sides = new Map<number, { states: Set<number>; runs: number[] }>()
  for (const { code, rings } of towns)
    for (const run of rings.flat()) {
      const border = run < 0 ? -1 - run : run
      const known = sides.get(border) ?? { states: new Set(), runs: [] }
      known.states.add(stateOf(code))
      known.runs.push(run)
      sides.set(border, known)
    }
  return sides
}

/** Units within which two ends are one place: where states meet, the mesh has their corners a little apart. */
const slack = 4
const near = Array.from({ length: (2 * slack + 1) ** 2 }, (_, n) => [
  (n % (2 * slack + 1)) - slack,
  Math.floor(n / (2 * slack + 1)) - slack,
]).toSorted(([x1 = 0, y1 = 0], [x2 = 0, y2 = 0]) => x1 ** 2 + y1 ** 2 - x2 ** 2 - y2 ** 2)

/** The rings around all of them: the borders that only one municipality has, each followed by one that begins where it ends. */
function coastOf(sides: ReadonlyMap<number, BorderSides>, corners: readonly Ring[]): readonly Ring[] {
  const from = new Map<string, number[]>()
  const endOf = (run: number, first: boolean) => {
    const along = corners[run < 0 ? -1 - run : run] ?? new Int32Array()
    return first === run < 0 ? along.subarray(-2) : along.subarray(0, 2)
  }
  for (const { runs } of sides.values()) {
    const [run = 0] = runs
    const start = endOf(run, true).join()
    if (runs.length === 1) from.set(start, [...(from.get(start) ?? []), run])
  }
  const nextOf = (run: number) => {
    const [x = 0, y = 0] = endOf(run, false)
    for (const [dx = 0, dy = 0] of near) {
      const next = from.get(`${x + dx},${y + dy}`)?.pop()
      if (next !== undefined) return next
    }
    return undefined
  }
  const rings: Ring[] = []
  for (const starts of from.values())
    for (let run = starts.pop(); run !== undefined; run = starts.pop()) {
      const around: number[] = []
      for (let next: number | undefined = run; next !== undefined; next = nextOf(next)) around.push(next)
      rings.push(ringOf(around, corners))
    }
  return rings
}

/** Twice its area, in square units; below zero where it is run the other way round. */
function twiceArea(ring: Ring): number {
  let sum = 0
  eachSide(ring, (x1, y1, x2, y2) => (sum += x1 * y2 - x2 * y1))
  return sum
}

/** Those that run as the largest does are land, the others are water in the largest: the lagoons that are no municipality's. */
function polygonsOf(rings: readonly Ring[]): readonly (readonly Ring[])[] {
  const sized = rings.map(ring => ({ ring, area: twiceArea(ring) }))
  const [largest] = sized.toSorted((one, other) => Math.abs(other.area) - Math.abs(one.area))
  if (!largest) return []
  const isLand = ({ area }: (typeof sized)[number]) => area > 0 === largest.area > 0
  return sized
    .filter(isLand)
    .map(each => [
      each.ring,
      ...(each === largest ? sized.filter(other => !isLand(other)) : []).map(({ ring }) => ring),
    ])
}

type TownRings = readonly { readonly code: number; readonly rings: readonly Ring[] }[]
function namesOf(towns: TownRings, names: PlaceNames, scale: number): Ground['names']['features'] {
  const points = towns.map(({ code, rings }) => {
    const [largest = new Int32Array()] = rings.toSorted(
      (one, other) => Math.abs(twiceArea(other)) - Math.abs(twiceArea(one)),
    )
    return { code, at: pointInside(largest), size: Math.abs(twiceArea(largest)) / 2 / scale ** 2 }
  })
  const states = grouped(points, ({ code }) => stateOf(code))
  const named = (code: number, [x, y]: readonly [number, number], size: number, state: boolean) => {
    const name = names.get(code)
    return name === undefined
      ? []
      : [
          {
            type: 'Feature' as const,
            properties: { name, state, size },
            geometry: { type: 'Point' as const, coordinates: [x / scale, y / scale] },
          },
        ]
  }
  return [
    ...[...states].flatMap(([code, within]) => {
      const size = within.reduce((sum, each) => sum + each.size, 0)
      const mean = (axis: 0 | 1) => within.reduce((sum, each) => sum + each.at[axis] * each.size, 0) / size
      return named(code, [mean(0), mean(1)], size, true)
    }),
    ...points.flatMap(({ code, at, size }) => named(code, at, size, false)),
  ]
}

/** The middle of the widest stretch of it at the latitude of its centre: inside, whatever its shape. */
function pointInside(ring: Ring): readonly [number, number] {
  let [sum, area] = [0, 0]
  eachSide(ring, (x1, y1, x2, y2) => {
    const piece = x1 * y2 - x2 * y1
    area += piece
    sum += (y1 + y2) * piece
  })
  // Corners have whole units, so a line at half a unit crosses sides and never a corner.
  const y = Math.floor(area ? sum / (3 * area) : (ring[1] ?? 0)) + 0.5
  const crossings: number[] = []
  eachSide(ring, (x1, y1, x2, y2) => {
    if (y1 > y !== y2 > y) crossings.push(((x2 - x1) * (y - y1)) / (y2 - y1) + x1)
  })
  crossings.sort((one, other) => one - other)
  let [west, east] = [ring[0] ?? 0, ring[0] ?? 0]
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [one = 0, other = 0] = crossings.slice(at, at + 2)
    if (other - one > east - west) [west, east] = [one, other]
  }
  return [(west + east) / 2, y]
}

import type { Point } from '#kernel/coordinates.ts'
import { cornersOf, eachSide, ringOf, type PackedOutlines, type Ring } from '#parts/address/borders.ts'
import { unpackNumbers } from '#parts/address/packed.ts'

/**
 * Within these metres the outline cannot decide the side of a border: it has fewer corners than IBGE's mesh, at most 350 m
 * away from it, and that mesh is itself drawn in 1 to 250,000.
 */
export const borderSlack = 500

/** Municipalities by IBGE code, as their outlines have them. */
export interface Outlines {
  /** Where a place is; null at sea, abroad, and on a lagoon that is no municipality's. */
  townAt(at: Point): number | null
  /** How far from a municipality it is: 0 inside, null for one without an outline. */
  metresFrom(at: Point, code: number): number | null
  /** Those it is in, or at most so many metres from; up to some ten kilometres. */
  townsNear(at: Point, metres: number): readonly number[]
}

interface Outline {
  readonly code: number
  readonly rings: readonly Ring[]
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

let opened: Promise<Outlines> | undefined
/** They load at first use and are cached: a megabyte on the disk, some ten in memory. */
export const openOutlines = (): Promise<Outlines> => (opened ??= readOutlines())

async function readOutlines(): Promise<Outlines> {
  const { default: packed } = await import('#parts/address/outlines.json', { with: { type: 'json' } })
  const steps = buildOutlines(packed)
  for (let began = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done) return value
    // All of them in one go take some 300 ms, in which the server would answer nobody.
    if (performance.now() - began < slice) continue
    await new Promise(resolve => setImmediate(resolve))
    began = performance.now()
  }
}
/** Milliseconds. */
const slice = 10

export function outlinesOf(packed: PackedOutlines): Outlines {
  const steps = buildOutlines(packed)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Yields after each border and each municipality, so that its caller may pause there. */
function* buildOutlines({ scale, borders, codes, rings }: PackedOutlines): Generator<void, Outlines, void> {
  const corners: ReturnType<typeof cornersOf>[] = []
  for (const border of borders) {
    corners.push(cornersOf(border))
    yield
  }
  const all: Outline[] = []
  for (const [i, code] of codes.entries()) {
    const ringsOfTown = (rings[i] ?? '').split(',').map(ring => ringOf(unpackNumbers(ring), corners))
    all.push(outlineOf(code, ringsOfTown))
    yield
  }
  const byCode = new Map(all.map(outline => [outline.code, outline]))
  const cells = cellsOf(all, scale)
  return {
    townAt: ({ lat, lng }) => {
      const [x, y] = [lng * scale, lat * scale]
      const found = cells.get(cellOf(Math.floor(lng), Math.floor(lat)))?.find(each => isInside(each, x, y))
      return found?.code ?? null
    },
    metresFrom: ({ lat, lng }, code) => {
      const outline = byCode.get(code)
      if (!outline) return null
      const [x, y] = [lng * scale, lat * scale]
      return isInside(outline, x, y) ? 0 : (unitsFrom(outline, x, y, lat) / scale) * metresADegree
    },
    townsNear: ({ lat, lng }, metres) => {
      const up = metres / metresADegree
      const right = up / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
      const [x, y] = [lng * scale, lat * scale]
      const corners = [-up, up].flatMap(north => [-right, right].map(east => [lng + east, lat + north] as const))
      const squares = new Set(corners.map(([east, north]) => cellOf(Math.floor(east), Math.floor(north))))
      const reaching = new Set([...squares].flatMap(square => cells.get(square) ?? []))
      return [...reaching]
        .filter(each => each.west <= x + right * scale && each.east >= x - right * scale)
        .filter(each => each.south <= y + up * scale && each.north >= y - up * scale)
        .filter(each => isInside(each, x, y) || (unitsFrom(each, x, y, lat) / scale) * metresADegree <= metres)
        .map(({ code }) => code)
    },
  }
}

/** A degree of latitude, in the mean: within half a per cent anywhere. */
const metresADegree = 111_195

function outlineOf(code: number, rings: readonly Ring[]): Outline {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [x = 0, y = 0] = ring.subarray(at, at + 2)
      ;[west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)]
    }
  return { code, rings, west, east, south, north }
}

const cellOf = (lng: number, lat: number) => lng * 1_000 + lat

/** Those that reach into each square of a degree: a place is looked for among a few dozen. */
function cellsOf(all: readonly Outline[], scale: number): ReadonlyMap<number, readonly Outline[]> {
  const cells = new Map<number, Outline[]>()
  for (const outline of all)
    for (let lng = Math.floor(outline.west / scale); lng <= outline.east / scale; lng++)
      for (let lat = Math.floor(outline.south / scale); lat <= outline.north / scale; lat++) {
        const cell = cells.get(cellOf(lng, lat))
        if (cell) cell.push(outline)
        else cells.set(cellOf(lng, lat), [outline])
      }
  return cells
}

/** Whether a line from there to the east crosses its rings an odd number of times. */
function isInside({ rings, west, east, south, north }: Outline, x: number, y: number): boolean {
  if (x < west || x > east || y < south || y > north) return false
  let inside = false
  for (const ring of rings)
    eachSide(ring, (x1, y1, x2, y2) => {
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    })
  return inside
}

/** To the nearest of its sides, over ground that is flat so near: a degree to the east is shorter than one to the north. */
function unitsFrom({ rings }: Outline, x: number, y: number, lat: number): number {
  const narrow = Math.cos((lat * Math.PI) / 180)
  let nearest = Infinity
  for (const ring of rings)
    eachSide(ring, (x1, y1, x2, y2) => {
      const [ax, ay] = [(x1 - x) * narrow, y1 - y]
      const [dx, dy] = [(x2 - x1) * narrow, y2 - y1]
      const length = dx * dx + dy * dy
      const along = length ? Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length)) : 0
      nearest = Math.min(nearest, Math.hypot(ax + along * dx, ay + along * dy))
    })
  return nearest
}

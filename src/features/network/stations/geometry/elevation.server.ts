import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Point } from '#kernel/coordinates.ts'

/** Samples on a side of a tile, by its size in bytes: of three seconds of arc each, and of one. */
const sides: ReadonlyMap<number, number> = new Map([1_201, 3_601].map(side => [side * side * 2, side]))
/** Tiles have it where nothing was measured. */
const blank = -32_768

interface ElevationTile {
  readonly file: FileHandle
  readonly side: number
}

/**
 * The ground under each place, in metres above the sea, from the tiles in a folder: SRTM's HGT, a degree of latitude by one
 * of longitude, named by its south-west corner, rows from north to south, big-endian (USGS, SRTM Topography). Between samples
 * it is bilinear; null where there is no tile, the tile has another size, or a sample was not measured. Of a file four
 * samples are read for each place.
 */
export async function groundUnder(folder: string, places: readonly Point[]): Promise<readonly (number | null)[]> {
  const tiles = new Map<string, Promise<ElevationTile | null>>()
  const tileAt = (south: number, west: number) => {
    const name = tileName(south, west)
    const found = tiles.get(name) ?? openTile(join(folder, name))
    tiles.set(name, found)
    return found
  }
  try {
    const grounds: (number | null)[] = []
    // One after another: a link asks for a thousand, and others read files too.
    for (const place of places) grounds.push(await groundIn(place, tileAt))
    return grounds
  } finally {
    await Promise.all([...tiles.values()].map(async tile => (await tile)?.file.close()))
  }
}

/** (-23, -47) → 'S23W047.hgt': of whole numbers alone, so that no name leads out of the folder. */
export function tileName(south: number, west: number): string {
  if (!Number.isInteger(south) || !Number.isInteger(west)) throw new Error('a tile is named by whole degrees')
  const [lat, lng] = [String(Math.abs(south)).padStart(2, '0'), String(Math.abs(west)).padStart(3, '0')]
  return `${south < 0 ? 'S' : 'N'}${lat}${west < 0 ? 'W' : 'E'}${lng}.hgt`
}

async function openTile(path: string): Promise<ElevationTile | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  const side = sides.get((await file.stat()).size)
  if (side) return { file, side }
  await file.close()
  return null
}

async function groundIn(
  { lat, lng }: Point,
  tileAt: (south: number, west: number) => Promise<ElevationTile | null>,
): Promise<number | null> {
  // What lies on a border is in the tiles of both sides: either may be missing.
  for (const south of cornersOf(lat))
    for (const west of cornersOf(lng)) {
      const tile = await tileAt(south, west)
      const ground = tile && (await groundOn(tile, lat - south, lng - west))
      if (ground !== null) return ground
    }
  return null
}

const cornersOf = (degrees: number) => (Number.isInteger(degrees) ? [degrees, degrees - 1] : [Math.floor(degrees)])

/** `north` and `east` of its corner, from 0 to 1. */
async function groundOn({ file, side }: ElevationTile, north: number, east: number): Promise<number | null> {
  const [down, right] = [(1 - north) * (side - 1), east * (side - 1)]
  const [row, column] = [down, right].map(at => Math.min(Math.floor(at), side - 2))
  if (row === undefined || column === undefined) return null
  const [upper, lower] = await Promise.all([row, row + 1].map(at => pairAt(file, (at * side + column) * 2)))
  const [y, x] = [down - row, right - column]
  const corners = [
    [upper?.[0] ?? blank, (1 - x) * (1 - y)],
    [upper?.[1] ?? blank, x * (1 - y)],
    [lower?.[0] ?? blank, (1 - x) * y],
    [lower?.[1] ?? blank, x * y],
  ] as const
  // An unmeasured sample matters only if it has a share.
  const asked = corners.filter(([, share]) => share > 0)
  return asked.some(([height]) => height === blank)
    ? null
    : asked.reduce((sum, [height, share]) => sum + height * share, 0)
}

/** Two samples side by side. */
async function pairAt(file: FileHandle, position: number): Promise<readonly [number, number]> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, position)
  return bytesRead < 4 ? [blank, blank] : [buffer.readInt16BE(0), buffer.readInt16BE(2)]
}

// Makes src/parts/address/outlines.json of IBGE's municipal mesh: `node --import tsx scripts/outlines.ts <folder>`. The folder holds a
// GeoJSON for each state as IBGE's service of meshes answers it, with the municipality's code under `codarea`, `CD_MUN` or `id`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { packNumbers } from '#parts/address/packed.ts'

/** Degrees a border may be away from where the mesh has it: 330 m. */
const tolerance = 0.003
/** Units in a degree: a corner is written to 55 m. */
const scale = 2_000
/** Units in a degree by which corners of neighbours are told to be the same. */
const fine = 100_000

type Corner = readonly [lng: number, lat: number]
const ring = z.array(z.tuple([z.number(), z.number()]).rest(z.number()))
const mesh = z.object({
  features: z.array(
    z.object({
      properties: z.record(z.string(), z.unknown()),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
      ]),
    }),
  ),
})

/** The rings of each municipality, without the corner that closes them. */
function readMesh(folder: string): ReadonlyMap<number, readonly (readonly Corner[])[]> {
  const known = new Set(municipalities().map(({ ibge }) => ibge))
  const towns = new Map<number, readonly (readonly Corner[])[]>()
  for (const file of readdirSync(folder).filter(name => name.endsWith('.json')))
    for (const { properties, geometry } of mesh.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).features) {
      const code = Number(properties.codarea ?? properties.CD_MUN ?? properties.id)
      if (!known.has(code)) continue
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      towns.set(
        code,
        polygons.flat().map(corners => corners.map(([lng, lat]): Corner => [lng, lat]).filter(isFresh)),
      )
    }
  return towns
}
const keyOf = ([lng, lat]: Corner) => `${Math.round(lng * fine)} ${Math.round(lat * fine)}`
/** Not the one before it again, which at the first is the last. */
const isFresh = (corner: Corner, at: number, all: readonly Corner[]) =>
  keyOf(corner) !== keyOf(all.at(at - 1) ?? [0, 0])

/** Corners where borders meet: their neighbours differ from one ring to another. */
function meetingsOf(rings: readonly (readonly Corner[])[]): ReadonlySet<string> {
  const beside = new Map<string, string>()
  const meetings = new Set<string>()
  for (const each of rings)
    each.forEach((corner, at) => {
      const key = keyOf(corner)
      const both = [each.at(at - 1) ?? corner, each[(at + 1) % each.length] ?? corner].map(keyOf).toSorted().join('|')
      if ((beside.get(key) ?? both) !== both) meetings.add(key)
      beside.set(key, both)
    })
  return meetings
}

/** A ring as the borders it is made of, each from one meeting to the next; an island is cut in two. */
function cut(ringOf: readonly Corner[], meetings: ReadonlySet<string>): readonly (readonly Corner[])[] {
  const found = ringOf.flatMap((corner, at) => (meetings.has(keyOf(corner)) ? [at] : []))
  const [first = 0] = found
  const cuts =
    found.length > 1
      ? found
      : [first, (first + Math.floor(ringOf.length / 2)) % ringOf.length].toSorted((a, b) => a - b)
  const turned = [...ringOf, ...ringOf]
  return cuts.map((from, i) => turned.slice(from, (cuts[i + 1] ?? (cuts[0] ?? 0) + ringOf.length) + 1))
}

/** The corners without which a border would stray farther than the tolerance (Douglas and Peucker, 1973). */
function simplified(border: readonly Corner[]): readonly Corner[] {
  const [first, last] = [border[0], border.at(-1)]
  if (!first || !last || border.length < 3) return border
  let [farthest, split] = [0, 0]
  for (let at = 1; at < border.length - 1; at++) {
    const away = awayFrom(border[at] ?? first, first, last)
    if (away > farthest) [farthest, split] = [away, at]
  }
  if (farthest <= tolerance) return [first, last]
  return [...simplified(border.slice(0, split + 1)).slice(0, -1), ...simplified(border.slice(split))]
}

/** Degrees of latitude from a corner to the line between two others. */
function awayFrom([x, y]: Corner, [x1, y1]: Corner, [x2, y2]: Corner): number {
  const narrow = Math.cos((y1 * Math.PI) / 180)
  const [ax, ay, dx, dy] = [(x - x1) * narrow, y - y1, (x2 - x1) * narrow, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length ? Math.min(1, Math.max(0, (ax * dx + ay * dy) / length)) : 0
  return Math.hypot(ax - along * dx, ay - along * dy)
}

const units = ([lng, lat]: Corner) => [Math.round(lng * scale), Math.round(lat * scale)] as const
/** From each corner to the next; those that fall on the one before are left out. */
function stepsOf(border: readonly Corner[]): readonly number[] {
  let [x, y] = [0, 0]
  return border.flatMap((corner, at) => {
    const [nextX, nextY] = units(corner)
    if (at > 0 && at < border.length - 1 && nextX === x && nextY === y) return []
    const step = [nextX - x, nextY - y]
    ;[x, y] = [nextX, nextY]
    return step
  })
}

/** How far a ring reaches: an islet smaller than the tolerance is left out, unless it is all there is. */
function reachOf(corners: readonly Corner[]): number {
  const [lngs, lats] = [corners.map(([lng]) => lng), corners.map(([, lat]) => lat)]
  return Math.max(Math.max(...lngs) - Math.min(...lngs), Math.max(...lats) - Math.min(...lats))
}

function pack(towns: ReturnType<typeof readMesh>) {
  const kept = [...towns]
    .toSorted(([one], [other]) => one - other)
    .map(([code, rings]) => {
      const large = rings.filter(each => each.length > 2 && reachOf(each) > 2 * tolerance)
      return [code, large.length ? large : rings.toSorted((a, b) => reachOf(b) - reachOf(a)).slice(0, 1)] as const
    })
  const meetings = meetingsOf(kept.flatMap(([, rings]) => rings))
  const borders: string[] = []
  const known = new Map<string, number>()
  const numberOf = (border: readonly Corner[]) => {
    const [there, back] = [border, border.toReversed()].map(each => each.map(keyOf).join('|'))
    const at = known.get(there ?? '')
    if (at !== undefined) return at
    const turned = known.get(back ?? '')
    if (turned !== undefined) return -1 - turned
    known.set(there ?? '', borders.length)
    return borders.push(packNumbers(stepsOf(simplified(border)))) - 1
  }
  const rings = kept.map(([, all]) => all.map(each => packNumbers(cut(each, meetings).map(numberOf))).join(','))
  return {
    source: 'IBGE, malha municipal, simplificada; de geodata-br (CC0 1.0)',
    scale,
    borders,
    codes: kept.map(([code]) => code),
    rings,
  }
}

const [folder = ''] = process.argv.slice(2)
const towns = readMesh(folder)
const missing = municipalities().filter(({ ibge }) => !towns.has(ibge))
for (const { ibge, name, uf } of missing) console.warn(`sem contorno: ${ibge} ${name}/${uf}`)
const file = new URL('../src/parts/address/outlines.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(pack(towns))}\n`)
console.log(`${towns.size} municípios`)

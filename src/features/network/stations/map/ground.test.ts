import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'
import { getStates } from '@brazilian-utils/brazilian-utils/get-states'
import type { Position } from 'geojson'
import { expect, test } from 'vitest'
import { groundOfOutlines } from '#features/network/stations/map/ground.ts'
import packed from '#parts/address/outlines.json' with { type: 'json' }
import { openOutlines } from '#parts/address/outlines.server.ts'

const states = getStates()
const names = new Map([
  ...states.map(({ ibgeCode, name }) => [Number(ibgeCode), name] as const),
  ...getMunicipalities().map(({ code, name }) => [Number(code), name] as const),
])
const ground = groundOfOutlines(packed, names)

/** Whether a line from there to the east crosses these rings an odd number of times. */
const isIn = (rings: readonly (readonly Position[])[], [x = 0, y = 0]: Position) =>
  rings.reduce((inside, ring) => {
    let within = inside
    ring.forEach(([x1 = 0, y1 = 0], at) => {
      const [x2 = 0, y2 = 0] = ring[at + 1] ?? [x1, y1]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within
    })
    return within
  }, false)

test('each municipality is named at a place inside its own outline, and each state once', async () => {
  const outlines = await openOutlines()
  const towns = ground.names.features.filter(({ properties }) => !properties.state)
  expect(towns).toHaveLength(packed.codes.length)
  const strays = towns.filter(({ properties: { name }, geometry }) => {
    const [lng = 0, lat = 0] = geometry.coordinates
    return names.get(outlines.townAt({ lat, lng }) ?? 0) !== name
  })
  expect(strays.map(({ properties }) => properties.name)).toEqual([])
  const named = ground.names.features.filter(({ properties }) => properties.state)
  expect(named.map(({ properties }) => properties.name).toSorted()).toEqual(states.map(({ name }) => name).toSorted())
})

test('the land is closed rings, with every municipality on it and the sea and the lagoons outside', () => {
  const { coordinates } = ground.land.geometry
  const rings = coordinates.flat()
  for (const ring of rings) expect(ring[0]).toEqual(ring.at(-1))
  const strays = ground.names.features.filter(
    ({ properties, geometry }) => !properties.state && !isIn(rings, geometry.coordinates),
  )
  expect(strays.map(({ properties }) => properties.name)).toEqual([])
  const water = [
    [-40, -25],
    [-51.2, -31.2],
    [-53.3, -32.9],
  ]
  expect(water.filter(at => isIn(rings, at))).toEqual([])
  // A lagoon is a hole in the land it lies in: as a polygon of its own it would be drawn as an island.
  const holes = coordinates.flatMap(([outer = [], ...inner]) => inner.map(hole => [outer, hole] as const))
  expect(holes.length).toBeGreaterThan(0)
  for (const [outer, [corner = []]] of holes) {
    const beside = [0.0001, -0.0001].map(step => [(corner[0] ?? 0) + step, (corner[1] ?? 0) + step])
    expect(beside.some(at => isIn([outer], at))).toBe(true)
  }
})

test('a border is drawn once, and those of states are told from those between municipalities', () => {
  const { features } = ground.borders
  expect(features).toHaveLength(packed.borders.length)
  const some = features.filter(({ properties }) => properties.state).length
  expect(some).toBeGreaterThan(2_000)
  expect(some).toBeLessThan(features.length / 4)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { groundUnder, tileName } from '#features/network/stations/geometry/elevation.server.ts'

const side = 1_201
let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'tiles-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A tile whose heights are told by row and column, rows from the north. */
function lay(name: string, heightOf: (row: number, column: number) => number) {
  const bytes = Buffer.alloc(side * side * 2)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) bytes.writeInt16BE(heightOf(row, column), (row * side + column) * 2)
  writeFileSync(join(folder, name), bytes)
}
/** At a sample of the tile whose corner is 23° S 47° W, or between two. */
const at = (row: number, column: number) => ({ lat: -22 - row / (side - 1), lng: -47 + column / (side - 1) })
const ground = async (...places: { lat: number; lng: number }[]) => groundUnder(folder, places)

test.each([
  [-23, -47, 'S23W047.hgt'],
  [0, 0, 'N00E000.hgt'],
  [2, -61, 'N02W061.hgt'],
  [-1, 179, 'S01E179.hgt'],
])('the tile of %d, %d is %s', (south, west, name) => expect(tileName(south, west)).toBe(name))

test('a name is made of whole degrees alone', () => expect(() => tileName(Number.NaN, -47)).toThrow())

test('between samples the ground is bilinear, from the north down', async () => {
  lay('S23W047.hgt', (row, column) => 2 * row + 10 * (column % 100))
  const [sample, right, below, between] = await ground(at(10, 20), at(10, 20.5), at(10.25, 20), at(300.5, 40.5))
  expect(sample).toBeCloseTo(220, 4)
  expect(right).toBeCloseTo(225, 4)
  expect(below).toBeCloseTo(220.5, 4)
  expect(between).toBeCloseTo(1_006, 4)
})

test('the corners of a tile are in it', async () => {
  lay('S23W047.hgt', (row, column) => row + 2 * column)
  const [northWest, southEast] = await ground(at(0, 0), at(side - 1, side - 1))
  expect([northWest, southEast]).toEqual([0, 3_600])
})

test('on a border either tile tells; where there is neither, nothing is told', async () => {
  // The northern neighbour is not there: 22° S is the upper row of this one.
  lay('S23W047.hgt', () => 500)
  expect(await ground({ lat: -22, lng: -46.5 }, { lat: -22.5, lng: -46 })).toEqual([500, 500])
  expect(await ground({ lat: -21.999, lng: -46.5 }, { lat: -22.5, lng: -45.999 })).toEqual([null, null])
})

test('over a border the ground goes on', async () => {
  lay('S23W047.hgt', row => (row === 0 ? 700 : 600))
  lay('S22W047.hgt', row => (row === side - 1 ? 700 : 800))
  const step = 1 / (side - 1) / 2
  const [south, on, north] = await ground(
    { lat: -22 - step, lng: -46.5 },
    { lat: -22, lng: -46.5 },
    { lat: -22 + step, lng: -46.5 },
  )
  expect(south).toBeCloseTo(650, 4)
  expect(on).toBe(700)
  expect(north).toBeCloseTo(750, 4)
})

test('what was not measured is not known, as far as it is asked for', async () => {
  lay('S23W047.hgt', (row, column) => (row === 600 && column === 600 ? -32_768 : -3))
  expect(await ground(at(600.5, 600.5), at(599.5, 599.5))).toEqual([null, null])
  const [beside] = await ground(at(600.5, 602.5))
  expect(beside).toBeCloseTo(-3, 6)
})

test('a file of another size is no tile', async () => {
  writeFileSync(join(folder, 'S23W047.hgt'), Buffer.alloc(1_000))
  expect(await ground(at(10, 10))).toEqual([null])
})

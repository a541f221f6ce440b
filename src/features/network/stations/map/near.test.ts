import { expect, test } from 'vitest'
import {
  boxOf,
  isWithin,
  metresAlong,
  metresApart,
  ringAround,
  showDistance,
} from '#features/network/stations/map/near.ts'

const saoPaulo = { lat: -23.5505, lng: -46.6333 }
const rio = { lat: -22.9068, lng: -43.1729 }

test('from São Paulo to Rio it is 361 km, there and back', () => {
  expect(metresApart(saoPaulo, rio) / 1_000).toBeCloseTo(361.261, 3)
  expect(metresApart(rio, saoPaulo)).toBeCloseTo(metresApart(saoPaulo, rio), 6)
  expect(metresApart(rio, rio)).toBe(0)
  expect(metresAlong([saoPaulo, rio, saoPaulo])).toBeCloseTo(2 * metresApart(saoPaulo, rio), 6)
  expect(metresAlong([rio])).toBe(0)
})

test('a circle is as far from its middle all around, and closed', () => {
  const ring = ringAround(rio, 5_000)
  for (const [lng, lat] of ring) expect(Math.abs(metresApart(rio, { lat, lng }) - 5_000)).toBeLessThan(0.001)
  expect(ring[0]?.[1]).toBeCloseTo(ring.at(-1)?.[1] ?? 0, 9)
})

test('distances are read in metres near by, and in kilometres further away', () => {
  expect([0, 839.6, 12_340, 360_700].map(showDistance)).toEqual([
    '0\u00a0m',
    '840\u00a0m',
    '12,3\u00a0km',
    '361\u00a0km',
  ])
})

test('a box holds the points it was made of', () => {
  const box = boxOf([saoPaulo, rio])
  expect(box && [saoPaulo, rio].every(point => isWithin(point, box))).toBe(true)
  expect(box && isWithin({ lat: 0, lng: -45 }, box)).toBe(false)
  expect(boxOf([])).toBeNull()
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { municipalities } from '#features/network/cities/municipalities.server.ts'
import { coordinates } from '#features/platform/demo/regions.ts'
import { borderSlack, openOutlines, outlinesOf } from '#parts/address/outlines.server.ts'
import { packNumbers, unpackNumbers } from '#parts/address/packed.ts'

/** The 27 capitals, by the middle of each as maps have it. */
const capitals = [
  [1100205, -8.7612, -63.9004],
  [1200401, -9.9747, -67.81],
  [1302603, -3.119, -60.0217],
  [1400100, 2.8235, -60.6758],
  [1501402, -1.4558, -48.4902],
  [1600303, 0.0349, -51.0694],
  [1721000, -10.184, -48.3336],
  [2111300, -2.5307, -44.3068],
  [2211001, -5.0892, -42.8019],
  [2304400, -3.7319, -38.5267],
  [2408102, -5.7945, -35.211],
  [2507507, -7.1195, -34.845],
  [2611606, -8.0476, -34.877],
  [2704302, -9.6498, -35.7089],
  [2800308, -10.9472, -37.0731],
  [2927408, -12.9718, -38.5011],
  [3106200, -19.9167, -43.9345],
  [3205309, -20.3155, -40.3128],
  [3304557, -22.9068, -43.1729],
  [3550308, -23.5505, -46.6333],
  [4106902, -25.4284, -49.2733],
  [4205407, -27.5954, -48.548],
  [4314902, -30.0346, -51.2177],
  [5002704, -20.4697, -54.6201],
  [5103403, -15.6014, -56.0979],
  [5208707, -16.6869, -49.2648],
  [5300108, -15.7939, -47.8828],
] as const
/** Towns beside a large one, and the one they are not. */
const neighbours = [
  [3534401, -23.5325, -46.7917, 3550308],
  [3303302, -22.8832, -43.1034, 3304557],
  [2609600, -8.0089, -34.8553, 2611606],
  [3118601, -19.9321, -44.0539, 3106200],
  [3554805, -22.9571, -45.5475, 3554102],
] as const

test('numbers are packed and come back as they were, and what was never packed is refused', () => {
  const numbers = [0, 1, -1, 15, -16, 16, 31, -32, 1_023, -1_024, 123_456_789, -987_654_321]
  expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers)
  expect(packNumbers([0, -1, 15])).toHaveLength(3)
  expect(() => unpackNumbers('a!')).toThrow('stands in no packed number')
})

test('every capital is in its own municipality, and its neighbours in theirs', async () => {
  const outlines = await openOutlines()
  const wrong = capitals.filter(([code, lat, lng]) => outlines.townAt({ lat, lng }) !== code)
  expect(wrong).toEqual([])
  for (const [code, lat, lng, other] of neighbours) {
    expect([code, outlines.townAt({ lat, lng })]).toEqual([code, code])
    expect(outlines.metresFrom({ lat, lng }, code)).toBe(0)
    expect(outlines.metresFrom({ lat, lng }, other)).toBeGreaterThan(borderSlack)
  }
})

test('the towns of the demonstration are where it says', async () => {
  const outlines = await openOutlines()
  const places = Object.entries(coordinates)
  expect(places.length).toBeGreaterThan(60)
  expect(places.filter(([code, [lat, lng]]) => outlines.townAt({ lat, lng }) !== Number(code))).toEqual([])
})

test('at sea and abroad there is no municipality, and of one without an outline nothing is told', async () => {
  const outlines = await openOutlines()
  for (const [lat, lng] of [
    [-24, -43],
    [-34.6037, -58.3816],
    [0, 0],
    [90, 180],
    [-90, -180],
  ] as const)
    expect(outlines.townAt({ lat, lng })).toBeNull()
  expect(outlines.metresFrom({ lat: -23.5, lng: -46.6 }, 1)).toBeNull()
})

test('nearly every municipality has an outline, in a file that is read at once', async () => {
  const outlines = await openOutlines()
  const without = municipalities().filter(({ ibge }) => outlines.metresFrom({ lat: 0, lng: 0 }, ibge) === null)
  expect(without.length).toBeLessThan(10)
  expect(readFileSync(new URL('outlines.json', import.meta.url)).length).toBeLessThan(1_500_000)
})

test('an outline of two squares side by side tells them apart, and how far one is from the other', () => {
  // A degree each: a border between them, run up by the first and down by the second.
  const outlines = outlinesOf({
    scale: 10,
    borders: [
      [-490, -200, 0, 10],
      [-490, -190, -10, 0, 0, -10, 10, 0],
      [-490, -200, 10, 0, 0, 10, -10, 0],
    ].map(packNumbers),
    codes: [1, 2],
    rings: [
      [0, 1],
      [-1, 2],
    ].map(packNumbers),
  })
  expect(outlines.townAt({ lat: -19.5, lng: -49.5 })).toBe(1)
  expect(outlines.townAt({ lat: -19.5, lng: -48.5 })).toBe(2)
  expect(outlines.townAt({ lat: -18.5, lng: -48.5 })).toBeNull()
  // Two hundredths of a degree of longitude, at nineteen and a half degrees south.
  const metres = outlines.metresFrom({ lat: -19.5, lng: -48.98 }, 1) ?? 0
  expect(metres).toBeGreaterThan(2_000)
  expect(metres).toBeLessThan(2_200)
})

test('the municipalities near a place are those that lie at most so far from it, and no other', async () => {
  const outlines = await openOutlines()
  const codes = municipalities().map(({ ibge }) => ibge)
  // A border, where three meet, the edge of a degree, the coast, the sea, and far from all borders.
  const places = [
    [-22.9, -46.87],
    [-23.0003, -46.9998],
    [-22.0, -47.0],
    [-22.971, -43.187],
    [-24.3, -45.2],
    [-3.2, -64.5],
  ] as const
  for (const [lat, lng] of places)
    for (const metres of [0, 1_000, 9_000]) {
      const near = codes.filter(code => (outlines.metresFrom({ lat, lng }, code) ?? Infinity) <= metres)
      expect(outlines.townsNear({ lat, lng }, metres).toSorted(), `${lat} ${lng} ${metres}`).toEqual(near.toSorted())
    }
})

import { expect, test } from 'vitest'
import { lineString } from '#features/network/stations/geometry/wkt.ts'
import { earthBulge, elevationAngle, freeSpaceLoss, fresnelRadius } from '#features/network/stations/geometry/radio.ts'

test.each([
  // US Army correspondence course SS0121, lesson on SHF: 16 and 24 km, 4 GHz, 'about 27 meters'.
  [16, 24, 4, 27, 0],
  // Wireless Networking in the Developing World, 3rd ed., ch. 'Radio waves': 2 km, channel 6, in the middle 7,84 m.
  [1, 1, 2.437, 7.84, 2],
])('at %d and %d km, %d GHz, the first zone is %d m wide', (one, other, frequency, radius, digits) =>
  expect(fresnelRadius(one, other, frequency)).toBeCloseTo(radius, digits),
)

test('the first zone is the engineers’ 17,3 √(d1 d2 / f d) (ITU-R P.530), and nothing at the ends', () => {
  for (const [one, other, frequency] of [
    [3, 17, 7.5],
    [20, 25, 0.45],
    [0.4, 0.8, 80],
  ] as const)
    expect(
      fresnelRadius(one, other, frequency) / (17.3 * Math.sqrt((one * other) / (frequency * (one + other)))),
    ).toBeCloseTo(1, 2)
  expect([fresnelRadius(0, 10, 6), fresnelRadius(10, 0, 6)]).toEqual([0, 0])
})

test.each([
  // Proxim, Lynx.GX manual, appendix A: h = d1 d2 / 1,5 k, in feet and miles; 15 and 15 miles are 112,5 ft with 4/3.
  [15 * 1.609344, 15 * 1.609344, 4 / 3, 112.5 * 0.3048],
  [15 * 1.609344, 15 * 1.609344, 1, 150 * 0.3048],
  // Of d1 d2 / 12,74 k, in metres and km, as microwave handbooks write it: 40 km in the middle.
  [20, 20, 4 / 3, 400 / (12.74 * (4 / 3))],
  [20, 20, 2 / 3, 400 / (12.74 * (2 / 3))],
])('at %d and %d km, with k = %d, the Earth bulges %d m', (one, other, factor, bulge) =>
  expect(earthBulge(one, other, factor) / bulge).toBeCloseTo(1, 2),
)

test.each([
  // Stallings, Data and Computer Communications: 4 GHz to a synchronous satellite 35 863 km away.
  [35_863, 4, 195.6, 1],
  // Tutorialsweb, downlink path loss: 37 000 km, 3,95 GHz; the example rounds the speed of light to 3 · 10⁸.
  [37_000, 3.95, 195.73, 0],
  // ITU-R P.525-4, equation 4: 32,4 + 20 log f + 20 log d, in MHz and km.
  [1, 2.4, 32.4 + 20 * Math.log10(2_400), 1],
  [50, 7.5, 32.4 + 20 * Math.log10(7_500) + 20 * Math.log10(50), 1],
])('over %d km at %d GHz %d dB are lost', (distance, frequency, loss, digits) =>
  expect(Math.abs(freeSpaceLoss(distance, frequency) - loss)).toBeLessThan(digits ? 0.1 : 0.5),
)

test('the higher antenna looks down as the Earth bends: of two alike, each looks a little down', () => {
  // 50 km on 8 495 km: half the angle between the plumb lines.
  const half = ((50 / ((4 / 3) * 6_371) / 2) * 180) / Math.PI
  expect(elevationAngle(100, 100, 50)).toBeCloseTo(-half, 4)
  // Ten metres in a kilometre are 0,573°, on a short path that hardly bends.
  expect(elevationAngle(700, 710, 1)).toBeCloseTo(0.573 - 0.0034, 3)
  expect(elevationAngle(700, 710, 1) + elevationAngle(710, 700, 1)).toBeCloseTo(-0.0067, 3)
})

test('a path is written longitude first, with six decimals and its frame', () => {
  const places = [
    { lat: -22.906, lng: -47.0606 },
    { lat: 0.0000001, lng: -0.0000001 },
  ]
  expect(lineString(places)).toBe('SRID=4674;LINESTRING(-47.060600 -22.906000, 0.000000 0.000000)')
  expect(lineString(places, 4326)).toMatch(/^SRID=4326;/)
})

import { describe, expect, test } from 'vitest'
import { pathBetween, placesAlong } from '#features/network/stations/geometry/geodesic.ts'

// lat, lng, azimuth · lat, lng, azimuth of arrival · metres. Karney's, of the tests GeographicLib is published with, which are
// lines of his GeodTest.dat (doi:10.5281/zenodo.32156).
const karney = [
  [35.60777, -139.44815, 111.09874842956, -11.17491, -69.95921, 129.289270889709, 8935244.5604818],
  [55.52454, 106.05087, 22.020059880983, 77.03196, 197.18234, 109.112041110672, 4105086.1713924],
  [-21.97856, 142.59065, -32.444568764332, 41.84138, 98.56635, -41.843599514405, 8394328.8946577],
  [-66.99028, 112.2363, 173.734912408784, -12.70631, 285.90344, 2.512956620914, 11150344.231208],
  [-17.42761, 173.34268, -159.033557661193, -15.84784, 5.93557, -20.787484651537, 16076603.1631181],
  [32.84994, 48.28919, 150.492927788122, -56.28556, 202.29132, 48.113449399817, 16727068.9438164],
  [-50.56724, -16.30485, -105.43967990759, -33.56571, -94.97412, -47.34854783565, 6455670.5118669],
  [-68.82867, -74.28391, 93.774347763115, -50.63005, -8.36685, 34.655640854113, 3956936.9260635],
  [-19.79938, -174.47484, 71.167275780172, -11.99349, -154.35109, 65.589099775199, 2319004.8601169],
  [-41.22777, 122.32875, 14.285113402276, -7.57291, 130.37946, 10.805303085187, 3812686.035106],
  [-29.47124, 95.14681, -163.779130441688, -27.46601, -69.15955, -15.909335945555, 13487015.8381145],
] as const

/** A direction as people say it, from 0 to less than 360. */
const whole = (degrees: number) => (degrees + 720) % 360
/** Half a metre in a hundred kilometres. */
const allowed = (distance: number) => Math.max(0.000_5, (distance / 100_000) * 0.5)

describe.each(karney)('%d %d, %d → %d %d, %d: %d m', (lat, lng, there, lat2, lng2, arrived, distance) => {
  const [from, to] = [
    { lat, lng },
    { lat: lat2, lng: lng2 },
  ]

  test('is as long as published, and seen where it is', () => {
    const path = pathBetween(from, to)
    expect(Math.abs(path.distance - distance)).toBeLessThan(allowed(distance))
    // Nothing of it is lost: the figures agree far beyond what is asked.
    expect(path.distance).toBeCloseTo(distance, 6)
    expect(Math.abs((path.azimuths?.[0] ?? NaN) - whole(there))).toBeLessThan(0.01)
    expect(Math.abs((path.azimuths?.[1] ?? NaN) - whole(arrived + 180))).toBeLessThan(0.01)
  })

  test('its middle is as far from either end', () => {
    const { midpoint } = pathBetween(from, to)
    expect(pathBetween(from, midpoint).distance).toBeCloseTo(distance / 2, 3)
    expect(pathBetween(midpoint, to).distance).toBeCloseTo(distance / 2, 3)
  })
})

test('Flinders Peak sees Buninyong as the geodesists of Australia say (GDA technical manual, ICSM, 54 972,271 m)', () => {
  const degrees = (d: number, m: number, s: number) => Math.sign(d) * (Math.abs(d) + m / 60 + s / 3_600)
  const path = pathBetween(
    { lat: degrees(-37, 57, 3.7203), lng: degrees(144, 25, 29.5244) },
    { lat: degrees(-37, 39, 10.1561), lng: degrees(143, 55, 35.3839) },
  )
  expect(path.distance).toBeCloseTo(54_972.271, 3)
  expect(path.azimuths?.[0] ?? NaN).toBeCloseTo(degrees(306, 52, 5.37), 4)
  expect(path.azimuths?.[1] ?? NaN).toBeCloseTo(degrees(127, 10, 25.07), 4)
})

// GeodSolve0, 4 and 33 of the same tests: as far as they are published.
test.each([
  [40.6, -73.8, 49.01666667, 2.55, 5_853_226, 0.5],
  [36.493349428792, 0, 36.49334942879201, 0.0000008, 0.072, 0.000_5],
  [0, 0, 0, 179, 19_926_189, 0.5],
  [0, 0, 1, 180, 19_893_357, 0.5],
])('from %d %d to %d %d there are %d m', (lat, lng, lat2, lng2, distance, off) =>
  expect(Math.abs(pathBetween({ lat, lng }, { lat: lat2, lng: lng2 }).distance - distance)).toBeLessThan(off),
)

test('of a place and itself there is no direction', () => {
  const at = { lat: -22.906, lng: -47.0606 }
  expect(pathBetween(at, at)).toMatchObject({ distance: 0, azimuths: null })
})

test('places along a line stand at equal steps, its ends as they were given', () => {
  const [from, to] = [
    { lat: -22.906, lng: -47.0606 },
    { lat: -23.2, lng: -46.88 },
  ]
  const places = placesAlong(from, to, 8)
  expect([places[0], places.at(-1), places.length]).toEqual([from, to, 9])
  const { distance } = pathBetween(from, to)
  for (const [i, place] of places.entries())
    expect(pathBetween(from, place).distance).toBeCloseTo((distance * i) / 8, 4)
})

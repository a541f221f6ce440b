import { describe, expect, test } from 'vitest'
import { profileOf, type ProfileGiven } from '#features/network/stations/geometry/profile.ts'
import { fresnelRadius } from '#features/network/stations/geometry/radio.ts'
import { pictureOf, ticksOf } from '#features/network/stations/geometry/picture.ts'
import { obstructionsBetween, withObstructions } from '#features/network/stations/geometry/stored.ts'
import { clearanceInWords } from '#features/network/stations/geometry/words.ts'
import { obstructionsIn, obstructionsText, reckonProfile } from '#features/network/stations/geometry/reckon.ts'

/** Ten km over a plain 600 m high, sampled each 100 m. */
const plain = (more: Partial<ProfileGiven> = {}): ProfileGiven => ({
  distance: 10,
  ends: [
    { ground: 600, height: 30 },
    { ground: 600, height: 30 },
  ],
  samples: Array.from({ length: 101 }, (_, i) => ({ at: i / 10, ground: 600 })),
  obstructions: [],
  frequency: 5_800,
  factor: 4 / 3,
  ...more,
})

describe('a profile', () => {
  test('over a plain is free, and least so in the middle', () => {
    const { state, worst, whole, points } = profileOf(plain())
    // 30 m of antenna less 1,47 m of bulge; 60 % of 11,37 m are asked for.
    expect([state, whole, worst?.at]).toEqual(['free', true, 5])
    expect(worst?.clearance).toBeCloseTo(30 - 25_000 / (2 * (4 / 3) * 6_371), 6)
    expect(worst?.fresnel).toBeCloseTo(fresnelRadius(5, 5, 5.8), 6)
    expect(points.at(-1)).toMatchObject({ at: 10, bulge: 0, ray: 630, fresnel: 0, clearance: 30 })
  })

  test.each([
    ['free', 15],
    ['grazed', 24],
    ['cut', 40],
  ] as const)('is %s with a house %d m high in it', (state, height) => {
    const told = profileOf(plain({ obstructions: [{ at: 4.03, height }] }))
    expect([told.state, told.worst?.obstruction]).toEqual([state, height])
    expect(told.worst?.at).toBe(4.03)
  })

  test('says with what antennas it would be free, and is just free with these', () => {
    const given = plain({ obstructions: [{ at: 2.5, height: 45 }] })
    const { least } = profileOf(given)
    const raised = (first = 0, last = 0) =>
      profileOf({
        ...given,
        ends: [
          { ground: 600, height: first },
          { ground: 600, height: last },
        ],
      })
    for (const [first, last] of [least?.both ?? [], [least?.alone[0] ?? 0, 30], [30, least?.alone[1] ?? 0]]) {
      const { worst } = raised(first, last)
      expect((worst?.clearance ?? 0) / (worst?.fresnel ?? 1)).toBeCloseTo(0.6, 6)
    }
    // The nearer mast has the longer arm.
    expect(least?.alone[0]).toBeLessThan(least?.alone[1] ?? 0)
  })

  test('that is free already says how low its antennas could stand, and none underground', () => {
    expect(profileOf(plain()).least?.both[0]).toBeLessThan(10)
    const valley = plain({ samples: [{ at: 5, ground: 100 }] })
    expect(profileOf(valley).least?.both).toEqual([0, 0])
  })

  test('without a frequency sees or does not, and asks for no heights', () => {
    expect(profileOf(plain({ frequency: null }))).toMatchObject({ state: 'seen', least: null })
    expect(profileOf(plain({ frequency: null, obstructions: [{ at: 5, height: 40 }] })).state).toBe('cut')
  })

  test('concludes nothing where nothing between the ends is known', () => {
    expect(profileOf(plain({ samples: [] }))).toMatchObject({
      state: 'unknown',
      worst: null,
      least: null,
      whole: false,
    })
    const typed = profileOf(plain({ samples: [], obstructions: [{ at: 5, height: 12, ground: 610 }] }))
    expect(typed).toMatchObject({ state: 'grazed', whole: false })
    // What stands on a ground nobody knows is no obstruction yet.
    expect(profileOf(plain({ samples: [], obstructions: [{ at: 5, height: 12 }] })).state).toBe('unknown')
  })

  test('passes over a void, and says so', () => {
    const samples = plain().samples.map(each => (each.at === 5 ? { ...each, ground: null } : each))
    const told = profileOf(plain({ samples }))
    expect([told.state, told.whole]).toEqual(['free', false])
    expect(told.points.find(({ at }) => at === 5)).toMatchObject({ ground: null, top: null, clearance: null })
  })
})

test('what antennas are enough is said of each end, and of both, rounded up to a metre', () => {
  const profile = profileOf(plain({ obstructions: [{ at: 2.5, height: 45 }] }))
  // By hand, at 5,8 GHz: the bulge is 2,5·7,5·1000/(2·4/3·6371) = 1,104 m; the first zone √(0,051688·2500·7500/10000) = 9,845 m, of
  // which 60 % are 5,907 m; there lacks 5,907 + 45 + 1,104 - 30 = 22,010 m, which is 29,347 m at the near end and 88,042 m at the far.
  expect(profile.least?.alone[0]).toBeCloseTo(59.347, 2)
  expect(profile.least?.alone[1]).toBeCloseTo(118.042, 2)
  expect(profile.least?.both[0]).toBeCloseTo(52.01, 2)
  const ends = [
    { name: 'Torre', height: 30 },
    { name: 'Morro', height: 30 },
  ]
  expect(clearanceInWords(profile, ends)?.replaceAll('\u00a0', ' ')).toBe(
    'Para deixar livres 60 % da zona: em Torre, 30 m → 60 m bastam; ou em Morro, 30 m → 119 m bastam; ou nas duas, 30 m → 53 m em Torre e 30 m → 53 m em Morro.',
  )
  // Where nothing is in the way, or no frequency tells how much is, nothing is to be raised.
  expect(clearanceInWords(profileOf(plain()), ends)).toBeNull()
  expect(
    clearanceInWords(profileOf(plain({ frequency: null, obstructions: [{ at: 5, height: 40 }] })), ends),
  ).toBeNull()
  // Beside the far end, the near one would have to be higher than any tower.
  const beside = profileOf(plain({ obstructions: [{ at: 9.99, height: 45 }] }))
  expect(clearanceInWords(beside, ends)).toContain('em Torre, nenhuma altura basta sozinha; ou em Morro, 30\u00a0m → ')
})

test('what is stored between two stations is drawn from either, and is the same line when nothing changes', () => {
  const stored = [
    { id: 1, station_1_id: 7, station_2_id: 8, distance: 2.5, height: 18, ground: null },
    { id: 2, station_1_id: 8, station_2_id: 7, distance: 2, height: 12, ground: 640 },
    { id: 3, station_1_id: 7, station_2_id: 9, distance: 1, height: 5, ground: null },
  ]
  const there = obstructionsBetween(stored, [7, 8], 10)
  expect(there).toEqual([
    { at: 2.5, height: 18, ground: null },
    { at: 8, height: 12, ground: 640 },
  ])
  expect(obstructionsBetween(stored, [8, 7], 10).map(({ at }) => at)).toEqual([2, 7.5])
  expect(withObstructions(stored, [7, 8], there)).toEqual([
    stored[2],
    stored[0],
    { station_1_id: 7, station_2_id: 8, distance: 8, height: 12, ground: 640 },
  ])
  expect(withObstructions(stored, [8, 9], [{ at: 1, height: 2 }])).toHaveLength(4)
  expect(withObstructions(stored, [7, 8], [])).toEqual([stored[2]])
})

test('what is not known is asked for by name', () => {
  const { profile, lacks } = reckonProfile({
    ...plain(),
    ends: [
      { name: 'Torre', ground: 600, height: null },
      { name: 'Morro', ground: null, height: 12 },
    ],
  })
  expect(profile).toBeNull()
  expect(lacks).toBe('Falta informar a altura da antena em Torre e a altitude do terreno em Morro.')
})

test.each([
  [
    '4,2:18; 7:12.5:640',
    [
      { at: 4.2, height: 18, ground: null },
      { at: 7, height: 12.5, ground: 640 },
    ],
  ],
  ['', []],
  ['4', null],
  ['4:x', null],
  ['4::3', null],
  ['4:-1', null],
  ['1:2:3:4', null],
])('obstructions written %j are read', (text, found) => expect(obstructionsIn(text)).toEqual(found))

test('obstructions go out as they come in', () => {
  const all = [
    { at: 4.25, height: 18, ground: null },
    { at: 7, height: 12, ground: 640 },
  ]
  expect(obstructionsIn(obstructionsText(all))).toEqual(all)
})

test.each([
  [0, 10, 4, [0, 5, 10]],
  [612, 655, 4, [620, 640]],
  [0, 0.8, 4, [0, 0.2, 0.4, 0.6, 0.8]],
])('from %d to %d about %d round numbers', (from, to, many, ticks) => expect(ticksOf(from, to, many)).toEqual(ticks))

test('all of a picture lies in its frame', () => {
  const profile = profileOf(plain({ obstructions: [{ at: 4, height: 60 }] }))
  const { shapes, labels } = pictureOf(profile, { width: 600, height: 240 })
  expect(new Set(shapes.map(({ role }) => role))).toEqual(
    new Set(['grid', 'ground', 'zone', 'ray', 'obstruction', 'mast', 'worst']),
  )
  for (const [x, y] of [...shapes.flatMap(({ points }) => points), ...labels.map(({ at }) => at)]) {
    expect(x >= 0 && x <= 600, `x ${x}`).toBe(true)
    expect(y >= 0 && y <= 240, `y ${y}`).toBe(true)
  }
})

import { showDecimal } from '#kernel/show.ts'
import type { LinkProfile, ProfilePoint } from '#features/network/stations/geometry/profile.ts'
import { earthBulge, freeShare, fresnelRadius } from '#features/network/stations/geometry/radio.ts'

type PictureSpot = readonly [x: number, y: number]
/** A line or a surface of the picture has one of these meanings; the caller styles it. */
export type ProfileRole = 'grid' | 'ground' | 'sea' | 'zone' | 'ray' | 'mast' | 'obstruction' | 'worst'
export interface ProfileShape {
  readonly role: ProfileRole
  readonly points: readonly PictureSpot[]
  /** Filled and closed; else a line. */
  readonly closed: boolean
}
export interface ProfileLabel {
  readonly at: PictureSpot
  readonly text: string
  readonly align: 'left' | 'right' | 'center'
}
/** A picture has its origin at the upper left, y downwards, in the unit of the given size. */
export interface ProfilePicture {
  readonly shapes: readonly ProfileShape[]
  readonly labels: readonly ProfileLabel[]
}
interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Left for what is written at the sides of the picture. */
const margin = { left: 46, right: 12, top: 12, bottom: 22 } as const
/** Of the bow of a zone and of the sea. */
const bow = 60

/** The ground as the bent Earth shows it, the ray and 60 % of its first zone, the masts, what is in the way and the worst place. */
export function pictureOf(profile: LinkProfile, { width, height }: PictureSize): ProfilePicture {
  const { distance, frequency, factor, points, worst } = profile
  const zone = (at: number) => (frequency ? freeShare * fresnelRadius(at, distance - at, frequency / 1_000) : 0)
  const known = points.flatMap(({ top, ray, at }) => [ray + zone(at), ray - zone(at), ...(top === null ? [] : [top])])
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const room = Math.max(high - low, 20) * 0.08
  const [floor, roof] = [low - room, Math.max(high, low + 20) + room]
  const xOf = (at: number) => margin.left + (at / distance) * (width - margin.left - margin.right)
  const yOf = (level: number) => margin.top + ((roof - level) / (roof - floor)) * (height - margin.top - margin.bottom)
  const spot = (at: number, level: number): PictureSpot => [xOf(at), yOf(level)]
  const line = (role: ProfileRole, spots: readonly PictureSpot[]): ProfileShape => ({
    role,
    points: spots,
    closed: false,
  })
  const area = (role: ProfileRole, spots: readonly PictureSpot[]): ProfileShape => ({
    role,
    points: spots,
    closed: true,
  })

  const levels = ticksOf(floor, roof, 4)
  const places = ticksOf(0, distance, width < 480 ? 4 : 8)
  const rayAt = rayOf(points, distance)
  const sea = Math.min(...[points[0], points.at(-1)].map(end => end?.ground ?? 0))
  const along = Array.from({ length: bow + 1 }, (_, i) => (distance * i) / bow)
  return {
    shapes: [
      ...levels.map(level => line('grid', [spot(0, level), spot(distance, level)])),
      ...groundsIn(profile).map(run =>
        area('ground', [
          spot(run[0]?.at ?? 0, floor),
          ...run.map(each => spot(each.at, (each.ground ?? 0) + each.bulge)),
          spot(run.at(-1)?.at ?? 0, floor),
        ]),
      ),
      // Where no ground is known, what the bent Earth alone puts in the way of the lower end.
      ...(profile.sampled
        ? []
        : [
            line(
              'sea',
              along.map(at => spot(at, sea + earthBulge(at, distance - at, factor))),
            ),
          ]),
      ...(frequency
        ? [
            area('zone', [
              ...along.map(at => spot(at, rayAt(at) + zone(at))),
              ...along.toReversed().map(at => spot(at, rayAt(at) - zone(at))),
            ]),
          ]
        : []),
      line('ray', [spot(0, rayAt(0)), spot(distance, rayAt(distance))]),
      ...points
        .filter(({ obstruction }) => obstruction > 0)
        .map(({ at, top, obstruction, ray }) =>
          line('obstruction', [spot(at, (top ?? ray) - obstruction), spot(at, top ?? ray)]),
        ),
      ...[points[0], points.at(-1)].flatMap(end =>
        end ? [line('mast', [spot(end.at, end.ground ?? floor), spot(end.at, end.ray)])] : [],
      ),
      ...(worst ? worstIn(worst, spot) : []),
    ],
    labels: [
      ...levels.map((level): ProfileLabel => ({
        at: [margin.left - 6, yOf(level)],
        text: `${showDecimal(level, 0)} m`,
        align: 'right',
      })),
      ...places.map((at): ProfileLabel => ({
        at: [xOf(at), height - 8],
        text: `${showDecimal(at)} km`,
        align: at === 0 ? 'left' : xOf(at) > width - 40 ? 'right' : 'center',
      })),
    ],
  }
}

/** How far its middle is from the corners of the mark on the worst place. */
const mark = 5

function worstIn(
  { at, top, ray }: ProfilePoint,
  spot: (at: number, level: number) => PictureSpot,
): readonly ProfileShape[] {
  const [x, y] = spot(at, top ?? ray)
  return [
    { role: 'worst', points: [[x, y], spot(at, ray)], closed: false },
    {
      role: 'worst',
      points: [
        [x, y - mark],
        [x + mark, y],
        [x, y + mark],
        [x - mark, y],
      ],
      closed: true,
    },
  ]
}

function rayOf(points: readonly ProfilePoint[], distance: number) {
  const [first, last] = [points[0]?.ray ?? 0, points.at(-1)?.ray ?? 0]
  return (at: number) => first + (last - first) * (at / distance)
}

/** Stretches whose ground is known without a gap. */
function groundsIn({ points, sampled }: LinkProfile): readonly (readonly ProfilePoint[])[] {
  if (!sampled) return []
  const runs: ProfilePoint[][] = [[]]
  for (const point of points)
    if (point.ground === null) runs.push([])
    else runs.at(-1)?.push(point)
  return runs.filter(run => run.length > 1)
}

/** Answers round numbers between two, about `many` of them. */
export function ticksOf(from: number, to: number, many: number): readonly number[] {
  const rough = (to - from) / many
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find(each => each * power >= rough) ?? 10) * power
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  // Of a whole number of steps: adding them up would drift.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

import { earthBulge, elevationAngle, freeShare, fresnelRadius } from '#features/network/stations/geometry/radio.ts'

/** An antenna has metres of ground above the sea, and of height above the ground. */
export interface AntennaEnd {
  readonly ground: number
  readonly height: number
}
/** The ground `at` km from the first end, in metres above the sea; null where it is not known. */
export interface GroundSample {
  readonly at: number
  readonly ground: number | null
}
/** An obstruction is `height` metres above its ground, which is given where samples lack it. */
export interface Obstruction {
  readonly at: number
  readonly height: number
  readonly ground?: number | null
}
/** What a profile is reckoned from; `distance` in km, `frequency` in MHz. */
export interface ProfileGiven {
  readonly distance: number
  readonly ends: readonly [AntennaEnd, AntennaEnd]
  readonly samples: readonly GroundSample[]
  readonly obstructions: readonly Obstruction[]
  readonly frequency: number | null
  readonly factor: number
}

/** One place of a profile; all but `at`, in km, are metres. Heights are above the sea, as the bent Earth shows them. */
export interface ProfilePoint extends GroundSample {
  readonly bulge: number
  readonly obstruction: number
  /** Ground, bulge and obstruction together. */
  readonly top: number | null
  readonly ray: number
  /** Radius of the first zone; null without a frequency. */
  readonly fresnel: number | null
  /** From the top to the ray; below zero where it is cut. */
  readonly clearance: number | null
}
/**
 * 'free' leaves 60 % of the first zone clear, 'grazed' does not; 'cut' has no direct line, 'seen' has one but no frequency;
 * 'unknown' has no point between the ends.
 */
export type PathState = 'free' | 'grazed' | 'cut' | 'seen' | 'unknown'
/** The least antenna heights above the ground, in metres, that keep 60 % of the first zone free. */
export interface LeastHeights {
  /** Both raised or lowered alike. */
  readonly both: readonly [number, number]
  /** One alone, the other as it is; null when no height of it is enough. */
  readonly alone: readonly [number | null, number | null]
}
export interface LinkProfile extends Pick<ProfileGiven, 'distance' | 'frequency' | 'factor'> {
  readonly points: readonly ProfilePoint[]
  /** The place between the ends where least of the zone is free or, without a frequency, least room. */
  readonly worst: ProfilePoint | null
  readonly state: PathState
  /** Is the ground between the ends known, and all along? Else what is concluded holds for the points that are. */
  readonly sampled: boolean
  readonly whole: boolean
  /** Null without a frequency, or without a known point. */
  readonly least: LeastHeights | null
  /** Degrees at which each antenna looks at the other. */
  readonly tilts: readonly [number, number]
}

/** Above this no tower is built, and what asks for one is no answer; metres. */
const tallest = 1_000

/** Answers what is between two antennas (ITU-R P.530 §2.2, P.526). */
export function profileOf(given: ProfileGiven): LinkProfile {
  const { distance, ends, frequency, factor } = given
  const [first, last] = [ends[0].ground + ends[0].height, ends[1].ground + ends[1].height]
  const points = placesIn(given).map(({ at, ground, obstruction }): ProfilePoint => {
    const bulge = earthBulge(at, distance - at, factor)
    const ray = first + (last - first) * (at / distance)
    const top = ground === null ? null : ground + bulge + obstruction
    return {
      at,
      ground,
      bulge,
      obstruction,
      top,
      ray,
      fresnel: frequency === null ? null : fresnelRadius(at, distance - at, frequency / 1_000),
      clearance: top === null ? null : ray - top,
    }
  })
  const between = points.filter(({ at, clearance }) => at > 0 && at < distance && clearance !== null)
  const worst = between.toSorted((one, other) => room(one) - room(other))[0] ?? null
  const sampled = given.samples.length > 0
  return {
    distance,
    frequency,
    factor,
    points,
    worst,
    state: stateOf(worst),
    sampled,
    whole: sampled && points.every(({ ground }) => ground !== null),
    least: frequency === null || !between.length ? null : leastHeights(given, between),
    tilts: [elevationAngle(first, last, distance, factor), elevationAngle(last, first, distance, factor)],
  }
}

/** It is a share of the zone, or metres: one profile has one unit. */
const room = ({ clearance, fresnel }: ProfilePoint) => (fresnel ? (clearance ?? 0) / fresnel : (clearance ?? 0))

function stateOf(worst: ProfilePoint | null): PathState {
  if (worst?.clearance == null) return 'unknown'
  if (worst.clearance < 0) return 'cut'
  if (worst.fresnel === null) return 'seen'
  return worst.clearance < freeShare * worst.fresnel ? 'grazed' : 'free'
}

/** Every place there is something to say of, once, in order; the ends by what is known of them. */
function placesIn({ distance, ends, samples, obstructions }: ProfileGiven) {
  const inside = ({ at }: { readonly at: number }) => at > 0 && at < distance
  const found = new Map<number, { readonly at: number; readonly ground: number | null; readonly obstruction: number }>()
  found.set(0, { at: 0, ground: ends[0].ground, obstruction: 0 })
  for (const { at, ground } of samples.filter(inside)) found.set(at, { at, ground, obstruction: 0 })
  found.set(distance, { at: distance, ground: ends[1].ground, obstruction: 0 })
  for (const { at, height, ground = null } of obstructions.filter(inside)) {
    const before = found.get(at)
    // Of two in one place the taller is in the way.
    const obstruction = Math.max(height, before?.obstruction ?? 0)
    found.set(at, { at, ground: ground ?? before?.ground ?? groundAt(samples, at), obstruction })
  }
  return [...found.values()].toSorted((one, other) => one.at - other.at)
}

/** The ground between two samples, when both are known: what is far apart was not sampled. */
function groundAt(samples: readonly GroundSample[], at: number): number | null {
  const after = samples.findIndex(each => each.at >= at)
  const [one, other] = [samples[after - 1], samples[after]]
  if (one?.ground == null || other?.ground == null) return null
  return one.ground + ((other.ground - one.ground) * (at - one.at)) / (other.at - one.at)
}

/**
 * The heights that leave 60 % of the first zone free at each place (ITU-R P.530 §2.2.2, diffraction fading). A raise of `a` and `b`
 * lifts the ray by a(1-t) + bt at the share `t` of the way, so what lacks most there, divided by its share, is what one end is raised by.
 */
function leastHeights({ distance, ends }: ProfileGiven, between: readonly ProfilePoint[]): LeastHeights {
  const [{ height: first }, { height: last }] = ends
  const lacks = between.map(({ at, clearance, fresnel }) => ({
    lack: freeShare * (fresnel ?? 0) - (clearance ?? 0),
    share: at / distance,
  }))
  // No antenna goes underground.
  const raise = Math.max(...lacks.map(({ lack }) => lack), -Math.min(first, last))
  const alone = (height: number, by: (share: number) => number) => {
    const least = Math.max(0, height + Math.max(...lacks.map(({ lack, share }) => lack / by(share))))
    return least > tallest ? null : least
  }
  return {
    both: [first + raise, last + raise],
    alone: [alone(first, share => 1 - share), alone(last, share => share)],
  }
}

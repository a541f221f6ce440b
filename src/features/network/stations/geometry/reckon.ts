import {
  profileOf,
  type GroundSample,
  type LinkProfile,
  type Obstruction,
} from '#features/network/stations/geometry/profile.ts'
import { lacksIn, lacksOf } from '#features/network/stations/geometry/words.ts'

/** An end of a link, as far as it is known: metres of ground above the sea, and of antenna above the ground. */
export interface LinkEnd {
  readonly name: string
  readonly ground: number | null
  readonly height: number | null
}
export interface LinkSounding {
  /** Km. */
  readonly distance: number
  readonly ends: readonly [LinkEnd, LinkEnd]
  readonly samples: readonly GroundSample[]
  readonly obstructions: readonly Obstruction[]
  /** MHz. */
  readonly frequency: number | null
  readonly factor: number
}

/** A profile as far as what is known reaches, and in a sentence what is not: nothing is taken for granted. */
export function reckonProfile(given: LinkSounding): {
  readonly profile: LinkProfile | null
  readonly lacks: string | null
} {
  const [one, other] = given.ends.map(({ ground, height }) =>
    ground === null || height === null ? null : { ground, height },
  )
  const profile = one && other ? profileOf({ ...given, ends: [one, other] }) : null
  return { profile, lacks: lacksOf(profile, lacksIn(given.ends)) }
}

/** '4,2:18' and '7:12:640' by semicolons: km from the first end, metres above the ground, and the ground where it is known. */
export function obstructionsIn(text: string): readonly Obstruction[] | null {
  const read = text
    .split(';')
    .filter(part => part.trim())
    .map(part => {
      const numbers = part.split(':').map(each => (each.trim() ? Number(each.trim().replace(',', '.')) : Number.NaN))
      const [at = Number.NaN, height = Number.NaN, ground] = numbers
      const isRead = numbers.length <= 3 && numbers.every(each => Number.isFinite(each)) && height >= 0
      return isRead && Number.isFinite(at) && Number.isFinite(height) ? { at, height, ground: ground ?? null } : null
    })
  const found = read.filter(each => each !== null)
  return found.length === read.length ? found : null
}
/** Answers the text for an address. */
export const obstructionsText = (all: readonly Obstruction[]) =>
  all.map(({ at, height, ground }) => [at, height, ...(ground == null ? [] : [ground])].join(':')).join(';')

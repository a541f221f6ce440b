/** How long the predecessor of the refresh token in force is still good, for two tabs and for answers lost on the way. */
export const graceSeconds = 10
export const graceUses = 2
/** Live sessions a user may have; the oldest gives way. */
export const sessionLimit = 10

/** How long tokens and sessions last, in seconds. */
export interface Lives {
  readonly access: number
  readonly idle: number
  readonly max: number
}

/** The state of a live session. */
export interface Chain {
  readonly generation: number
  /** How often the generation before was accepted since the last rotation. */
  readonly graced: number
  readonly secondsSinceRotation: number
}

/**
 * What a refresh token of `generation` is worth: `rotate` makes the next generation, `grace` another token of the present
 * one, and `reuse` says somebody holds a copy: the session ends for both.
 */
export function verdictOn(generation: number, chain: Chain): 'rotate' | 'grace' | 'reuse' {
  if (generation === chain.generation) return 'rotate'
  const inTime = chain.secondsSinceRotation <= graceSeconds && chain.graced < graceUses
  return generation === chain.generation - 1 && inTime ? 'grace' : 'reuse'
}

/** Numbers that look random and are always the same: the same seed gives the same sequence. */
export interface Chance {
  /** From `low` up to `high`. */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<T>(among: readonly T[]): T
  /** `length` digits, the first never zero. */
  digits(length: number): string
}

/** Mulberry32 (public domain): 32 bits of state are plenty for examples. */
export function chance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b9)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  const pick = <T>(among: readonly T[]): T => {
    const picked = among[whole(0, among.length - 1)]
    if (picked === undefined) throw new Error('Nothing to pick from')
    return picked
  }
  return {
    between,
    whole,
    pick,
    digits: length => Array.from({ length }, (_, i) => String(whole(i ? 0 : 1, 9))).join(''),
  }
}

/** A set of marks with these keys put on, or taken off. */
export const marks = (now: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> =>
  new Set(on ? [...now, ...keys] : [...now].filter(key => !keys.includes(key)))

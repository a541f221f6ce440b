/** How many letters must be put in, taken out or changed to make one word of another (Levenshtein, 1965). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1]
    for (let at = 1; at <= other.length; at++) {
      const changed = (before[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)
      now.push(Math.min(changed, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1))
    }
    before = now
  }
  return before[other.length] ?? 0
}

/** Of some words, those a slip away from one, a letter in four at most: the nearest first. */
export function nearest<T>(word: string, among: Iterable<readonly [key: string, T]>, most: number): readonly T[] {
  const slips = Math.max(1, Math.floor(word.length / 4))
  const found: { readonly away: number; readonly each: T }[] = []
  for (const [key, each] of among) {
    if (Math.abs(key.length - word.length) > slips) continue
    const away = distance(word, key)
    if (away <= slips) found.push({ away, each })
  }
  return found
    .toSorted((one, other) => one.away - other.away)
    .slice(0, most)
    .map(({ each }) => each)
}

/**
 * The same answers, each text asked once: the cells of a column say few things, over and over. Of what is never the same
 * twice no more than `most` are remembered.
 */
export function onceEach<T extends object>(answer: (text: string) => T, most = 10_000): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const now = answer(text)
    if (known.size < most) known.set(text, now)
    return now
  }
}

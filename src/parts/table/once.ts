/**
 * Caches answers by text, as the cells of a column repeat a few. It stores at most `most` of them, and stops looking texts
 * up once they seldom repeat.
 */
export function onceEach<T extends object>(answer: (text: string) => T, most = 10_000): (text: string) => T {
  const known = new Map<string, T>()
  let [last, said]: [string, T | undefined] = ['', undefined]
  let [again, isSeldom] = [0, false]
  return text => {
    // A cell often repeats the one above.
    if (said !== undefined && text === last) return said
    if (isSeldom) return answer(text)
    let found = known.get(text)
    if (found !== undefined) again++
    else {
      found = answer(text)
      if (known.size < most) known.set(text, found)
      // As many different ones as are remembered, and hardly any of them came again.
      else if (again * 8 < most) isSeldom = true
    }
    ;[last, said] = [text, found]
    return found
  }
}

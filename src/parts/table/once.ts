/**
 * The same answers, each text asked once: the cells of a column say few things, over and over. Of what is never the same
 * twice no more than `most` are remembered, and of what seldom is none is looked up any more.
 */
export function onceEach<T extends object>(answer: (text: string) => T, most = 10_000): (text: string) => T {
  const known = new Map<string, T>()
  let [last, said]: [string, T | undefined] = ['', undefined]
  let [again, isSeldom] = [0, false]
  return text => {
    // Much of what a column says, the row above said too.
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

/**
 * The same answers, each text asked once: the cells of a column say few things, over and over. Of what is never the same
 * twice no more than `most` are remembered.
 */
export function onceEach<T extends object>(answer: (text: string) => T, most = 10_000): (text: string) => T {
  const known = new Map<string, T>()
  let [last, said]: [string, T | undefined] = ['', undefined]
  return text => {
    // Much of what a column says, the row above said too.
    if (said !== undefined && text === last) return said
    let found = known.get(text)
    if (found === undefined) {
      found = answer(text)
      if (known.size < most) known.set(text, found)
    }
    ;[last, said] = [text, found]
    return found
  }
}

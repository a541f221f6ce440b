// This module gives each grid item's start, in pixels, and the visible ones.

/** Where each of some items begins, and where the last ends. */
export function startsOf(count: number, sizeOf: (item: number) => number): Float64Array {
  const starts = new Float64Array(count + 1)
  for (let item = 0; item < count; item++) starts[item + 1] = (starts[item] ?? 0) + sizeOf(item)
  return starts
}

/** Finds the item at an offset by bisection; beyond the ends, the first or last. */
export function itemAtOffset(starts: Float64Array, offset: number): number {
  let [low, high] = [0, Math.max(0, starts.length - 2)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

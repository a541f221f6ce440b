/** Things by what they have in common, each group in their order. */
export function grouped<T, K>(all: readonly T[], by: (each: T) => K): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>()
  for (const each of all) {
    const group = found.get(by(each))
    if (group) group.push(each)
    else found.set(by(each), [each])
  }
  return found
}

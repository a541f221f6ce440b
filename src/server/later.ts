import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * A package that few requests need, loaded by the first that does: all of them together were half of a start, and of what the server
 * holds. Only where nothing can be awaited; elsewhere it is `await import(…)`.
 */
export function later<T>(name: string): () => T {
  let loaded: T | undefined
  return () => (loaded ??= load(name))
}

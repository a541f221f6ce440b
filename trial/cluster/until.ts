import { setTimeout as after } from 'node:timers/promises'

/** Resolves once it is so. Throws where it is not after so many seconds; a look that fails is one that found it is not so. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  for (;;) {
    const found = await Promise.resolve()
      .then(isSo)
      .catch(() => false)
    if (found) return
    if (performance.now() > end) throw new Error(`after ${seconds} s it is not so: ${what}`)
    await after(200)
  }
}

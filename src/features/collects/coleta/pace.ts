/** Milliseconds a statement that reads many lines should take: who asks meanwhile waits for several, one by one. */
export const patience = 2

/** Does something to a part of a list after another. */
export type ListWalk = <T>(all: readonly T[], work: (some: readonly T[]) => Promise<void>) => Promise<void>

/**
 * Parts no longer than what is done in about so many milliseconds, as those before them tell: nobody waits long for a
 * statement of ours to end, on an engine that does one at a time, and a quick one is not asked for crumbs. `least`: of a
 * statement that takes longer to plan than to run, fewer would cost as much.
 */
export function walkAtPace(ms: number, least = 1): ListWalk {
  let size = Math.max(4, least)
  return async (all, work) => {
    for (let at = 0; at < all.length;) {
      const some = all.slice(at, at + size)
      const begun = performance.now()
      await work(some)
      at += some.length
      const fitting = (some.length * ms) / (performance.now() - begun)
      if (some.length === size || fitting < size) size = Math.max(least, Math.round(Math.min(fitting, size * 2)))
    }
  }
}

/** Milliseconds a statement that reads many lines should take: their rows are parsed on the loop, where others wait meanwhile. */
export const patience = 2

/** Does something to a part of a list after another. */
export type ListWalk = <T>(all: readonly T[], work: (some: readonly T[]) => Promise<void>) => Promise<void>

/**
 * Sizes parts to take about this many milliseconds, by the time of earlier ones: no request waits long while another's rows
 * are parsed, and quick statements remain whole. `least` is for statements that cost more to plan than to run.
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

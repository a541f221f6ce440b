/** Runs work now and then, never twice at once: a slow database gets no more requests for that. */
export function repeatEvery(
  ms: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): NodeJS.Timeout {
  let working = false
  const turn = async () => {
    if (working) return
    working = true
    await work().catch(failed)
    working = false
  }
  return setInterval(() => void turn(), ms).unref()
}

interface CrewOptions<T> {
  /** How many things are done at once. */
  readonly atOnce: number
  /** The next thing to do, now ours; null when there is none. */
  readonly take: () => Promise<T | null>
  readonly work: (taken: T) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Does what there is to do, a few things at a time, until it is stopped. */
export function openCrew<T>({ atOnce, take, work, failed }: CrewOptions<T>) {
  const running = new Set<Promise<void>>()
  let closing = false
  let filling: Promise<void> | null = null
  let nudged = false

  /** Takes jobs until enough run or none is left; notified meanwhile, it looks once more. */
  function nudge(): void {
    nudged = true
    if (closing || filling) return
    nudged = false
    filling = fill()
      .catch(failed)
      .finally(() => {
        filling = null
        if (nudged) nudge()
      })
  }
  async function fill() {
    while (!closing && running.size < atOnce) {
      const taken = await take()
      if (taken === null) return
      const over = work(taken)
        .catch(failed)
        .finally(() => {
          running.delete(over)
          nudge()
        })
      running.add(over)
    }
  }

  return {
    nudge,
    get closing() {
      return closing
    },
    /** Once nothing is left to do or running; for tests. */
    async settled() {
      while (filling || running.size) {
        await filling
        await Promise.all(running)
      }
    },
    /** Takes no more; `hurry` is called once all that was taken is running, and then the end of it is waited for. */
    async stop(hurry: () => void = () => {}) {
      closing = true
      await filling
      hurry()
      await Promise.all(running)
    },
  }
}

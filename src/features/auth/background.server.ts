const most = 100

/** Work that goes on after the answer, whose time must not show in it. */
export interface Background {
  run(work: () => Promise<void>): void
  /** Once all that was begun has ended: for a server that closes, and for tests. */
  settled(): Promise<void>
}

/** `failed` hears of work that threw, or that found a hundred others before it. */
export function openBackground(failed: (error: unknown) => void): Background {
  const pending = new Set<Promise<void>>()
  return {
    run: work => {
      if (pending.size >= most) return failed(new Error('too much work in the background'))
      const running = work()
        .catch(failed)
        .finally(() => pending.delete(running))
      pending.add(running)
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}

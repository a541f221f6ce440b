import { wrongSettingsCode } from '#server/environment.ts'
import type { Beat } from '#server/heartbeat.ts'

/** Seconds a server has to end after a signal: one that hangs, and one that drains, beyond those it gives itself. */
export const endingSeconds = { hung: 5, beyondDrain: 3 } as const
/** Seconds after which a server that was up has nothing to do with earlier ends. */
const steady = 60
/** Seconds before the next start, by how many ends there were one after another. */
const waits = [0, 1, 2, 4, 8, 16, 32, 60] as const
/** Starts that fail one after another before nobody tries again. */
const mostFailed = 5

/** Counts seconds without a beat. They are counted, and not read from a clock: while the machine slept neither process ran. */
export function openLoopWatch() {
  let last: Beat = { watch: 0, drain: 9, running: [] }
  let silent = 0
  return {
    beat(next: Beat) {
      last = next
      silent = 0
    },
    /** Seconds it takes to end, by its last beat. */
    drain: () => last.drain,
    /** Called once a second; what was running, as soon as the loop has been silent for too long. */
    tick(): Beat | null {
      silent += 1
      return last.watch > 0 && silent > last.watch ? last : null
    },
  }
}

/** How a server ended. */
export interface ServerEnd {
  /** As a shell has it: 128 and the number of the signal. */
  readonly code: number
  /** Whether it ended on purpose: by a signal through the supervisor, or by itself in an orderly way. */
  readonly wanted: boolean
  /** Seconds since it answered; null where it never did. */
  readonly up: number | null
}
export interface EndCount {
  readonly ends: number
  /** Of those, starts that failed, one after another. */
  readonly failed: number
  readonly everUp: boolean
}
export const noEnds: EndCount = { ends: 0, failed: 0, everUp: false }

type NextStep = { readonly exit: number } | { readonly wait: number; readonly count: EndCount }

/**
 * What follows the end of a server. One that never came up is not tried again: what its words say is for a person to put right.
 * One that was up is started again, later each time, and given up only where its starts fail, or its settings are wrong.
 */
export function afterEnd({ code, wanted, up }: ServerEnd, before: EndCount): NextStep {
  if (wanted || code === wrongSettingsCode) return { exit: code }
  const everUp = before.everUp || up !== null
  const failed = up === null ? before.failed + 1 : 0
  if (!everUp || failed >= mostFailed) return { exit: code || 1 }
  const ends = up !== null && up >= steady ? 1 : before.ends + 1
  return { wait: waits[Math.min(ends, waits.length) - 1] ?? 0, count: { ends, failed, everUp } }
}

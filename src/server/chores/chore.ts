import type { House } from '#server/house.ts'

/** A task the server repeats by itself. It may be killed at any moment, and is then done again. */
export interface Chore {
  /** Of its row, its address and its metrics. */
  readonly name: string
  /** Its title, and what it does, in a sentence for administrators. */
  readonly title: string
  readonly about: string
  /** Minutes between two runs. */
  readonly every: number
  readonly run: (house: House, turn: Turn) => Promise<Came | void>
}

export interface Turn {
  readonly now: Date
  /** A user requested it, having read how the last run went. */
  readonly byHand: boolean
  /** Once the process closes, or another has taken the chore over. */
  readonly signal: AbortSignal
}

/** What came of a run: a sentence, and figures somebody shows. */
export interface Came {
  readonly said: string
  readonly figures?: Readonly<Record<string, number>>
}

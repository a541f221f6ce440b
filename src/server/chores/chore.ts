import type { House } from '#server/house.ts'

/** Something the house does by itself again and again. It may be killed at any moment, and is then done again. */
export interface Chore {
  /** Of its row, its address and its metrics. */
  readonly name: string
  /** What it is called, and what it does, in a sentence for whoever looks after the system. */
  readonly title: string
  readonly about: string
  /** Minutes between two runs. */
  readonly every: number
  readonly run: (house: House, turn: Turn) => Promise<Came | void>
}

export interface Turn {
  readonly now: Date
  /** Somebody asked for it, having read how the last one went. */
  readonly byHand: boolean
  /** Once the process closes, or another has taken the chore over. */
  readonly signal: AbortSignal
}

/** What came of a run: a sentence, and figures somebody shows. */
export interface Came {
  readonly said: string
  readonly figures?: Readonly<Record<string, number>>
}

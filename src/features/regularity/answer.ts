import type { ItemState } from '#features/tasks/client-tasks.ts'
import type { Light, RegularityCheck } from '#features/regularity/light.ts'

/** The open task a new look at an item is written in, and the item's line there. */
export interface LookPlace {
  readonly task: string
  readonly item: string
}
/** A check with where it is put right, and looked at anew; nowhere for people of the client. */
export interface TracedCheck extends RegularityCheck {
  readonly path: string | null
  readonly look: LookPlace | null
}
/** How one client stands. */
export interface Regularity {
  readonly today: string
  /** For how many days a look counts. */
  readonly days: number
  readonly light: Light
  readonly checks: readonly TracedCheck[]
}

/** What somebody found of an item, and when. */
export interface NewLook {
  readonly item: string
  readonly status: ItemState
  readonly checked_on: string
}

/** How everybody stands. */
export interface RegularityBoard {
  readonly today: string
  readonly rows: readonly RegularityRow[]
}
export interface RegularityRow {
  readonly client: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly responsible: string | null
  readonly light: Light
  /** How many of its checks stand so. */
  readonly counts: Readonly<Record<Light, number>>
  /** The first of what is worst, in words. */
  readonly worst: readonly string[]
}

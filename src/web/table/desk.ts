import type { ComponentType } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import type { Search } from '#web/table/address.ts'

/** A list to be taken away, and as what. */
export interface TakenList {
  readonly resource: AnyResource
  readonly search: Search
  readonly format: string
  readonly go: (to: string) => void
}
/** An act on all rows of a list that match, of which the person saw that there are `total`. */
export interface WholeAct {
  readonly resource: AnyResource
  readonly search: Search
  /** `enable`, `disable`, `destroy`, `restaurar`, or an action that the section offers for many rows. */
  readonly act: string
  readonly total: number
  readonly go: (to: string) => void
}
/** Rows of a list whose fields are to be changed, of which the person saw that there are `total`. */
export interface ChangedRows {
  readonly resource: AnyResource
  readonly search: Search
  readonly total: number
  readonly go: (to: string) => void
  readonly onClose: () => void
  readonly onDone: () => void
}
interface Desk {
  /** A user needs these permissions to request a list. */
  readonly needs: readonly string[]
  readonly ask: (list: TakenList) => Promise<void>
  /** Answers whether it was done. */
  readonly act: (act: WholeAct) => Promise<boolean>
  /** The dialog in which fields of many rows are changed. */
  readonly FieldsDialog: ComponentType<ChangedRows>
}

let desk: Desk | null = null
/** Sets where lists are requested and acted on as a whole, so that it is known who did which; the composition root calls it once. */
export const openDesk = (at: Desk) => {
  desk = at
}
export const listDesk = () => desk

import type { AnyResource } from '#kernel/resource.ts'
import type { Search } from '#web/table/address.ts'

/** A list to be taken away, and as what. */
export interface TakenList {
  readonly resource: AnyResource
  readonly search: Search
  readonly format: string
  readonly go: (to: string) => void
}
interface Desk {
  /** The permissions of whoever may ask. */
  readonly needs: readonly string[]
  readonly ask: (list: TakenList) => Promise<void>
}

let desk: Desk | null = null
/** Where lists are asked for, so that it is known who took which; given once by the composition root. */
export const openDesk = (at: Desk) => {
  desk = at
}
export const listDesk = () => desk

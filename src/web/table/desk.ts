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
  /** A user needs these permissions to request a list. */
  readonly needs: readonly string[]
  readonly ask: (list: TakenList) => Promise<void>
}

let desk: Desk | null = null
/** Sets where lists are requested, so that it is known who took which; the composition root calls it once. */
export const openDesk = (at: Desk) => {
  desk = at
}
export const listDesk = () => desk

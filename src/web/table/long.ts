import type { AnyResource } from '#kernel/resource.ts'
import type { Search } from '#web/table/address.ts'

/** A list too long to be answered as a file at once. */
export interface LongList {
  readonly resource: AnyResource
  readonly search: Omit<Search, 'page' | 'per_page'>
  readonly format: string
  readonly total: number
  readonly go: (to: string) => void
}
interface Desk {
  /** The permission of whoever may ask. */
  readonly permission: string
  readonly ask: (list: LongList) => Promise<void>
}

let desk: Desk | null = null
/** Where long lists are asked for, given once by the composition root. */
export const takeLongLists = (at: Desk) => {
  desk = at
}
export const longLists = () => desk

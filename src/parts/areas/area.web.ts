import type { ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import type { ReadRow } from '#web/screens/read-row.ts'

/** Something beside a record's form: rows that point to it, or what a feature draws. */
export type Area = ListedArea | DrawnArea | GlancedArea
interface Glance {
  readonly at: 'top' | 'bottom'
  readonly render: (row: ReadRow['row']) => ReactNode
}
interface AnyArea {
  readonly resource: AnyResource
  /** Where it belongs among many: 'Regulatório'. */
  readonly group?: string
  /** Money and papers: what people of a client come for, listed before all else. */
  readonly first?: true
  /** Of its rows, those that the overview shows and counts: '{ 'filter[done]': 'false' }'. */
  readonly among?: Readonly<Record<string, string>>
  /** The column that names its rows in the overview, where the first repeats the record they are of. */
  readonly called?: string
  /** What the overview says of it in a small card, above or below the rows of all areas. */
  readonly glance?: Glance
  /** Records it is for, where not for all of its resource: 'of the team'. */
  readonly isFor?: (row: ReadRow['row']) => boolean
}
interface ListedArea extends AnyArea {
  /** The reference that points here. */
  readonly by: string
  readonly sort: string
  /** Shows the rows as a conversation, with a field to write in; this text is shown while there are none. */
  readonly thread?: string
}
interface DrawnArea extends AnyArea {
  /** The reference that points here, where there are rows to count, and their order in the overview. */
  readonly by?: string
  readonly sort?: string
  /** What it is called, and what of its section one must be allowed, where it is not the list. */
  readonly title?: string
  readonly verb?: string
  readonly render: (row: ReadRow['row']) => ReactNode
}
/** All of it fits into the overview: it has no tab. */
interface GlancedArea extends AnyArea {
  readonly by?: never
  readonly sort?: never
  readonly title: string
  readonly verb: string
  readonly glance: Glance
}

/** Whether an area has a tab of its own. */
export const isTab = (area: Area): area is ListedArea | DrawnArea => 'render' in area || area.by !== undefined

import type { AnyResource, RowOf } from '#kernel/resource.ts'

/** A row of whichever section. */
export type DetailRow = RowOf<AnyResource> & Readonly<Record<string, unknown>>

/** A row as a screen read it. */
export interface ReadRow {
  readonly row: DetailRow
  /** The next save is based on this version. */
  readonly version: string | null
}

import type { RawBuilder } from 'kysely'
import type { AnyResource } from '#kernel/resource.ts'

export type Part = RawBuilder<unknown>

/** Whether the reader may see the row of `target` under `alias`; null where there is nothing to ask. */
export type Visibility = (target: AnyResource, alias: string) => Part | null

/** A search read by the resource it looks in. */
export interface Searched {
  /** Texts that mean something, with the condition it is over the alias of a row: they are looked for as they are, too. */
  readonly said: readonly { readonly text: string; readonly where: (alias: string) => Part }[]
  /** The words that are left. */
  readonly rest: string
}

import type { User } from '#kernel/access.ts'
import type { ActionOf, AnyResource, ListedOf, RowOf, StoredOf } from '#kernel/resource.ts'
import type { Changes } from '#server/audit.ts'
import type { AnyOperation, Ctx } from '#server/operation.ts'
import type { Part, Searched } from '#server/part.ts'

/** Whether the reader sees the row of `target` under `alias`. */
export type VisibilityOf = (target: AnyResource, alias: string) => Part

/** A row as its own table holds it. */
export type TableRowOf<R extends AnyResource> = StoredOf<R> & { readonly id: number; readonly uuid: string }

/** What a resource does beyond its declaration: plain functions, called inside the transaction of the write. */
export interface Behaviour<R extends AnyResource> {
  /** Refuses who may not touch a row at all, whatever for: to change it, turn it on or off, delete it, bring it back, act on it. */
  readonly guard?: (row: ListedOf<R>, ctx: Ctx) => Promise<void> | void
  /** References whose rows are locked before its own: what belongs to something is written under the lock of that, in one order. */
  readonly lockedAfter?: readonly string[]
  /** Completes or refuses a draft; what it returns is stored. */
  readonly beforeCreate?: (draft: StoredOf<R>, ctx: Ctx) => Promise<StoredOf<R>> | StoredOf<R>
  /** In the same transaction, once the row is there. */
  readonly afterCreate?: (row: RowOf<R>, ctx: Ctx) => Promise<void> | void
  readonly beforeUpdate?: (
    draft: Partial<StoredOf<R>>,
    row: RowOf<R>,
    ctx: Ctx,
  ) => Promise<Partial<StoredOf<R>>> | Partial<StoredOf<R>>
  /** `beforeUpdate`, of a row of which only what its own table holds is read: it neither moves the row nor adds lines to the draft. */
  readonly beforeChange?: (
    draft: Partial<StoredOf<R>>,
    row: TableRowOf<R>,
    ctx: Ctx,
  ) => Promise<Partial<StoredOf<R>>> | Partial<StoredOf<R>>
  /** Enabling or disabling, all of them at once. */
  readonly beforeTurn?: (ids: readonly number[], active: boolean, ctx: Ctx) => Promise<void> | void
  /** The line of history records its answer. */
  readonly beforeRemove?: (row: RowOf<R>, ctx: Ctx) => Promise<Changes | void> | Changes | void
  /** Of a row still deleted: it comes back under the rules by which a new one comes. */
  readonly beforeRevive?: (row: RowOf<R>, ctx: Ctx) => Promise<void> | void
  /** What of a row leaves for this reader, when it is read whole. */
  readonly shown?: (row: RowOf<R>, ctx: Ctx) => RowOf<R>
  /** Changes who may see its rows; `declared` is what the declaration says. */
  readonly visible?: (to: { readonly user: User; readonly alias: string; readonly declared: Part }) => Part
  /** SQL of each computed or restricted field, over the alias of its row; of other sections, only what is `seen`. */
  readonly derived?: Readonly<Record<string, (alias: string, seen: VisibilityOf) => string | Part>>
  /** Fields that count the days from today to a date: they are ordered and filtered by the column of that date. */
  readonly daysTo?: Readonly<Record<string, string>>
  /** What words of a search mean besides what its columns hold, as a month of two of them. */
  readonly searched?: (search: string) => Searched
  /** Routes of its own. */
  readonly operations?: readonly AnyOperation[]
}

type Actions<R extends AnyResource> = [ActionOf<R>] extends [never]
  ? {}
  : { readonly actions: { readonly [A in ActionOf<R>]: (row: RowOf<R>, ctx: Ctx) => Promise<RowOf<R>> } }

/** An extension as the machine holds it: of some resource, whichever. */
export interface AnyExtension {
  readonly of: AnyResource
  readonly how: Behaviour<AnyResource> & {
    readonly actions?: Readonly<Record<string, (row: RowOf<AnyResource>, ctx: Ctx) => Promise<unknown>>>
  }
}

/**
 * Ties functions to a declaration; only in `*.server.ts`. An action declared and not written does not compile.
 * @example
 * extend(bills, {
 *   beforeCreate: async (draft, ctx) => ({ ...draft, user_id: ctx.user.id }),
 *   actions: { reabrir: (row, ctx) => ctx.rows(bills).update(row.id, { called_off: false }, undefined, 'reabrir') },
 * })
 */
export const extend = <R extends AnyResource>(of: R, how: Behaviour<R> & Actions<R>): AnyExtension =>
  ({ of, how }) as unknown as AnyExtension

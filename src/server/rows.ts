import type { ListQuery, Page } from '#kernel/page.ts'
import type { AnyResource, LinesOf, ListedOf, RowOf, StoredOf } from '#kernel/resource.ts'

/** A row and the version its next update must name. */
export type Versioned<T> = T & { readonly version: number }
/** The numeric id or the uuid: the wire takes both everywhere. */
export type Key = string | number

/** A row as it was written, and its line of history; none where nothing changed. */
export interface StoredRow {
  readonly id: number
  readonly version: number
  readonly event: number | null
}

/** The values to write over a row, and the version its writer had read, where that must still be current. */
export interface RowUpdate<R extends AnyResource = AnyResource> {
  readonly key: Key
  readonly draft: Partial<StoredOf<R>>
  readonly version?: number | undefined
}

/** The only way to a resource's table: already narrowed to what the user may see, the deleted only for a query that asks for them, always on the record. */
export interface Rows<R extends AnyResource> {
  /** Rows hold the columns the query names, and no others. */
  page(query: ListQuery): Promise<Page<ListedOf<R>>>
  /** Every row that matches, without paging; more than `limit` is a 422 that says to filter. */
  list(query: ListQuery, limit?: number): Promise<readonly ListedOf<R>[]>
  /** The same, a few hundred at a time, so that nobody else waits for all of them. */
  pieces(query: ListQuery, limit?: number): AsyncIterable<readonly ListedOf<R>[]>
  /** How many rows match. */
  count(query: ListQuery): Promise<number>
  /** Answers the ids of all matching rows in the requested order, for long reads while rows change. A 422 past `limit`. */
  keys(query: ListQuery, limit?: number): Promise<readonly number[]>
  /** Those of these rows that are there and the user's to see, in this order. */
  among(ids: readonly number[], columns?: ListQuery['columns']): Promise<readonly ListedOf<R>[]>
  /** Throws a 404 when there is no such row, or none this user may see. */
  find(key: Key): Promise<Versioned<RowOf<R>>>
  /** The same with these of its lines alone: there may be many of the others. */
  find<const L extends LinesOf<R>>(key: Key, lines: readonly L[]): Promise<Versioned<ListedOf<R> & Pick<RowOf<R>, L>>>
  /** `find`, and null where there is none. */
  seek(key: Key): Promise<Versioned<RowOf<R>> | null>
  /** Answers the id of the row `find` would answer, for callers that need no more. */
  locate(key: Key): Promise<number>
  /** The row as stored, locked against other writers until the transaction ends; refuses, as writes do, who may not change it. */
  hold(key: Key): Promise<Versioned<RowOf<R>>>
  /** `find` of the row locked until the transaction is over: what acts on it judges its present state. Refuses as `hold` does. */
  lock(key: Key): Promise<Versioned<RowOf<R>>>
  create(draft: StoredOf<R>): Promise<Versioned<RowOf<R>>>
  /** `create` as the last statement before the commit, with which the row is read: it is there after. */
  createLast(draft: StoredOf<R>): Promise<() => Versioned<RowOf<R>>>
  /** All of them or none, in a few statements whatever their number; what they come to is not read back. */
  createAll(drafts: readonly StoredOf<R>[]): Promise<readonly StoredRow[]>
  /** `version`: what the writer had read; another one in the table is a 412 with the current row. `event`: what history calls it. */
  update(key: Key, draft: Partial<StoredOf<R>>, version?: number, event?: string): Promise<Versioned<RowOf<R>>>
  /** `update`, as `createLast`. */
  updateLast(key: Key, draft: Partial<StoredOf<R>>, version?: number): Promise<() => Versioned<RowOf<R>>>
  /** `update`, for callers that need not read all its lines again. */
  put(key: Key, draft: Partial<StoredOf<R>>, version?: number, event?: string): Promise<Versioned<ListedOf<R>>>
  /** All of them or none, as `createAll`; a row once. */
  updateAll(updates: readonly RowUpdate<R>[]): Promise<readonly StoredRow[]>
  remove(key: Key): Promise<void>
  /** Brings back what was deleted, as it was; a 409 when what it points to is gone. */
  revive(key: Key): Promise<Versioned<RowOf<R>>>
  /** All or none: a key that is not the user's to see refuses the whole list. Answers the ids of those that were otherwise before. */
  setActive(keys: readonly Key[], active: boolean): Promise<readonly number[]>
  /** Does a declared action; a 409 where the row is in another state, or disabled. */
  act(key: Key, action: string): Promise<Versioned<RowOf<R>>>
}

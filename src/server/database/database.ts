import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

/** One PostgreSQL, the packaged one or another, behind one pool. */
export interface Database {
  /** Whether no other process can use it: whatever is found begun, a process began that is dead. */
  readonly exclusive: boolean
  readonly pool: Pool
  readonly kysely: Kysely<unknown>
  /** Asks the database for a sign of life; rejects when there is none. */
  health(): Promise<Health>
  /**
   * Calls `changed` when rows of these tables may have changed: for commits of this process before their caller is answered,
   * for those of others as soon as their notification arrives.
   */
  watch(tables: readonly string[], changed: () => void): Watch
  /** Waits a few seconds for connections in use, then closes in any case. */
  close(): Promise<void>
}

export interface Watch {
  /** Whether every change is notified. While it is not, nothing is to be remembered. */
  isComplete(): boolean
}

export interface Health {
  /** How long the sign of life took, in milliseconds. */
  readonly milliseconds: number
  /** Free bytes where the packaged server writes; null elsewhere, where the disk cannot be seen from here. */
  readonly freeBytes: number | null
  /** False where writes are refused: the free space is below the floor, or the server is a standby or read-only. */
  readonly writable: boolean
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number }
}

/** What an installation never changes and a test may. */
export interface Tuning {
  /** Longest a statement may run, in milliseconds. */
  readonly statementMs: number
  /** Writes are refused below this many free bytes, where they can be seen. */
  readonly freeFloor: number
  /** Requests that may wait for a connection before the next one is turned away. */
  readonly waiting: number
}

export const tuning: Tuning = { statementMs: 10_000, freeFloor: 64 * 1024 * 1024, waiting: 100 }

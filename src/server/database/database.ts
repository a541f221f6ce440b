import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { ReadCopy } from '#server/database/copy.ts'

/** One PostgreSQL, the packaged one or another, behind one pool. */
export interface Database {
  /** Whether no other process can use it: whatever is found begun, a process began that is dead. */
  readonly exclusive: boolean
  readonly pool: Pool
  readonly kysely: Kysely<unknown>
  /** Where sessions and deletions are still written while the disk has room for little more; null otherwise. */
  reserve(): Kysely<unknown> | null
  /** A copy that follows it, for what may be a little old; null where there is none. */
  readonly copy: ReadCopy | null
  /** Asks the database for a sign of life; rejects when there is none. */
  health(): Promise<Health>
  /**
   * Calls `changed` when rows of these tables may have changed: for commits of this process before their caller is answered,
   * for those of others as soon as their notification arrives.
   */
  watch(tables: readonly string[], changed: () => void): Watch
  /** Carries words between the processes on this database; nothing of it is stored. */
  readonly wire: Wire
  /** Waits a few seconds for connections in use, then closes in any case. */
  close(): Promise<void>
}

export interface Watch {
  /** Whether every change is notified. While it is not, nothing is to be remembered. */
  isComplete(): boolean
}

export interface Wire {
  /** Whether words arrive here now. */
  isUp(): boolean
  /** Sends a word, of fewer than 8000 bytes, to every process, this one too. Rejects where it cannot be sent now. */
  publish(word: string): Promise<void>
  subscribe(subscriber: Subscriber): void
}

export interface Subscriber {
  readonly receive: (word: string) => void
  /** Called when words may have been lost before now. */
  readonly missed: () => void
}

export interface Health {
  /** How long the sign of life took, in milliseconds. */
  readonly milliseconds: number
  /** Free bytes where the packaged server writes; null elsewhere, where the disk cannot be seen from here. */
  readonly freeBytes: number | null
  /** False where writes are refused: the free space is below the floor, or the server is a standby or read-only. */
  readonly writable: boolean
  /** Whether this server follows another, and reads alone until it is promoted. */
  readonly recovering: boolean
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number }
}

/** How the database is used. An installation sets some of it, and a test all. */
export interface Tuning {
  /** Longest a statement may run, in milliseconds. */
  readonly statementMs: number
  /** Longest a statement may wait for a lock. */
  readonly lockMs: number
  /** Connections; undefined: as many as suit the server. */
  readonly connections?: number | undefined
  /** Writes are refused below this many free bytes, where they can be seen. */
  readonly freeFloor: number
  /** Bytes set aside for sessions and deletions on a full disk. */
  readonly reserve: number
  /** Requests that may wait for a connection before the next one is turned away. */
  readonly waiting: number
}

const megabyte = 1024 * 1024
export const tuning: Tuning = {
  statementMs: 10_000,
  lockMs: 3_000,
  freeFloor: 64 * megabyte,
  reserve: 32 * megabyte,
  waiting: 100,
}

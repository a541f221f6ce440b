import type { Pool, PoolConfig } from 'pg'
import type { Tuning } from '#server/database/database.ts'

/** `spare`: for sessions and deletions alone, out of what is reserved for them. */
export type DiskRoom = 'enough' | 'spare' | 'none'

/** A PostgreSQL that can be connected to: the packaged one, or one that runs elsewhere. */
export interface Server {
  readonly connection: PoolConfig
  /** Whether no other process can use its database. */
  readonly exclusive: boolean
  /** Rejects, in Portuguese, where it does not do what the product needs; called once, with the first connections. */
  prove(pool: Pool, tuning: Tuning): Promise<void>
  /** Free bytes where it writes; null where its disk cannot be seen from here. */
  freeBytes(): number | null
  /** What its disk has room for. */
  room(): DiskRoom
  /** Once the pool is closed. */
  stop(): Promise<void>
}

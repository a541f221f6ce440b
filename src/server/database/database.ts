import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

/** One PostgreSQL, embedded or not, behind one pool. */
export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: Pool
  readonly kysely: Kysely<unknown>
  close(): Promise<void>
}

import type { User } from '#kernel/access.ts'
import type { Sql } from '#server/operation.ts'

/** The daily summary includes this besides notices. */
export interface DigestPart {
  /** Gives ids of users for whom something from before `before` is new. */
  readonly waiting: (db: Sql, before: string) => Promise<readonly number[]>
  /** Reads what is open for a user; what is new is marked as sent, in the transaction that writes their summary. */
  readonly take: (trx: Sql, user: User, before: string) => Promise<DigestLines>
}
export interface DigestLines {
  /** Something of it was in no summary yet: that alone is worth one. */
  readonly isNew: boolean
  readonly lines: readonly string[]
}

import { sql } from 'kysely'
import type { Sql } from '#server/operation.ts'

/**
 * Ends the tokens of an account: all of one that was disabled or deleted; with a new password, those a person made for
 * themselves, but not a system's, whose program has its own secret.
 */
export async function endTokens(db: Sql, user_id: number, by: 'password' | 'account', now: Date): Promise<void> {
  const which = by === 'password' ? sql`and kind = 'pessoal'` : sql``
  await sql`update api_tokens set ended_at = ${now.toISOString()}::timestamptz, ended_by = ${by}
    where user_id = ${user_id} and ended_at is null ${which}`.execute(db)
}

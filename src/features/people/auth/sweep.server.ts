import { sql } from 'kysely'
import { forgetRefusals } from '#features/people/auth/refusals.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import { memorySeconds } from '#features/people/auth/throttle.ts'
import { forgetAttempts } from '#features/people/auth/directory-attempts.server.ts'
import { forget } from '#server/chores/forget.ts'
import type { Sql } from '#server/operation.ts'

const day = 86_400
/** For how long an ended session still proves that its user is known at its address. */
const remembered = 90 * day

/** Removes what sign-in no longer needs. Answers how much. */
export async function sweepSignIn(db: Sql, now: Date): Promise<number> {
  const over = sql`(ended_at is not null or idle_until <= ${at(now)} or expires_at <= ${at(now)})`
  return (
    (await forget(db, 'access_tokens', sql`expires_at <= ${at(now)}`)) +
    (await forget(db, 'refresh_tokens', sql`session_id in (select id from sessions where ${over})`)) +
    (await forget(db, 'sessions', sql`last_used_at < ${after(now, -remembered)} and ${over}`)) +
    (await forget(db, 'password_resets', sql`created_at < ${after(now, -remembered)}`)) +
    (await forgetAttempts(db, now)) +
    (await forget(db, 'spent_proofs', sql`spent_at < now() - interval '10 minutes'`)) +
    (await forget(db, 'login_attempts', sql`failed_at < ${after(now, -memorySeconds)}`)) +
    (await forgetRefusals(db, now))
  )
}

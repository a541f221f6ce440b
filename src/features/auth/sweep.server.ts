import { sql } from 'kysely'
import { forgetRefusals } from '#features/auth/refusals.server.ts'
import { after, at } from '#features/auth/sessions.server.ts'
import { memorySeconds } from '#features/auth/throttle.ts'
import type { Sql } from '#server/operation.ts'

const day = 86_400
/** How long a session that ended still tells where its user has been known. */
const remembered = 90 * day

/** Removes what sign-in no longer needs; meant to run once a day. */
export async function sweepSignIn(db: Sql, now: Date): Promise<void> {
  await sql`delete from access_tokens where expires_at <= ${at(now)}`.execute(db)
  await sql`delete from refresh_tokens r using sessions s where s.id = r.session_id
    and (s.ended_at is not null or s.idle_until <= ${at(now)} or s.expires_at <= ${at(now)})`.execute(db)
  await sql`delete from sessions where last_used_at < ${after(now, -remembered)}
    and (ended_at is not null or idle_until <= ${at(now)} or expires_at <= ${at(now)})`.execute(db)
  await sql`delete from password_resets where created_at < ${after(now, -remembered)}`.execute(db)
  await sql`delete from login_attempts where failed_at < ${after(now, -memorySeconds)}`.execute(db)
  await forgetRefusals(db, now)
}

import { sql } from 'kysely'
import { after, at } from '#features/people/auth/sessions.server.ts'
import { forget } from '#server/chores/forget.ts'
import type { Sql } from '#server/operation.ts'

const day = 86_400
/** For how long an unused browser is still known to its user. */
const rememberedDays = 400

/** Removes what second factors no longer need. Answers how much. */
export const sweepFactors = async (db: Sql, now: Date): Promise<number> =>
  (await forget(db, 'sign_in_steps', sql`expires_at <= ${at(now)}`)) +
  (await forget(db, 'passkey_challenges', sql`expires_at <= ${at(now)}`)) +
  (await forget(db, 'user_factors', sql`confirmed_at is null and created_at < ${after(now, -day)}`)) +
  (await forget(db, 'sign_in_devices', sql`last_at < ${after(now, -rememberedDays * day)}`))

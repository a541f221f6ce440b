import { sql } from 'kysely'
import type { Authenticated } from '#features/people/auth/authenticate.server.ts'
import { note } from '#features/people/auth/people.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import type { ArrivingRequest } from '#server/house.ts'
import type { Sql } from '#server/operation.ts'

/** Seconds in which copies of one session are noted once: who repeats them fills no history. */
const interval = 3_600

/**
 * Notes that somebody presented a token of this session without its key, as a copy of the browser's storage would: its owner
 * reads so beside the session and in the history. The session goes on, because a thief must not be able to end it.
 */
export async function noteCopy(
  db: Sql,
  { session_id, user }: Pick<Authenticated, 'session_id' | 'user'>,
  { id, ip }: Pick<ArrivingRequest, 'id' | 'ip'>,
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    update sessions set copy_refused_at = ${at(now)}
    where id = ${session_id} and (copy_refused_at is null or copy_refused_at < ${after(now, -interval)}) returning id`.execute(
    db,
  )
  if (rows.length) await note(db, { request_id: id, user_id: user.id }, 'users.copia-recusada', {}, `De ${ip}.`)
}

import { sql } from 'kysely'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { at, type SessionTokens } from '#features/people/auth/sessions.server.ts'
import type { Sql } from '#server/operation.ts'

/** Whom the directory vouched for, at a sign-in. */
export interface VouchedSession {
  readonly issuer: string
  readonly subject: string
  /** The sealed token by which it says later whether they are still there; null where it gave none. */
  readonly proof: string | null
  readonly has_factor: boolean
  /** When they proved who they are, as an instant; null where the directory does not say. */
  readonly since: string | null
}

/**
 * Notes that the directory began this session, in the transaction of its start. A directory lets who it knows pass without a question:
 * guarded acts count from its last question, and open to nobody by it where it does not say when that was.
 */
export async function noteVouched(
  trx: Sql,
  { access_token }: SessionTokens,
  { issuer, subject, proof, has_factor, since }: VouchedSession,
  now: Date,
): Promise<void> {
  await sql`
    with begun as (
      insert into directory_sessions (session_id, issuer, subject, proof, has_factor, checked_at)
      select session_id, ${issuer}, ${subject}, ${proof}, ${has_factor}, ${at(now)}
      from access_tokens where hash = ${hashOf(access_token)} returning session_id)
    update sessions s set proved_at = least(s.proved_at, ${since ?? 'epoch'}::timestamptz),
      factor_proved_at = case when s.factor_proved_at is not null then least(s.factor_proved_at, ${since ?? 'epoch'}::timestamptz) end
    from begun where s.id = begun.session_id`.execute(trx)
}

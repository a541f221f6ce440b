import { sql } from 'kysely'
import type { Lives } from '#features/people/auth/rotation.ts'
import { note } from '#features/people/auth/people.server.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { at, startSession, type SessionTokens } from '#features/people/auth/sessions.server.ts'
import { admitVouched } from '#features/people/auth/directory-admission.server.ts'
import { takeAttempt } from '#features/people/auth/directory-attempts.server.ts'
import { vouchedFor } from '#features/people/auth/directory-provider.server.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import { seal } from '#parts/secret/seal.server.ts'
import type { Config } from '#server/config.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

/** What the directory's refresh token is sealed for. */
export const proofPurpose = 'directory refresh token'

interface DirectorySignIn {
  readonly db: Sql
  readonly config: Config
  readonly lives: Lives
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id' | 'ip' | 'agent'>
}

/**
 * Trades what the directory sent a browser back with for a session; `back` is the whole address. Null when the ticket is spent, or
 * the directory refuses; throws a 403 in words when it vouches for somebody who may not come in, a 503 when it does not answer.
 */
export async function enterByDirectory(
  { db, config, lives, now, request }: DirectorySignIn,
  directory: Directory,
  ticket: string,
  back: URL,
): Promise<SessionTokens | null> {
  const challenge = await takeAttempt(db, ticket, now)
  const vouched = challenge && (await vouchedFor(directory, back, challenge))
  if (!vouched) return null
  const { claims, refresh } = vouched
  return db.transaction().execute(async trx => {
    const user_id = await admitVouched({ trx, directory, claims, request_id: request.id })
    await note(trx, { request_id: request.id, user_id }, 'users.login')
    const tokens = await startSession(trx, user_id, request, now, lives)
    await sql`
      insert into directory_sessions (session_id, issuer, subject, proof, checked_at)
      select session_id, ${directory.issuer.href}, ${claims.sub}, ${refresh && seal(config, proofPurpose, refresh)}, ${at(now)}
      from access_tokens where hash = ${hashOf(tokens.access_token)}`.execute(trx)
    return tokens
  })
}

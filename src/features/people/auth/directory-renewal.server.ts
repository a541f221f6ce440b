import { sql } from 'kysely'
import { problem, Problem } from '#kernel/problem.ts'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { after, at, endSession } from '#features/people/auth/sessions.server.ts'
import { admitVouched } from '#features/people/auth/directory-admission.server.ts'
import { mayPassDirectory } from '#features/people/auth/directory-passwords.server.ts'
import { proofPurpose } from '#features/people/auth/directory-entry.server.ts'
import { stillVouched, type Vouched } from '#features/people/auth/directory-provider.server.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import { seal, unsealed } from '#parts/secret/seal.server.ts'
import type { Config } from '#server/config.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

/** Seconds for which the directory's last answer is good: two tabs that renew at once ask it once. */
const freshFor = 30
/** Seconds one request has to ask the directory, before another may: longer than the directory has to answer. */
const claimFor = 20

interface DirectorySession {
  readonly session_id: number
  readonly issuer: string
  readonly subject: string
  readonly proof: string | null
}
interface Renewal {
  readonly db: Sql
  readonly config: Config
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id'>
}

/**
 * Before a session that the directory began is renewed: is the person still there? Answers false, and the session is over, when the
 * directory knows them no more, or is no longer this installation's. Throws a 503 when it does not answer: the session remains, and
 * its access ends with its token. Sessions begun past the directory go on while their person may come in past it.
 */
export async function isStillVouched(
  renewal: Renewal,
  directory: Directory | null,
  refresh_token: string,
): Promise<boolean> {
  const { db, config, now } = renewal
  const found = await claimed(db, refresh_token, now)
  if (found === 'fresh') return true
  if (found === null) return maySessionPass(renewal, directory, refresh_token)
  const proof = openedProof(config, found)
  if (!directory || directory.issuer.href !== found.issuer || proof === null) return end(db, found, now)
  const vouched = await stillVouched(directory, proof, found.subject).catch(async (error: unknown) => {
    await sql`update directory_sessions set claimed_until = null where session_id = ${found.session_id}`.execute(db)
    throw error
  })
  return vouched ? settle(renewal, directory, found, vouched) : end(db, found, now)
}

const openedProof = (config: Config, { proof }: DirectorySession) =>
  proof === null ? null : unsealed(config, proofPurpose, proof)

async function maySessionPass({ db, now }: Renewal, directory: Directory | null, refresh_token: string) {
  if (!directory) return true
  const { rows } = await sql<{ session_id: number; user_id: number }>`
    select s.id as session_id, s.user_id from refresh_tokens r join sessions s on s.id = r.session_id
    where r.hash = ${hashOf(refresh_token)} and s.ended_at is null`.execute(db)
  const [found] = rows
  return !found || (await mayPassDirectory(db, directory, found.user_id)) || end(db, found, now)
}

/**
 * The session that the directory has to confirm, or has just confirmed; null for one it did not begin. A directory takes each of its
 * refresh tokens once.
 */
async function claimed(db: Sql, refresh_token: string, now: Date): Promise<DirectorySession | 'fresh' | null> {
  const { rows } = await sql<DirectorySession & { is_fresh: boolean; is_claimed: boolean }>`
    with own as (
      select d.session_id, d.checked_at > ${after(now, -freshFor)} as is_fresh, d.claimed_until > ${at(now)} as is_claimed
      from refresh_tokens r join sessions s on s.id = r.session_id and s.ended_at is null
      join directory_sessions d on d.session_id = s.id where r.hash = ${hashOf(refresh_token)} for no key update of d
    ), taken as (
      update directory_sessions d set claimed_until = ${after(now, claimFor)} from own
      where d.session_id = own.session_id and not own.is_fresh and own.is_claimed is not true
    )
    select d.session_id, d.issuer, d.subject, d.proof, own.is_fresh, coalesce(own.is_claimed, false) as is_claimed
    from own join directory_sessions d using (session_id)`.execute(db)
  const [found] = rows
  if (!found) return null
  if (found.is_fresh) return 'fresh'
  if (found.is_claimed) throw problem('unavailable', { retryAfter: 1 })
  return found
}

/** Stores the directory's next proof, and what its groups give now. A person its groups no longer admit is out. */
async function settle(
  { db, config, now, request }: Renewal,
  directory: Directory,
  { session_id }: DirectorySession,
  { claims, refresh }: Vouched,
): Promise<boolean> {
  const proof = refresh && seal(config, proofPurpose, refresh)
  await sql`
    update directory_sessions set proof = ${proof}, checked_at = ${at(now)}, claimed_until = null
    where session_id = ${session_id}`.execute(db)
  // An answer without the claim is silent about groups: not every directory repeats them.
  if (!(directory.claim in claims)) return true
  try {
    await db.transaction().execute(trx => admitVouched({ trx, directory, claims, request_id: request.id }))
    return true
  } catch (error) {
    if (error instanceof Problem && error.kind === 'forbidden') return end(db, { session_id }, now)
    throw error
  }
}

async function end(db: Sql, { session_id }: Pick<DirectorySession, 'session_id'>, now: Date): Promise<false> {
  await endSession(db, session_id, 'directory', now)
  return false
}

import { personById } from '#features/people/auth/people.server.ts'
import type { SecondStep, SignIn } from '#features/people/auth/second.server.ts'
import type { SessionTokens } from '#features/people/auth/sessions.server.ts'
import { openSession } from '#features/people/auth/sign-in.server.ts'
import { admitVouched } from '#features/people/auth/directory-admission.server.ts'
import { takeAttempt } from '#features/people/auth/directory-attempts.server.ts'
import { vouchedFor } from '#features/people/auth/directory-provider.server.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'
import { seal } from '#parts/secret/seal.server.ts'
import type { Config } from '#server/config.ts'

/** What the directory's refresh token is sealed for. */
export const proofPurpose = 'directory refresh token'

/**
 * Trades what the directory sent a browser back with for a session; `back` is the whole address. Where it vouches for no more than a
 * password, our second step follows as after one. Null when the ticket is spent, or the directory refuses; throws a 403 in words when
 * it vouches for somebody who may not come in, a 503 when it does not answer.
 */
export async function enterByDirectory(
  door: SignIn & { readonly directory: Directory },
  config: Config,
  ticket: string,
  back: URL,
): Promise<SessionTokens | SecondStep | null> {
  const { db, directory, now, request } = door
  const challenge = await takeAttempt(db, ticket, now)
  const arrival = challenge && (await vouchedFor(directory, back, challenge))
  if (!arrival) return null
  const { claims, refresh, hasFactor, since } = arrival
  const vouched = {
    issuer: directory.issuer.href,
    subject: claims.sub,
    proof: refresh && seal(config, proofPurpose, refresh),
    has_factor: hasFactor,
    since: since && since.toISOString(),
  }
  const entering = { ...door, vouched }
  return db.transaction().execute(async trx => {
    const who = await personById(trx, await admitVouched({ trx, directory, claims, request_id: request.id }))
    if (!who) return null
    return (
      (hasFactor ? null : await door.second.begin(trx, who, entering)) ?? openSession(trx, who, entering, hasFactor)
    )
  })
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { seal, unsealed } from '#parts/secret/seal.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

const purpose = (id: number) => `webhook:${id}`
/** Hours in which the former secret signs beside the new one, so that a receiver may learn the new one without losing a message. */
export const formerHours = 24

/** Gives an endpoint a new secret, and answers it: it is not shown again. The first begins at the present place of the history. */
export async function renewSecret(db: Sql, config: Config, id: number, now: Date) {
  // As Standard Webhooks writes them: 32 random bytes in base64.
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const { rows } = await sql<{ former_until: string | null }>`
    update webhook_endpoints set former_secret = secret, secret = ${seal(config, purpose(id), secret)}, secret_at = ${now.toISOString()}::timestamptz,
      former_until = case when secret is not null then ${now.toISOString()}::timestamptz + ${formerHours} * interval '1 hour' end,
      after_id = coalesce(after_id, 0), after_xid = coalesce(after_xid, pg_snapshot_xmin(pg_current_snapshot())),
      version = version + 1, updated_at = now()
    where id = ${id} returning former_until`.execute(db)
  return { secret, former_until: rows[0]?.former_until ?? null }
}

interface SealedSecrets {
  readonly id: number
  readonly secret: string | null
  readonly former_secret: string | null
  readonly former_until: string | null
}

/** The secrets that sign a message now, the newest first; none where they were sealed with another key, or there is no key. */
export function signingSecrets(config: Config, keyed: boolean, endpoint: SealedSecrets, now: Date): readonly string[] {
  if (!keyed) return []
  const { id, secret, former_secret, former_until } = endpoint
  const isFormerValid = former_until !== null && Date.parse(former_until) > now.getTime()
  return [secret, isFormerValid ? former_secret : null].flatMap(sealed => {
    const opened = sealed === null ? null : unsealed(config, purpose(id), sealed)
    return opened === null ? [] : [opened]
  })
}

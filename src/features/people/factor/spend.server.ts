import { spendRecoveryCode } from '#features/people/factor/codes.server.ts'
import type { PasskeyUse } from '#features/people/factor/passkeys.server.ts'
import { factorsOf, spendCode, spendPasskey } from '#features/people/factor/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** What somebody shows for a second factor: one of these. */
export interface ShownFactor {
  readonly otp?: string | undefined
  readonly recovery_code?: string | undefined
  readonly passkey?: PasskeyUse | null | undefined
}
export type SpentFactor = 'totp' | 'recovery' | 'passkey'

/** Spends what this person shows, in the transaction that locked them; null where it is worth nothing, or was spent before. */
export async function spendFactor(
  trx: Sql,
  config: Config,
  user_id: number,
  { otp, recovery_code, passkey }: ShownFactor,
  now: Date,
): Promise<SpentFactor | null> {
  if (passkey)
    return passkey.factor.user_id === user_id && (await spendPasskey(trx, passkey.factor.id, passkey.counter, now))
      ? 'passkey'
      : null
  if (recovery_code !== undefined)
    return (await spendRecoveryCode(trx, user_id, recovery_code, now)) ? 'recovery' : null
  const code = otp?.replace(/\s/g, '') ?? ''
  if (!/^\d{6}$/.test(code)) return null
  for (const factor of await factorsOf(trx, user_id))
    if (factor.kind === 'totp' && (await spendCode(trx, config, factor, code, now))) return 'totp'
  return null
}

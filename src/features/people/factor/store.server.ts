import { sql } from 'kysely'
import { at } from '#features/people/auth/sessions.server.ts'
import { stepOfCode } from '#features/people/factor/totp.server.ts'
import type { FactorKind } from '#features/people/factor/factors.ts'
import { unsealed } from '#parts/secret/seal.server.ts'
import { secretsKey } from '#parts/secret/settings.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

export interface StoredFactor {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
  readonly kind: FactorKind
  readonly name: string
  readonly created_at: string
  readonly confirmed_at: string | null
  readonly last_used_at: string | null
  readonly secret: string | null
  readonly last_step: number | null
  readonly credential: string | null
  readonly public_key: Buffer | null
  readonly counter: number | null
  readonly transports: readonly string[] | null
}
const columns = sql`id, uuid, user_id, kind, name, created_at, confirmed_at, last_used_at, secret, last_step, credential, public_key, counter, transports`

/** What a sealed secret of codes is sealed for: that of another device opens nothing. */
export const secretPurpose = ({ uuid, user_id }: Pick<StoredFactor, 'uuid' | 'user_id'>) =>
  `user:${user_id}:totp:${uuid}`

/** The secret of a device that makes codes; null where the installation cannot open it. */
export const secretOf = (config: Config, factor: StoredFactor): string | null =>
  factor.secret === null || config.of(secretsKey) === undefined
    ? null
    : unsealed(config, secretPurpose(factor), factor.secret)

/** The confirmed second factors of a person, the oldest first. */
export async function factorsOf(db: Sql, user_id: number): Promise<readonly StoredFactor[]> {
  const { rows } = await sql<StoredFactor>`
    select ${columns} from user_factors where user_id = ${user_id} and confirmed_at is not null order by id`.execute(db)
  return rows
}

/** One factor of a person, locked until the transaction ends. */
export async function lockFactor(trx: Sql, user_id: number, uuid: string): Promise<StoredFactor | null> {
  const { rows } = await sql<StoredFactor>`
    select ${columns} from user_factors where user_id = ${user_id} and uuid::text = ${uuid.toLowerCase()} for update`.execute(
    trx,
  )
  return rows[0] ?? null
}

export async function factorByCredential(db: Sql, credential: string): Promise<StoredFactor | null> {
  const { rows } = await sql<StoredFactor>`
    select ${columns} from user_factors where credential = ${credential} and confirmed_at is not null`.execute(db)
  return rows[0] ?? null
}

/** Accepts a code of a device, once: a code of the same thirty seconds, or of earlier ones, is refused from then on. */
export async function spendCode(
  trx: Sql,
  config: Config,
  factor: StoredFactor,
  code: string,
  now: Date,
): Promise<boolean> {
  const secret = secretOf(config, factor)
  const step = secret === null ? null : await stepOfCode(secret, code, now)
  if (step === null) return false
  const { rows } = await sql`
    update user_factors set last_step = ${step}, last_used_at = ${at(now)}
    where id = ${factor.id} and (last_step is null or last_step < ${step}) returning id`.execute(trx)
  return rows.length === 1
}

/**
 * Stores that a passkey was used; answers false where it is gone, or its counter does not advance: then there is a copy of it.
 * Passkeys that are synchronised do not count, and say 0 forever.
 */
export async function spendPasskey(trx: Sql, id: number, counter: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update user_factors set counter = ${counter}, last_used_at = ${at(now)}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning id`.execute(trx)
  return rows.length === 1
}

/** Removes all that a person has of second factors, the codes and remembered browsers too; answers how many factors. */
export async function dropFactors(trx: Sql, user_id: number): Promise<number> {
  const { rows } = await sql<{ confirmed: boolean }>`
    delete from user_factors where user_id = ${user_id} returning confirmed_at is not null as confirmed`.execute(trx)
  await dropLeftovers(trx, user_id)
  return rows.filter(({ confirmed }) => confirmed).length
}

/** Of who has no factor any more: what stood in for it. */
export async function dropLeftovers(trx: Sql, user_id: number): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${user_id}`.execute(trx)
  await sql`update sign_in_devices set trusted_until = null
    where user_id = ${user_id} and trusted_until is not null`.execute(trx)
}

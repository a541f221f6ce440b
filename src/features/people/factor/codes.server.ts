import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { at } from '#features/people/auth/sessions.server.ts'
import { codesOfASet, readRecoveryCode, recoveryCodeOf } from '#features/people/factor/factors.ts'
import type { Sql } from '#server/operation.ts'

/** A new set of recovery codes, in place of the one before: the caller shows them once, for only their hashes are stored. */
export async function issueRecoveryCodes(trx: Sql, user_id: number, now: Date): Promise<readonly string[]> {
  const codes = Array.from({ length: codesOfASet }, () => recoveryCodeOf(randomBytes(10)))
  await sql`delete from recovery_codes where user_id = ${user_id}`.execute(trx)
  for (const code of codes)
    await sql`insert into recovery_codes (hash, user_id, created_at) values (${hashOf(code)}, ${user_id}, ${at(now)})`.execute(
      trx,
    )
  return codes
}

/** Spends a recovery code; answers whether it was one of this person's, and unused. */
export async function spendRecoveryCode(trx: Sql, user_id: number, typed: string, now: Date): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const { rows } = await sql`
    update recovery_codes set used_at = ${at(now)}
    where hash = ${hashOf(code)} and user_id = ${user_id} and used_at is null returning hash`.execute(trx)
  return rows.length === 1
}

export async function recoveryCodesLeft(db: Sql, user_id: number): Promise<{ total: number; left: number }> {
  const { rows } = await sql<{ total: number; left: number }>`
    select count(*)::int as total, count(*) filter (where used_at is null)::int as left
    from recovery_codes where user_id = ${user_id}`.execute(db)
  return rows[0] ?? { total: 0, left: 0 }
}

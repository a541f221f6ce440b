import { sql } from 'kysely'
import { welcome } from '#features/people/auth/authenticate.server.ts'
import type { Sql } from '#server/operation.ts'

/** Somebody who may sign in, as far as their password goes. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly password: string | null
}

const columns = sql`select u.id, u.name, u.email, u.password from users u join profiles p on p.id = u.profile_id`

/** By e-mail, whatever its capitals; null for who is unknown, disabled or deleted, or whose profile is. */
export async function personByEmail(db: Sql, email: string): Promise<Person | null> {
  const { rows } = await sql<Person>`${columns} where lower(u.email) = lower(${email.trim()}) and ${welcome}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function personById(db: Sql, id: number): Promise<Person | null> {
  const { rows } = await sql<Person>`${columns} where u.id = ${id} and ${welcome}`.execute(db)
  return rows[0] ?? null
}

/** Holds the person still until the transaction ends; false when the password is no longer the one that was compared. */
export async function holdPerson(trx: Sql, { id, password }: Person): Promise<boolean> {
  const { rows } = await sql`select u.id from users u join profiles p on p.id = u.profile_id
    where u.id = ${id} and u.password is not distinct from ${password} and ${welcome} for no key update of u`.execute(
    trx,
  )
  return rows.length === 1
}

/** Stores a new hash, clears the duty to choose a new password and voids the unused reset links. */
export async function setPassword(trx: Sql, id: number, hash: string, now: Date): Promise<void> {
  const moment = now.toISOString()
  await sql`update users set password = ${hash}, redefinir_senha_apos_login = false, version = version + 1,
    updated_at = ${moment}::timestamptz where id = ${id}`.execute(trx)
  await sql`update password_resets set spent_at = ${moment}::timestamptz
    where user_id = ${id} and spent_at is null`.execute(trx)
}

/** One line of history about a user, in the transaction of what happened. */
export async function note(
  trx: Sql,
  { request_id, user_id }: { readonly request_id: string; readonly user_id: number },
  event: string,
  changed: object = {},
  reason: string | null = null,
): Promise<void> {
  await sql`insert into audit_events (request_id, user_id, event, resource, row_id, changes, reason)
    values (${request_id}, ${user_id}, ${event}, 'users', ${user_id}, ${JSON.stringify(changed)}::json, ${reason})`.execute(
    trx,
  )
}

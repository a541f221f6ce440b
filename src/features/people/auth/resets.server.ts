import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import { holdPerson, note, personById, setPassword, type Person } from '#features/people/auth/people.server.ts'
import { passwordErrors } from '#features/people/auth/password-rules.ts'
import type { Passwords } from '#features/people/auth/passwords.server.ts'
import { hashOf, newToken } from '#features/people/auth/secrets.server.ts'
import { after, at, endSessions } from '#features/people/auth/sessions.server.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

export const resetMinutes = 30

export const resetLink = (root: string, token: string) => `${root}/account/reset?token=${token}`

/** Creates a single-use link for the user and revokes earlier ones, unless `keep`. Runs in the caller's transaction. */
export async function issueReset(
  trx: Sql,
  user_id: number,
  now: Date,
  minutes = resetMinutes,
  keep = false,
): Promise<string> {
  const token = newToken()
  if (!keep)
    await sql`update password_resets set spent_at = ${at(now)} where user_id = ${user_id} and spent_at is null`.execute(
      trx,
    )
  await sql`insert into password_resets (hash, user_id, created_at, expires_at)
    values (${hashOf(token)}, ${user_id}, ${at(now)}, ${after(now, minutes * 60)})`.execute(trx)
  return token
}

/** A typed e-mail is stored in the outbox under this key until an account is found for it, because people type passwords there. */
export const keyOfEmail = (email: string) => hashOf(email.trim().toLowerCase()).toString('hex')

/** Answers the user whose e-mail has this key; null for a user who may not sign in. */
export async function personByKey(trx: Sql, key: string): Promise<Person | null> {
  const { rows } = await sql<{ id: number }>`
    select id from users where encode(sha256(convert_to(lower(email), 'UTF8')), 'hex') = ${key} and deleted_at is null`.execute(
    trx,
  )
  return rows[0] ? personById(trx, rows[0].id) : null
}

interface Reset {
  readonly db: Sql
  readonly passwords: Passwords
  readonly product: string
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id' | 'ip'>
}

const dead = () => invalid({ token: 'Este link já foi usado ou não vale mais. Peça outro.' })

/** Spends a link: the password changes and every session of its owner ends. Throws a 422 otherwise. */
export async function resetPassword(
  { db, passwords, product, now, request }: Reset,
  { token, password, password_confirmation }: Readonly<Record<'token' | 'password' | 'password_confirmation', string>>,
): Promise<void> {
  const hash = hashOf(token)
  const open = sql`hash = ${hash} and spent_at is null and expires_at > ${at(now)}`
  const { rows } = await sql<{ user_id: number }>`select user_id from password_resets where ${open}`.execute(db)
  const person = rows[0] ? await personById(db, rows[0].user_id) : null
  if (!person) throw dead()
  await checkNewPassword({ password, password_confirmation }, { product, email: person.email, name: person.name })
  const stored = await passwords.hash(password)
  await db.transaction().execute(async trx => {
    if (!(await holdPerson(trx, person))) throw dead()
    const spent = await sql`update password_resets set spent_at = ${at(now)}, used_from = ${request.ip}
      where ${open} returning hash`.execute(trx)
    if (!spent.rows.length) throw dead()
    await setPassword(trx, person.id, stored, now)
    await endSessions(trx, person.id, 'password', now)
    await note(trx, { request_id: request.id, user_id: person.id }, 'users.reset-password')
  })
}

/** Throws a 422 that names what is wrong with a new password. */
export async function checkNewPassword(
  { password, password_confirmation }: Readonly<Record<'password' | 'password_confirmation', string>>,
  context: Parameters<typeof passwordErrors>[1],
): Promise<void> {
  const wrong = await passwordErrors(password, context)
  if (wrong.length) throw invalid({ password: wrong })
  if (password !== password_confirmation) throw invalid({ password_confirmation: 'A confirmação não é igual à senha.' })
}

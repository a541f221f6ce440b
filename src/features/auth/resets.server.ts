import { sql } from 'kysely'
import { invalid } from '#kernel/problem.ts'
import { holdPerson, note, personByEmail, personById, setPassword, type Person } from '#features/auth/people.server.ts'
import { passwordErrors } from '#features/auth/password-rules.ts'
import type { Passwords } from '#features/auth/passwords.server.ts'
import { hashOf, newToken } from '#features/auth/secrets.server.ts'
import { after, at, endSessions } from '#features/auth/sessions.server.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

export const resetMinutes = 30
/** Links an account is sent in an hour; beyond it the last one stays good, so nobody can flood a mailbox or void its links. */
const linksPerHour = 5

export const resetLink = (root: string, token: string) => `${root}/account/reset?token=${token}`

/** A new single-use link for the user; the ones before it die. Inside the caller's transaction. */
export async function issueReset(trx: Sql, user_id: number, now: Date, minutes = resetMinutes): Promise<string> {
  const token = newToken()
  await sql`update password_resets set spent_at = ${at(now)} where user_id = ${user_id} and spent_at is null`.execute(
    trx,
  )
  await sql`insert into password_resets (hash, user_id, created_at, expires_at)
    values (${hashOf(token)}, ${user_id}, ${at(now)}, ${after(now, minutes * 60)})`.execute(trx)
  return token
}

/** Whoever this e-mail belongs to, with a fresh token; null when it is nobody's, or was asked for too often. */
export const askReset = (
  db: Sql,
  email: string,
  request_id: string,
  now: Date,
): Promise<{ readonly person: Person; readonly token: string } | null> =>
  db.transaction().execute(async trx => {
    const person = await personByEmail(trx, email)
    if (!person) return null
    await sql`select id from users where id = ${person.id} for no key update`.execute(trx)
    const { rows } = await sql<{ recent: number }>`select count(*)::int as recent from password_resets
      where user_id = ${person.id} and created_at > ${after(now, -3600)}`.execute(trx)
    if ((rows[0]?.recent ?? 0) >= linksPerHour) return null
    await note(trx, { request_id, user_id: person.id }, 'users.password-recovery')
    return { person, token: await issueReset(trx, person.id, now) }
  })

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

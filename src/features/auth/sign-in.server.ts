import { sql } from 'kysely'
import type { Lives } from '#features/auth/rotation.ts'
import { holdPerson, note, personByEmail } from '#features/auth/people.server.ts'
import type { Passwords } from '#features/auth/passwords.server.ts'
import { startSession, type Tokens } from '#features/auth/sessions.server.ts'
import { addressOf, type Limit } from '#features/auth/throttle.ts'
import { accountLimit, addressLimit, attempt, forgive, pairLimit } from '#features/auth/throttle.server.ts'
import type { RequestFacts, Sql } from '#server/operation.ts'

/** What a sign-in stands on. */
export interface SignIn {
  readonly db: Sql
  readonly passwords: Passwords
  readonly lives: Lives
  readonly now: Date
  readonly request: Pick<RequestFacts, 'id' | 'ip' | 'agent'>
}

/** Failures from everywhere that one account, or one address, is heard without waiting. */
const accountCeiling = 50
const addressCeiling = 30

/**
 * Trades an e-mail and a password for a session; null when they do not match, whatever the cause, and always after the
 * same work. Throws a 429 to whoever tries too often.
 */
export async function signIn(
  { db, passwords, lives, now, request }: SignIn,
  email: string,
  password: string,
): Promise<Tokens | null> {
  const person = await personByEmail(db, email)
  const own = pairLimit('login', email, request.ip)
  const shared = (await knownAt(db, person?.id ?? 0, request.ip)) ? [] : sharedLimits(email, request.ip)
  await attempt(db, [own, ...shared], now)
  const right = await passwords.verify(person?.password ?? null, password).catch(async (busy: unknown) => {
    await forgive(db, own, shared)
    throw busy
  })
  if (!right || !person) return null
  return db.transaction().execute(async trx => {
    if (!(await holdPerson(trx, person))) return null
    await forgive(trx, own, shared)
    await note(trx, { request_id: request.id, user_id: person.id }, 'users.login')
    return startSession(trx, person.id, request, now, lives)
  })
}

/** Strangers' failures weigh on strangers only: who has signed in from this address before is not held to these. */
const sharedLimits = (email: string, ip: string): readonly Limit[] => [
  accountLimit('login', email, accountCeiling),
  addressLimit('login', ip, addressCeiling),
]

/** Whether the user has signed in, or used a mailed link, from this address before. */
async function knownAt(db: Sql, user_id: number, ip: string): Promise<boolean> {
  const { rows } = await sql<{ ip: string }>`
    select distinct ip from sessions where user_id = ${user_id}
    union select used_from from password_resets where user_id = ${user_id} and used_from is not null`.execute(db)
  return rows.some(row => addressOf(row.ip) === addressOf(ip))
}

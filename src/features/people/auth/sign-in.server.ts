import { sql } from 'kysely'
import { Problem } from '#kernel/problem.ts'
import { holdPerson, note, personByEmail, type Person } from '#features/people/auth/people.server.ts'
import { noteRefusal } from '#features/people/auth/refusals.server.ts'
import type { SecondStep, SignIn } from '#features/people/auth/second.server.ts'
import { startSession, type SessionTokens } from '#features/people/auth/sessions.server.ts'
import type { Limit } from '#features/people/auth/throttle.ts'
import {
  accountLimit,
  addressLimit,
  countAttempt,
  forgive,
  networkLimit,
  pairLimit,
  takeBack,
} from '#features/people/auth/throttle.server.ts'
import { mayPassDirectory } from '#features/people/auth/directory-passwords.server.ts'
import { noteVouched } from '#features/people/auth/directory-sessions.server.ts'
import { networkOf } from '#server/network.ts'
import type { Sql } from '#server/operation.ts'

/** Failures one address is heard without waiting; those of a network, or at one account, before strangers are heard in turn. */
const ceilings = { address: 30, network: 120, account: 50 }

/**
 * Trades an e-mail and a password for a session, or for a second step; null when they do not match, whatever the cause, and
 * always after the same work. Throws a 429 when a client tries too often from its address; a right password is never refused for what others do
 * elsewhere.
 */
export async function signIn(
  door: SignIn,
  email: string,
  password: string,
): Promise<SessionTokens | SecondStep | null> {
  const { db, passwords, now, request } = door
  const person = await personByEmail(db, email)
  const own = pairLimit('login', email, request.ip)
  const shared = (await knownAt(db, person?.id ?? 0, request.ip)) ? [] : sharedLimits(email, request.ip)
  const strained = await countAttempt(db, [own, ...shared], now).catch(async (error: unknown) => {
    if (error instanceof Problem && error.kind === 'throttled') await noteRefusal(door, email, true)
    throw error
  })
  const right = await passwords.verify(person?.password ?? null, password, strained).catch(async (busy: unknown) => {
    await takeBack(db, [own, ...shared])
    throw busy
  })
  const tokens = right && person ? await enter(person) : null
  if (!tokens) await noteRefusal(door, email, false)
  return tokens

  function enter(who: Person): Promise<SessionTokens | SecondStep | null> {
    return db.transaction().execute(async trx => {
      if (!(await holdPerson(trx, who))) return null
      if (!(await mayPassDirectory(trx, door.directory, who.id))) return null
      await forgive(trx, own, shared)
      return (await door.second.begin(trx, who, door)) ?? openSession(trx, who, door)
    })
  }
}

/** Starts the session of who has proved who they are, in the transaction that locked them. */
export async function openSession(trx: Sql, who: Person, door: SignIn, hasFactor = false): Promise<SessionTokens> {
  const { now, request, lives } = door
  await note(trx, { request_id: request.id, user_id: who.id }, 'users.login')
  await door.second.arrive(trx, who, door)
  const { ip, agent } = request
  const tokens = await startSession(trx, who.id, { ip, agent, hasFactor, ...door.holder }, now, lives)
  if (door.vouched) await noteVouched(trx, tokens, door.vouched, now)
  return tokens
}

/** Failures of strangers limit strangers only: these limits skip a user who has signed in from this address before. */
const sharedLimits = (email: string, ip: string): readonly Limit[] => [
  accountLimit('login', email, ceilings.account),
  addressLimit('login', ip, ceilings.address),
  networkLimit('login', ip, ceilings.network),
]

/** Whether the user has signed in, or used a mailed link, from this address before. */
export async function knownAt(db: Sql, user_id: number, ip: string): Promise<boolean> {
  const { rows } = await sql<{ ip: string }>`
    select distinct ip from sessions where user_id = ${user_id}
    union select used_from from password_resets where user_id = ${user_id} and used_from is not null`.execute(db)
  return rows.some(row => networkOf(row.ip) === networkOf(ip))
}

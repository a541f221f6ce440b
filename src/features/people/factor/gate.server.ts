import { sql } from 'kysely'
import { Problem, problem } from '#kernel/problem.ts'
import { holdPerson, personById, type Person } from '#features/people/auth/people.server.ts'
import { mayPassDirectory } from '#features/people/auth/directory-passwords.server.ts'
import type { VouchedSession } from '#features/people/auth/directory-sessions.server.ts'
import { noteRefusal } from '#features/people/auth/refusals.server.ts'
import { hashOf, newToken } from '#features/people/auth/secrets.server.ts'
import type { GrantParameters, SecondFactor, SecondStep, SignIn } from '#features/people/auth/second.server.ts'
import { after, at, type SessionTokens } from '#features/people/auth/sessions.server.ts'
import { knownAt, openSession } from '#features/people/auth/sign-in.server.ts'
import type { Limit } from '#features/people/auth/throttle.ts'
import { accountLimit, countAttempt, forgive, pairLimit } from '#features/people/auth/throttle.server.ts'
import {
  grantTypes,
  stepAttempts,
  stepMinutes,
  wrongMessages,
  type ProofMethod,
} from '#features/people/factor/factors.ts'
import { informOwner, whereInWords } from '#features/people/factor/letters.server.ts'
import { recoveryCodesLeft } from '#features/people/factor/codes.server.ts'
import { relyingParty, verifiedUse, type PasskeyUse } from '#features/people/factor/passkeys.server.ts'
import { isTrusted, noteArrival, trust } from '#features/people/factor/places.server.ts'
import { spendFactor, type ShownFactor } from '#features/people/factor/spend.server.ts'
import { factorsOf } from '#features/people/factor/store.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Wrong second factors of one account in an hour, from places it was never used in, before those wait. */
const strangersFree = 20

/** What a person may prove who they are with, besides their password. */
export async function methodsOf(db: Sql, config: Config, user_id: number): Promise<readonly ProofMethod[]> {
  const factors = await factorsOf(db, user_id)
  const has = (kind: 'totp' | 'passkey') => factors.some(factor => factor.kind === kind)
  const { left } = factors.length ? await recoveryCodesLeft(db, user_id) : { left: 0 }
  return [
    ...(has('totp') ? (['totp'] as const) : []),
    ...(has('passkey') && relyingParty(config) ? (['passkey'] as const) : []),
    ...(left ? (['recovery'] as const) : []),
  ]
}

/** The second factors of the product, for its sign-in. */
export const secondFactorWith = (config: Config): SecondFactor => ({
  begin: (trx, who, door) => beginStep(config, trx, who, door),
  arrive: async (trx, who, door) => {
    if (!(await noteArrival(trx, who, door))) return
    const reason = `A sua conta foi usada em um aparelho ou lugar novo: ${whereInWords(door.request, door.now)}.`
    await informOwner(trx, config, who, { subject: 'entrada em um aparelho novo', reason })
  },
  grants: {
    [grantTypes.secondFactor]: (door, given) => endStep(config, door, given),
    [grantTypes.passkey]: (door, given) => enterByPasskey(config, door, given),
  },
})

/** Begins the second step of a sign-in whose password was right, or whom the directory vouched for; null where none is needed. */
async function beginStep(config: Config, trx: Sql, { id }: Person, door: SignIn): Promise<SecondStep | null> {
  if (!(await factorsOf(trx, id)).length || (await isTrusted(trx, id, door))) return null
  const token = newToken()
  await sql`
    insert into sign_in_steps (hash, user_id, expires_at, vouched)
    values (${hashOf(token)}, ${id}, ${after(door.now, stepMinutes * 60)}, ${door.vouched ? JSON.stringify(door.vouched) : null}::json)`.execute(
    trx,
  )
  return { mfa_token: token, expires_in: stepMinutes * 60, methods: await methodsOf(trx, config, id) }
}

const refusal = (message: string, data: object = {}) =>
  problem('malformed', { message, oauth: { error: 'invalid_grant', error_description: message }, data })
const overMessage = 'O tempo para confirmar acabou, ou as tentativas. Entre de novo.'
/** The interface goes back to the password. */
const stepOver = () => refusal(overMessage, { step: 'over' })
const wrongFactor = ({ otp, recovery_code }: ShownFactor, left: number) =>
  refusal(wrongMessages[otp !== undefined ? 'otp' : recovery_code !== undefined ? 'recovery_code' : 'passkey'] ?? '', {
    attempts_left: left,
  })

const textIn = (given: GrantParameters, name: string) => {
  const value = given[name]
  return typeof value === 'string' ? value : undefined
}

/** Whose step this is; null once its time or its attempts are over. */
export async function ownerOfStep(db: Sql, token: string, now: Date): Promise<Person | null> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from sign_in_steps
    where hash = ${hashOf(token)} and expires_at > ${at(now)} and attempts < ${stepAttempts}`.execute(db)
  return rows[0] ? personById(db, rows[0].user_id) : null
}

/** Ends the second step by what was shown: a session, or a refusal that says how many attempts are left. */
async function endStep(config: Config, door: SignIn, given: GrantParameters): Promise<SessionTokens> {
  const { db, now, request } = door
  const token = textIn(given, 'mfa_token') ?? ''
  const who = await ownerOfStep(db, token, now)
  if (!who) throw stepOver()
  const [pair, shared] = await limitsOf(db, who, request.ip)
  await countAttempt(db, [pair, ...shared], now)
  const left = await countOnStep(db, token)
  if (left === null) throw stepOver()
  const passkey = await passkeyIn(config, door, given, who.id)
  const shown: ShownFactor = { otp: textIn(given, 'otp'), recovery_code: textIn(given, 'recovery_code'), passkey }
  const work = async (trx: Sql) => {
    const step = (await holdPerson(trx, who)) && (await takeStep(trx, token, now))
    if (!step) throw stepOver()
    const spent = await spendFactor(trx, config, who.id, shown, now)
    // The step goes on: what was deleted comes back with the transaction.
    if (spent === null) throw wrongFactor(shown, left)
    await forgive(trx, pair, shared)
    if (spent === 'recovery') await informOfRecovery(trx, config, who, door)
    // The factor was shown here, and now.
    const vouched = step.vouched && { ...step.vouched, since: now.toISOString() }
    const session = await openSession(trx, who, { ...door, ...(vouched && { vouched }) }, true)
    if (given.remember === '1') await trust(trx, who.id, door)
    return session
  }
  return db
    .transaction()
    .execute(work)
    .catch(async (thrown: unknown) => {
      if (thrown instanceof Problem) await noteRefusal(door, who.email, false, 'segundo fator errado')
      throw thrown
    })
}

/** Counted before it is judged: of a thousand attempts at once, five are judged. Answers how many are left, or null. */
async function countOnStep(db: Sql, token: string): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`
    update sign_in_steps set attempts = attempts + 1
    where hash = ${hashOf(token)} and attempts < ${stepAttempts} returning attempts`.execute(db)
  return rows[0] ? stepAttempts - rows[0].attempts : null
}

async function takeStep(trx: Sql, token: string, now: Date): Promise<{ vouched: VouchedSession | null } | null> {
  const { rows } = await sql<{ vouched: VouchedSession | null }>`
    delete from sign_in_steps where hash = ${hashOf(token)} and expires_at > ${at(now)} returning vouched`.execute(trx)
  return rows[0] ?? null
}

/** Who knows the password may try codes from everywhere: there, all of them together wait, and nobody where the owner signs in. */
async function limitsOf(db: Sql, { id, email }: Person, ip: string): Promise<readonly [Limit, readonly Limit[]]> {
  const pair = pairLimit('factor', email, ip)
  const { key } = accountLimit('factor', email, strangersFree)
  return [pair, (await knownAt(db, id, ip)) ? [] : [{ key, free: strangersFree }]]
}

function passkeyIn(
  config: Config,
  { db, now }: SignIn,
  given: GrantParameters,
  user_id: number | null,
): Promise<PasskeyUse | null> {
  const text = textIn(given, 'passkey')
  return text === undefined
    ? Promise.resolve(null)
    : verifiedUse({ db, config, now }, { purpose: 'entrar', user_id }, jsonIn(text))
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

async function informOfRecovery(trx: Sql, config: Config, who: Person, { request, now }: SignIn) {
  const { left } = await recoveryCodesLeft(trx, who.id)
  const rest = left ? `${left === 1 ? 'Resta 1' : `Restam ${left}`}.` : 'Não resta nenhum: crie outros.'
  const reason = `Um código de recuperação da sua conta foi usado, de ${whereInWords(request, now)}. ${rest}`
  await informOwner(trx, config, who, { subject: 'código de recuperação usado', reason })
}

/** A session by a passkey, which demanded its owner's finger, face or PIN: that is two factors by itself. */
async function enterByPasskey(config: Config, door: SignIn, given: GrantParameters): Promise<SessionTokens | null> {
  const { db, now } = door
  const use = await passkeyIn(config, door, given, null)
  const who = use && (await personById(db, use.factor.user_id))
  if (!who) return null
  return db.transaction().execute(async trx => {
    if (!(await holdPerson(trx, who)) || !(await mayPassDirectory(trx, door.directory, who.id))) return null
    if ((await spendFactor(trx, config, who.id, { passkey: use }, now)) === null) return null
    return openSession(trx, who, door, true)
  })
}

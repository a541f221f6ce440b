import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { hashOf } from '#features/people/auth/secrets.server.ts'
import { after, at } from '#features/people/auth/sessions.server.ts'
import { factorByCredential, type StoredFactor } from '#features/people/factor/store.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

// The library is loaded where it is used: a start needs none of it.

type ChallengePurpose = 'entrar' | 'cadastrar' | 'provar'
const challengeSeconds = 300
/** ES256, EdDSA and RS256, in COSE's numbers. */
const algorithms = [-7, -8, -257]

/** Where passkeys of this installation are good; null where browsers give none: they need https, or this machine by its name. */
export function relyingParty(config: Config): { readonly id: string; readonly origin: string } | null {
  const { protocol, hostname, origin } = new URL(publicUrl(config))
  const isName = /[a-z]/i.test(hostname) && !hostname.includes(':')
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName && isSafe ? { id: hostname, origin } : null
}

/** A challenge that is good once, for some minutes, and for whom it was made. What is past its time goes with it. */
async function newChallenge(db: Sql, purpose: ChallengePurpose, user_id: number | null, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await sql`
    delete from passkey_challenges where hash = any(array(
      select hash from passkey_challenges where expires_at <= ${at(now)} limit 20 for update skip locked))`.execute(db)
  await sql`
    insert into passkey_challenges (hash, purpose, user_id, expires_at)
    values (${hashOf(challenge)}, ${purpose}, ${user_id}, ${after(now, challengeSeconds)})`.execute(db)
  return challenge
}

interface ChallengeOwner {
  readonly purpose: ChallengePurpose
  /** Null: anybody's. */
  readonly user_id: number | null
}

async function takeChallenge(db: Sql, challenge: string, { purpose, user_id }: ChallengeOwner, now: Date) {
  const { rows } = await sql`
    delete from passkey_challenges where hash = ${hashOf(challenge)} and purpose = ${purpose}
      and user_id is not distinct from ${user_id}::bigint and expires_at > ${at(now)} returning hash`.execute(db)
  return rows.length === 1
}

interface Asking {
  readonly db: Sql
  readonly config: Config
  readonly now: Date
}

/** What a browser needs to make a passkey; null where there are none. */
export async function creationOptions(
  { db, config, now }: Asking,
  user: { readonly id: number; readonly uuid: string; readonly name: string; readonly email: string },
  present: readonly StoredFactor[],
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const party = relyingParty(config)
  if (!party) return null
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const challenge = await newChallenge(db, 'cadastrar', user.id, now)
  return generateRegistrationOptions({
    rpName: config.APP_NAME,
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: bytesOf(Buffer.from(user.uuid)),
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: descriptorsOf(present),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** What a browser needs to use a passkey: one of these, or whichever its owner chooses; null where there are none. */
export async function requestOptions(
  { db, config, now }: Asking,
  owner: ChallengeOwner,
  allowed: readonly StoredFactor[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = relyingParty(config)
  if (!party) return null
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const challenge = await newChallenge(db, owner.purpose, owner.user_id, now)
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    ...(allowed.length && { allowCredentials: descriptorsOf(allowed) }),
  })
}

/** The new credential of a browser's answer; null where it proves none, or the challenge is not this person's any more. */
export async function newCredential(
  { db, config, now }: Asking,
  user_id: number,
  response: unknown,
): Promise<WebAuthnCredential | null> {
  const party = relyingParty(config)
  if (!party) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const answer = response as RegistrationResponseJSON
    if (await hasCertificates(answer)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge => takeChallenge(db, challenge, { purpose: 'cadastrar', user_id }, now),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    // The library throws for each thing that may be wrong with an answer.
    return null
  }
}

/** No attestation is requested; one with certificates would have their lists of revocation fetched from addresses it names. */
async function hasCertificates({ response: { attestationObject } }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(bytesOf(Buffer.from(attestationObject, 'base64url')))
  const fmt = decoded.get('fmt')
  return fmt !== 'none' && (fmt !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined)
}

/** A use of a passkey that was verified, and not yet stored. */
export interface PasskeyUse {
  readonly factor: StoredFactor
  readonly counter: number
}

/**
 * The passkey of a browser's answer and what its counter says; null where the answer proves nothing. The challenge is spent
 * whatever comes of it. It runs outside a transaction: the caller stores the use in its own.
 */
export async function verifiedUse(
  { db, config, now }: Asking,
  owner: ChallengeOwner,
  response: unknown,
): Promise<PasskeyUse | null> {
  const party = relyingParty(config)
  if (!party) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const answer = response as AuthenticationResponseJSON
    const factor = await factorByCredential(db, String(answer.id))
    const credential = factor && credentialOf(factor)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge => takeChallenge(db, challenge, owner, now),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: credential ?? nobodys,
    })
    return verified && factor ? { factor, counter: authenticationInfo.newCounter } : null
  } catch {
    return null
  }
}

/** The challenge of an answer by an unknown passkey is spent too. */
const nobodys: WebAuthnCredential = { id: '', publicKey: new Uint8Array(1), counter: 0 }

function credentialOf({ credential, public_key, counter, transports }: StoredFactor): WebAuthnCredential | null {
  if (credential === null || public_key === null || counter === null) return null
  return {
    id: credential,
    publicKey: bytesOf(public_key),
    counter,
    ...(transports && { transports: transportsIn(transports) }),
  }
}

const descriptorsOf = (factors: readonly StoredFactor[]) =>
  factors.flatMap(({ credential, transports }) =>
    credential === null ? [] : [{ id: credential, ...(transports && { transports: transportsIn(transports) }) }],
  )

const knownTransports: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb']
/** How a passkey is reached, as far as browsers know the words. */
export const transportsIn = (given: readonly string[] = []): AuthenticatorTransport[] =>
  knownTransports.filter(each => given.includes(each))

/** The library takes arrays of their own memory alone. */
const bytesOf = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

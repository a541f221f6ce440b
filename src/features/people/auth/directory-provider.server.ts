import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { problem } from '#kernel/problem.ts'
import type { Directory } from '#features/people/auth/directory-settings.server.ts'

/** Seconds a directory has for one answer. */
const patience = 8

/** What a directory says of a person, of the ID token and of its userinfo together. */
export type Claims = Readonly<Record<string, unknown>> & Pick<IDToken, 'sub'>
export interface Vouched {
  readonly claims: Claims
  /** Proves later that the person is still there; null where the directory gives none. */
  readonly refresh: string | null
}
/** Of a sign-in, besides: how the person proved to the directory who they are. */
export interface VouchedArrival extends Vouched {
  readonly hasFactor: boolean
  /** When they last did; null where the directory does not say. */
  readonly since: Date | null
}

/** The library is loaded by who uses it: an installation without a directory starts without it. */
const library = () => import('openid-client')

const configurations = new Map<string, Promise<Configuration>>()

/** The directory's own description, read once; a failure is forgotten, and the next person tries again. */
function described(directory: Directory): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = directory
  const key = `${issuer.href} ${clientId}`
  const found = configurations.get(key)
  if (found) return found
  const reading = library()
    .then(({ allowInsecureRequests, discovery }) =>
      discovery(issuer, clientId, clientSecret, undefined, {
        timeout: patience,
        // The operator wrote http:// into the settings, which a directory on the same machine may have.
        execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
      }),
    )
    .catch((error: unknown) => {
      configurations.delete(key)
      throw unreachable(error)
    })
  configurations.set(key, reading)
  return reading
}

const unreachable = (cause: unknown) =>
  problem('unavailable', {
    message: 'O diretório da empresa não respondeu. Tente de novo em instantes.',
    cause,
    retryAfter: 5,
  })

export interface Challenge {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

interface ChallengeWish {
  readonly redirect_uri: string
  /** Seconds since the person last proved to the directory who they are, at most: zero asks them again. */
  readonly maxAge: number
}

/** A new challenge, and the address at the directory that answers it (RFC 7636, S256). */
export async function challenged(directory: Directory, { redirect_uri, maxAge }: ChallengeWish) {
  const at = await described(directory)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await library()
  const challenge: Challenge = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
  const url = buildAuthorizationUrl(at, {
    redirect_uri,
    scope: directory.scopes,
    state: challenge.state,
    nonce: challenge.nonce,
    code_challenge: await calculatePKCECodeChallenge(challenge.verifier),
    code_challenge_method: 'S256',
    // A request with a greatest age is answered with the age in `auth_time` (OpenID Connect Core, 3.1.2.1).
    max_age: String(maxAge),
    ...(maxAge === 0 && { prompt: 'login' }),
  })
  return { challenge, url: url.href }
}

/**
 * Trades the code in the address the directory sent the browser back to. Null when the directory refuses it, or its answer does
 * not belong to this challenge; throws a 503 when it does not answer.
 */
export async function vouchedFor(
  directory: Directory,
  back: URL,
  challenge: Challenge,
): Promise<VouchedArrival | null> {
  const at = await described(directory)
  const { authorizationCodeGrant } = await library()
  return attempted(async () => {
    const tokens = await authorizationCodeGrant(at, back, {
      pkceCodeVerifier: challenge.verifier,
      expectedState: challenge.state,
      expectedNonce: challenge.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    return claims && { ...(await vouched(at, tokens, claims)), hasFactor: provesFactor(claims), since: sinceIn(claims) }
  })
}

/** Methods of RFC 8176 that are more than something known, and none that a stolen number receives (`sms`, `tel`). */
const strongMethods = ['mfa', 'otp', 'hwk', 'swk', 'pop', 'sc', 'face', 'fpt', 'iris', 'retina', 'vbm']
/** OpenID Connect Extended Authentication Profile, 1.0: resistant to phishing, with the key in hardware or not. */
const strongClasses = ['phr', 'phrh']

/** Whether an ID token speaks of more than a password. */
export const provesFactor = ({ amr, acr }: Claims): boolean =>
  [amr].flat().some(method => typeof method === 'string' && strongMethods.includes(method)) ||
  (typeof acr === 'string' && strongClasses.includes(acr))

const sinceIn = ({ auth_time }: Claims) => (typeof auth_time === 'number' ? new Date(auth_time * 1_000) : null)

/** Whether the directory still knows the person; null when not. Throws a 503 when it does not answer. */
export async function stillVouched(directory: Directory, refresh: string, subject: string): Promise<Vouched | null> {
  const at = await described(directory)
  const { refreshTokenGrant } = await library()
  return attempted(async () => {
    const tokens = await refreshTokenGrant(at, refresh)
    const { refresh: next, claims } = await vouched(at, tokens, tokens.claims() ?? { sub: subject })
    return claims.sub === subject ? { claims, refresh: next ?? refresh } : null
  })
}

interface Granted {
  readonly access_token: string
  readonly refresh_token?: string
}
async function vouched(at: Configuration, tokens: Granted, claims: Claims): Promise<Vouched> {
  const { fetchUserInfo } = await library()
  const more: UserInfoResponse | null = at.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(at, tokens.access_token, claims.sub)
    : null
  return { claims: { ...claims, ...more }, refresh: tokens.refresh_token ?? null }
}

/** RFC 6749, 5.2 and OpenID Connect Core, 3.1.2.6: about the person. Any other error is about this installation, and ends nobody's session. */
const refusals = [
  'invalid_grant',
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]
/** What came is no answer to this challenge. */
const mismatches = [
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]

/** Null for what the directory, or the check of its answer, refuses; throws a 503 for all else. */
async function attempted<T extends Vouched>(attempt: () => Promise<T | null | undefined>): Promise<T | null> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } = await library()
  try {
    return (await attempt()) ?? null
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError) return null
    if (
      (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) &&
      refusals.includes(error.error)
    )
      return null
    if (error instanceof ClientError && mismatches.includes(error.code ?? '')) return null
    throw unreachable(error)
  }
}

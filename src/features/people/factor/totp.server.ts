import type { Config } from '#server/config.ts'

/** RFC 6238, as every authenticator app reads it: SHA-1, six digits, thirty seconds. */
const period = 30
/** Steps a clock may be off, either way. */
const drift = 1

export interface NewTotp {
  /** Base 32. */
  readonly secret: string
  /** What the QR code holds: an `otpauth:` address. */
  readonly uri: string
}

/** A secret of 160 random bits for this person. The library is loaded here: a start needs none of it. */
export async function newTotp({ APP_NAME }: Pick<Config, 'APP_NAME'>, email: string): Promise<NewTotp> {
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: new TOTP({ issuer: APP_NAME, label: email, secret }).toString() }
}

/** The thirty seconds, counted from 1970, that a code is of; null for a code of no time near `now`. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  const { Secret, TOTP } = await import('otpauth')
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp, window: drift })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}

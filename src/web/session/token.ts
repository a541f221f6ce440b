import { expiryMargin } from '#web/constants.ts'
import { isRecord } from '#web/storage.ts'

/** What `/oauth/token` answers; `expires_in` in seconds. */
export interface Token {
  readonly token_type: string
  readonly expires_in: number
  readonly access_token: string
  readonly refresh_token: string
}
/** A stored token, with the moment it ends, by this machine's own clock. */
export interface StoredToken extends Token {
  readonly expires_at: number
  /** The thumbprint of the key its requests are proved with; absent where this browser has none. */
  readonly key?: string
}

export const stamp = (token: Token, now: number, key?: string): StoredToken => ({
  ...token,
  ...(key !== undefined && { key }),
  expires_at: now + token.expires_in * 1_000,
})

export const isStoredToken = (value: unknown): value is StoredToken =>
  isRecord(value) &&
  typeof value.access_token === 'string' &&
  typeof value.refresh_token === 'string' &&
  typeof value.expires_at === 'number'

/** `fresh` goes out as it is; `ageing` too, while another is fetched behind; `spent` waits for another. */
export function ageOf(token: StoredToken, now: number): 'fresh' | 'ageing' | 'spent' {
  const left = token.expires_at - now
  if (left <= expiryMargin) return 'spent'
  return left <= token.expires_in * 200 ? 'ageing' : 'fresh'
}

/** The token another tab already fetched in place of the refused one, or null when it is up to us. */
export const adopted = (kept: StoredToken | null, refused: string) =>
  kept && kept.access_token !== refused ? kept : null

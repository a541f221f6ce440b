import { errorOf, late, unreachable } from '#web/api-error.ts'
import { siteConfig } from '#web/config.ts'
import { refreshWait, requestTime } from '#web/constants.ts'
import { online } from '#web/online.ts'
import { dispatch, sessionStore } from '#web/session/store.ts'
import { adopted, ageOf, isStoredToken, stamp, type StoredToken, type Token } from '#web/session/token.ts'
import { isRecord, keep, keys, recall } from '#web/storage.ts'

export const storedToken = () => recall(keys.token, isStoredToken)
export const keepToken = (token: Token) => keep(keys.token, stamp(token, Date.now()))

/** What says who asks, and through whose eyes. */
export function credentials(token: string | null) {
  const seen = recall(keys.seeing, isRecord)
  return { ...(token && { Authorization: `Bearer ${token}` }), ...(seen && { 'X-Ver-Como': String(seen.uuid) }) }
}

/** The password and the refresh_token grants. Throws ApiError: the server's own, or status 0 when it did not answer. */
export async function grant(given: Readonly<Record<string, string>>): Promise<Token> {
  const { client_id, client_secret } = siteConfig()
  const signal = AbortSignal.timeout(requestTime)
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ ...given, client_id, client_secret }),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw late(cause)
    online.set(false)
    throw unreachable(cause)
  })
  online.set(true)
  if (!response.ok) throw await errorOf(response)
  const token: Token = await response.json()
  return token
}

/** The access token a request goes out with; null when nobody is signed in. */
export async function bearer(): Promise<string | null> {
  // The stored token may be another user's by now: no request goes out in the name of the awaited user.
  if (sessionStore.get().status === 'lapsed') throw signedOut()
  const kept = storedToken()
  if (!kept) return null
  const age = ageOf(kept, Date.now())
  if (age === 'spent') return (await renew(kept.access_token)).access_token
  // Renewed behind the request while it still works; a failure shows when it no longer does.
  if (age === 'ageing') renew(kept.access_token).catch(() => undefined)
  return kept.access_token
}

let flight: Promise<StoredToken> | null = null

/** Another token in place of this one: one request at a time over all tabs, and the others take its answer over. */
export const renew = (spent: string) => (flight ??= alone(() => renewed(spent)).finally(() => (flight = null)))

async function renewed(spent: string): Promise<StoredToken> {
  const kept = storedToken()
  const taken = adopted(kept, spent)
  if (taken) return taken
  if (!kept) throw signedOut()
  dispatch({ type: 'ask' })
  try {
    const token = await grant({ grant_type: 'refresh_token', refresh_token: kept.refresh_token })
    // Signed out while the answer was on its way: the session stays closed.
    if (!storedToken()) throw signedOut()
    keepToken(token)
    await new Promise(resolve => setTimeout(resolve, refreshWait))
    return stamp(token, Date.now())
  } finally {
    dispatch({ type: 'renew' })
  }
}

const signedOut = () => new DOMException('signed out meanwhile', 'AbortError')

/** Web Locks exist only on secure origins; elsewhere the server's grace for two tabs has to do. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('outorga.refresh', work) : work()

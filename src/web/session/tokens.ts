import { ApiError, errorOf, late, unreachable } from '#web/api-error.ts'
import { siteConfig } from '#web/config.ts'
import { refreshWait, requestTime } from '#web/constants.ts'
import { online } from '#web/online.ts'
import { keyCalled, makeKey, prove, setClock, type BrowserKey } from '#web/session/key.ts'
import { dispatch, expiredMessage, sessionStore } from '#web/session/store.ts'
import { adopted, ageOf, isStoredToken, stamp, type StoredToken, type Token } from '#web/session/token.ts'
import { isRecord, keep, keys, recall } from '#web/storage.ts'

export const storedToken = () => recall(keys.token, isStoredToken)
export const keepToken = (token: Token, key?: string) => keep(keys.token, stamp(token, Date.now(), key))

/** What says who asks and proves it, and through whose eyes. Throws a 401 where this browser does not have the token's key. */
export async function credentials(token: StoredToken | null, method: string, path: string) {
  const seen = recall(keys.seeing, isRecord)
  return {
    ...(token && { Authorization: `Bearer ${token.access_token}` }),
    ...(token?.key && { DPoP: takeSpare(spareOf(token, method, path)) ?? (await proofOf(token, method, path)) }),
    ...(seen && { 'X-Ver-Como': String(seen.uuid) }),
  }
}
const proofOf = async ({ key = '', access_token }: StoredToken, method: string, path: string) =>
  prove(await keyOf(key), { method, path, token: access_token })

/** Milliseconds a proof made ahead is used in; the server takes it for a minute. */
const spareTime = 40_000
let spare = { of: '', at: 0, proof: '' }
const spareOf = ({ access_token }: StoredToken, method: string, path: string) => `${method} ${path} ${access_token}`
function takeSpare(of: string): string | null {
  const { proof } = spare
  const isFresh = spare.of === of && Date.now() - spare.at < spareTime
  if (isFresh) spare = { of: '', at: 0, proof: '' }
  return isFresh ? proof : null
}
/** Makes the proof of a request that may go out as the page is left, when there is no time left to sign. */
export async function prepareProof(method: string, path: string) {
  const token = storedToken()
  if (!token?.key) return
  const of = spareOf(token, method, path)
  if (spare.of === of && Date.now() - spare.at < spareTime / 2) return
  // Without the key there is nothing to prepare: the request itself finds out, and says so.
  const proof = await proofOf(token, method, path).catch(() => null)
  if (proof !== null) spare = { of, at: Date.now(), proof }
}
async function keyOf(jkt: string): Promise<BrowserKey> {
  const key = await keyCalled(jkt)
  if (!key) throw new ApiError(401, `${expiredMessage}.`)
  return key
}

/** A new session, of this browser alone where it can keep a key. Throws as `grant` does. */
export async function begin(given: Readonly<Record<string, string>>): Promise<BegunSession> {
  const key = await makeKey()
  keepToken(await grant(given, key), key?.jkt)
  return { bound: key !== null }
}
/** Whether what began belongs to this browser alone. */
export interface BegunSession {
  readonly bound: boolean
}

/** The password and the refresh_token grants. Throws ApiError: the server's own, or status 0 when it did not answer. */
export async function grant(given: Readonly<Record<string, string>>, key: BrowserKey | null): Promise<Token> {
  let response = await askToken(given, key)
  // The server wants its own word in the proof: a clock is wrong here, or the session is being renewed.
  const nonce = response.headers.get('DPoP-Nonce')
  if (!response.ok && key && nonce) {
    setClock(response)
    response = await askToken(given, key, nonce)
  }
  if (!response.ok) throw await errorOf(response)
  const token: Token = await response.json()
  return token
}

async function askToken(given: Readonly<Record<string, string>>, key: BrowserKey | null, nonce?: string) {
  const { client_id, client_secret } = siteConfig()
  const path = '/oauth/token'
  const proof = key && (await prove(key, { method: 'POST', path, ...(nonce && { nonce }) }))
  const signal = AbortSignal.timeout(requestTime)
  const response = await fetch(path, {
    method: 'POST',
    headers: { Accept: 'application/json', ...(proof && { DPoP: proof }) },
    body: new URLSearchParams({ ...given, client_id, client_secret }),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw late(cause)
    online.set(false)
    throw unreachable(cause)
  })
  online.set(true)
  return response
}

/** The token a request goes out with; null when nobody is signed in. */
export async function tokenInUse(): Promise<StoredToken | null> {
  // The stored token may be another user's by now: no request goes out in the name of the awaited user.
  if (sessionStore.get().status === 'lapsed') throw signedOut()
  const kept = storedToken()
  if (!kept) return null
  const age = ageOf(kept, Date.now())
  if (age === 'spent') return renew(kept.access_token)
  // Renewed behind the request while it still works; a failure shows when it no longer does.
  if (age === 'ageing') renew(kept.access_token).catch(() => undefined)
  return kept
}

let flight: Promise<StoredToken> | null = null

/** Another token in place of this one: one request at a time over all tabs, and the others take its answer over. */
export const renew = (spent: string) => (flight ??= alone(() => renewed(spent)).finally(() => (flight = null)))

async function renewed(spent: string): Promise<StoredToken> {
  const stored = storedToken()
  const taken = adopted(stored, spent)
  if (taken) return taken
  if (!stored) throw signedOut()
  dispatch({ type: 'ask' })
  try {
    const key = stored.key === undefined ? null : await keyOf(stored.key)
    const token = await grant({ grant_type: 'refresh_token', refresh_token: stored.refresh_token }, key)
    // Signed out while the answer was on its way: the session stays closed.
    if (!storedToken()) throw signedOut()
    keepToken(token, stored.key)
    await new Promise(resolve => setTimeout(resolve, refreshWait))
    return stamp(token, Date.now(), stored.key)
  } finally {
    dispatch({ type: 'renew' })
  }
}

const signedOut = () => new DOMException('signed out meanwhile', 'AbortError')

/** Web Locks exist only on secure origins; elsewhere the server's grace for two tabs has to do. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('outorga.refresh', work) : work()

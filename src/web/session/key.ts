/** The key of this browser: its private half never leaves it, not even for a script of ours. */
export interface BrowserKey {
  /** The thumbprint of the public half (RFC 7638). */
  readonly jkt: string
  /** The header of every proof it signs, as it goes out. */
  readonly header: string
  readonly sign: CryptoKey
}
const isKey = (value: unknown): value is BrowserKey =>
  typeof value === 'object' && value !== null && 'sign' in value && value.sign instanceof CryptoKey

const [place, shelf] = ['outorga-keys', 'keys']
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const encoder = new TextEncoder()

export const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
export const hashed = async (text: string) => base64url(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
const segment = (value: object) => base64url(encoder.encode(JSON.stringify(value)).buffer)

/** One statement on the shelf of keys; rejects in windows that store nothing. */
const onShelf = <T>(mode: IDBTransactionMode, act: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(place, 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(shelf))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      const work = database.transaction(shelf, mode)
      const request = act(work.objectStore(shelf))
      work.addEventListener('complete', () => {
        database.close()
        resolve(request.result)
      })
      work.addEventListener('abort', () => {
        database.close()
        reject(work.error)
      })
    })
  })

let lastKey: BrowserKey | null = null

/**
 * A new key, stored in this browser. Null where none can be: addresses without HTTPS have no cryptography, and some private windows
 * store nothing. Its session is then open to any copy of its tokens, and short.
 */
export async function makeKey(): Promise<BrowserKey | null> {
  try {
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
    const key: BrowserKey = {
      jkt: await hashed(JSON.stringify({ crv, kty, x, y })),
      header: segment({ typ: 'dpop+jwt', alg: 'ES256', jwk: { crv, kty, x, y } }),
      sign: pair.privateKey,
    }
    await onShelf('readwrite', keys => keys.put(key, key.jkt))
    return (lastKey = key)
  } catch {
    return null
  }
}

/** The key with this thumbprint; null where this browser does not have it, as one into which only tokens were copied. */
export async function keyCalled(jkt: string): Promise<BrowserKey | null> {
  if (lastKey?.jkt === jkt) return lastKey
  const found: unknown = await onShelf('readonly', keys => keys.get(jkt)).catch(() => null)
  return isKey(found) ? (lastKey = found) : null
}

/**
 * Nobody is signed in any more: what the keys were for is over. The one in memory goes with the page, because a request that ends the
 * session on the server may still have to be signed.
 */
export function forgetKeys() {
  if ('indexedDB' in globalThis) void onShelf('readwrite', keys => keys.clear()).catch(() => undefined)
}

/** How far the server's clock is ahead of this computer's, in milliseconds. */
let ahead = 0
/** Takes the time of an answer: a proof is refused when its moment is another one than the server's. */
export function setClock(answer: Response) {
  const at = Date.parse(answer.headers.get('Date') ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

interface Proven {
  readonly method: string
  /** From the root: '/api/v1/clients?page=2'. */
  readonly path: string
  /** The access token the request carries. */
  readonly token?: string
  readonly nonce?: string
}

/** A proof for one request, good for a minute and once (RFC 9449 §4.2). */
export async function prove(key: BrowserKey, { method, path, token, nonce }: Proven): Promise<string> {
  const claims = segment({
    jti: base64url(crypto.getRandomValues(new Uint8Array(16)).buffer),
    htm: method,
    htu: `${location.origin}${path.split('?')[0] ?? ''}`,
    iat: Math.floor((Date.now() + ahead) / 1_000),
    ...(token && { ath: await hashed(token) }),
    ...(nonce && { nonce }),
  })
  const signed = `${key.header}.${claims}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.sign, encoder.encode(signed))
  return `${signed}.${base64url(signature)}`
}

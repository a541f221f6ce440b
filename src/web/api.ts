import { plainSearch } from '#kernel/condition.ts'
import type { CallMethod } from '#kernel/call.ts'
import { ApiError, errorOf, late, unreachable, unreadable } from '#web/api-error.ts'
import { requestTime } from '#web/constants.ts'
import { report, tellDenied } from '#web/faults.ts'
import { clearMessages } from '#web/messages.ts'
import { online } from '#web/online.ts'
import { expireSession } from '#web/session/end.ts'
import { askProof, type AskedProof } from '#web/session/proof.tsx'
import { companyDrawnFor, doubt } from '#web/session/store.ts'
import { setClock } from '#web/session/key.ts'
import type { StoredToken } from '#web/session/token.ts'
import { credentials, renew, tokenInUse } from '#web/session/tokens.ts'

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly signal?: AbortSignal
  /** The caller shows the error itself: no message on top of the page, no popup. */
  readonly quiet?: boolean
  /** The version a save is based on, from `api.read`: sent as `If-Match`. */
  readonly version?: string | null
  /** One per logical submit (`newKey()`), so that trying again does not do it twice; made up when not given. */
  readonly key?: string
  /** Why, for the history of what is written. */
  readonly reason?: string
  /** Milliseconds. */
  readonly timeout?: number
  /** It is a public call: no token goes along, even if somebody is signed in. */
  readonly anonymous?: boolean
  /** Goes on when the page is left; the browser takes 64 KB of body. */
  readonly keepalive?: boolean
}
interface SendRequest extends CallOptions {
  readonly method: CallMethod
  readonly path: string
  readonly body?: unknown
}

/**
 * Calls to `/api/v1`; paths start after it: `/clients`. Each answers the body of a success and throws ApiError otherwise.
 * `body` is JSON, or a Blob or FormData that goes as it is.
 * @example
 * const { data } = await api.get<{ data: readonly Client[] }>('/clients', { query: { search: 'fibra' } })
 */
export const api = {
  get: async <T>(path: string, options: CallOptions = {}): Promise<T> =>
    json(await send({ ...options, method: 'GET', path })),
  /** One record with its version, for the `If-Match` of the save. */
  read: async <T>(path: string, options: CallOptions = {}): Promise<{ body: T; version: string | null }> => {
    const response = await send({ ...options, method: 'GET', path })
    return { body: await json<T>(response), version: response.headers.get('ETag') }
  },
  post: async <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    json(await send({ key: newKey(), ...options, method: 'POST', path, body })),
  put: async <T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> =>
    json(await send({ ...options, method: 'PUT', path, body })),
  delete: async <T>(path: string, options: CallOptions = {}): Promise<T> =>
    json(await send({ ...options, method: 'DELETE', path })),
  /** A file. The type is the caller's word, never the server's: what is not expected to open in a tab only downloads. */
  blob: async (path: string, type = 'application/octet-stream', options: CallOptions = {}): Promise<Blob> =>
    (await api.file(path, type, options)).file,
  /** A file, and what its headers say of it. */
  file: async (path: string, type: string, options: CallOptions = {}): Promise<{ file: Blob; headers: Headers }> => {
    const response = await send({ ...options, method: 'GET', path })
    if (!options.quiet) clearMessages()
    return { file: new Blob([await response.arrayBuffer()], { type }), headers: response.headers }
  },
}

/** A key for `Idempotency-Key`. `crypto.randomUUID` only exists on secure origins. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

const json = async <T>(response: Response): Promise<T> => {
  try {
    const body: T = await response.json()
    return body
  } catch (cause) {
    throw unreadable(response.status, cause)
  }
}

async function send(ask: SendRequest): Promise<Response> {
  try {
    const token = ask.anonymous ? null : await tokenInUse()
    const response = await attemptProven(ask, token)
    if (response.ok) return succeeded(ask, response)
    // Another tab may have renewed it meanwhile, or its life was cut short: one more try with the next one.
    const last = response.status === 401 && token ? await attemptProven(ask, await renew(token.access_token)) : response
    if (last.ok) return succeeded(ask, last)
    const refused = await errorOf(last)
    // Nothing of the request was looked at: it is sent as it was, once its sender proved who they are.
    if (refused.body?.code === 'unproven' && (await askProof(proofIn(refused)))) return await send(ask)
    throw refused
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401 || isRefusedGrant(error)) expireSession()
    else if (!ask.quiet) report(error)
    else if (ask.method === 'GET') tellDenied(error)
    if (error.status === 403 && error.body?.code !== 'unproven') doubt()
    throw error
  }
}

const proofIn = ({ body }: ApiError): AskedProof => (body?.data.proof === 'factor' ? 'factor' : 'any')

/** Something that was pressed was done: what was refused before is no news any more. */
function succeeded({ method, quiet }: SendRequest, response: Response) {
  if (method !== 'GET' && !quiet) clearMessages()
  return response
}

/** `/oauth/token` says 400 where the API says 401: the refresh token is not good any more. */
const isRefusedGrant = ({ status, body }: ApiError) => status === 400 && body !== null && 'error' in body

/** Tries again where the proof was refused: the clock of this computer may be wrong, and the answer says the time. */
async function attemptProven(ask: SendRequest, token: StoredToken | null): Promise<Response> {
  const response = await attempt(ask, token)
  if (response.status !== 401 || !token?.key || !response.headers.get('WWW-Authenticate')?.startsWith('DPoP'))
    return response
  setClock(response)
  return attempt(ask, token)
}

async function attempt(ask: SendRequest, token: StoredToken | null): Promise<Response> {
  const path = `/api/v1${ask.path}${queryOf(ask.query)}`
  const headers = { ...headersOf(ask), ...(await credentials(token, ask.method, path)) }
  const timeout = AbortSignal.timeout(ask.timeout ?? requestTime)
  try {
    const response = await fetch(path, {
      method: ask.method,
      keepalive: ask.keepalive ?? false,
      headers,
      signal: ask.signal ? AbortSignal.any([ask.signal, timeout]) : timeout,
      ...(ask.body !== undefined && { body: isFile(ask.body) ? ask.body : JSON.stringify(ask.body) }),
    })
    online.set(true)
    return response
  } catch (cause) {
    if (ask.signal?.aborted) throw cause
    if (timeout.aborted) throw late(cause)
    online.set(false)
    throw unreachable(cause)
  }
}

function headersOf({ method, body, key, version, reason }: SendRequest): Record<string, string> {
  const company = method === 'GET' ? null : companyDrawnFor()
  return {
    Accept: 'application/json',
    ...(body !== undefined && !isFile(body) && { 'Content-Type': 'application/json' }),
    ...(key && { 'Idempotency-Key': key }),
    ...(version && { 'If-Match': version }),
    ...(reason?.trim() && { 'X-Motivo': encodeURIComponent(reason.trim()) }),
    ...(company && { 'X-Empresa': company }),
  }
}

const isFile = (body: unknown): body is Blob | FormData => body instanceof Blob || body instanceof FormData

function queryOf(query: CallOptions['query'] = {}) {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length ? `?${plainSearch(new URLSearchParams(pairs))}` : ''
}

import type { User } from '#kernel/access.ts'
import { api } from '#web/api.ts'
import { closeSession } from '#web/session/end.ts'
import { arrival, dispatch, sessionStore } from '#web/session/store.ts'
import { grant, keepToken, keptToken } from '#web/session/tokens.ts'
import { isRecord, keep, keys, onKept, recall } from '#web/storage.ts'

/** What the account calls answer; `route` is where to go next. */
export interface Said {
  readonly type: string
  readonly status: number
  readonly route: string | null
  readonly data: { readonly message: string }
}

const isUser = (value: unknown): value is User =>
  isRecord(value) && typeof value.uuid === 'string' && isRecord(value.profile) && Array.isArray(value.allow_routes)

const keepUser = (user: User) => {
  keep(keys.user, user)
  dispatch({ type: 'enter', user })
}

/** Signs in with the password. Throws what went wrong, after the session was silently reset. */
export async function login(email: string, password: string) {
  dispatch({ type: 'ask' })
  try {
    keepToken(await grant({ grant_type: 'password', username: email, password }))
    const { data } = await api.get<{ data: User }>('/users/me', { quiet: true })
    arrival.set(null)
    keepUser(data)
  } catch (error) {
    closeSession()
    throw error
  }
}

/** Leaves, telling the server; leaves all the same when it does not answer. */
export async function logout() {
  await api.post('/logout', undefined, { quiet: true, timeout: 3_000 }).catch(() => undefined)
  arrival.set(null)
  closeSession()
}

export const recoverPassword = (email: string) =>
  signedOut(api.post<Said>('/password-recovery', { email }, { quiet: true }))

export const resetPassword = (given: { token: string; password: string; password_confirmation: string }) =>
  signedOut(api.post<Said>('/reset-password', given, { quiet: true }))

/** Both pass through logging in and end logged out, whatever comes. */
async function signedOut<T>(call: Promise<T>): Promise<T> {
  dispatch({ type: 'ask' })
  return call.finally(() => closeSession())
}

/** Takes the session up where the last page left it. */
export function restore() {
  const user = recall(keys.user, isUser)
  if (keptToken() && user) dispatch({ type: 'enter', user })
}

let first: Promise<void> | null = null

/**
 * Is the session good? Without a token it ends; otherwise the server is asked who is signed in. The first page waits for
 * the answer, later ones are drawn from what is known. A failed call is ignored: a 401 has already ended the session.
 */
export function validate(): Promise<void> {
  if (sessionStore.get().status === 'logged-out') return Promise.resolve()
  if (!keptToken()) return Promise.resolve(closeSession())
  const asking = askWho().catch(() => undefined)
  first ??= asking
  return first
}

async function askWho() {
  const { data } = await api.get<{ data: User }>('/users/me', { quiet: true })
  if (sessionStore.get().user?.uuid === data.uuid) keepUser(data)
}

let menusAsked: Promise<void> | null = null

/** Asks for the allowed menus once; the ids are the keys of `usuario.menus`. */
export function loadMenus(): Promise<void> {
  if (sessionStore.get().menus || !sessionStore.get().user) return Promise.resolve()
  menusAsked ??= api
    .get<{ usuario: { menus: object } }>('/inicializacao', { quiet: true })
    .then(({ usuario }) => dispatch({ type: 'menus', menus: Object.keys(usuario.menus) }))
    .catch(() => undefined)
    .finally(() => (menusAsked = null))
  return menusAsked
}

/** The signed-in user changed: their own record was saved, or another company chosen. */
export const changeUser = (user: User) => keepUser(user)

/** Follows what other tabs do: leaving, signing in, and signing in as somebody else. */
export function followTabs() {
  onKept(keys.token, () => {
    if (!keptToken()) closeSession()
  })
  onKept(keys.user, () => {
    const user = recall(keys.user, isUser)
    const shown = sessionStore.get().user
    if (!user || user.uuid === shown?.uuid) return
    if (shown) location.reload()
    else if (keptToken()) dispatch({ type: 'enter', user })
  })
}

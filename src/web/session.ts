import type { User } from '#kernel/access.ts'
import { ApiError } from '#web/api-error.ts'
import { api } from '#web/api.ts'
import { closeSession } from '#web/session/end.ts'
import { browserWord } from '#web/session/device.ts'
import { reaction } from '#web/session/heard.ts'
import type { GrantFields } from '#web/session/second.tsx'
import { hasSameRights } from '#web/session/state.ts'
import { arrival, dispatch, doubts, expiredMessage, sessionStore, taker } from '#web/session/store.ts'
import { begin, storedToken, type BegunSession } from '#web/session/tokens.ts'
import { isRecord, keep, keys, onStorageChange, recall } from '#web/storage.ts'
import { anyDirty } from '#web/ui/dirty.ts'

/** What the account calls answer; `route` is where to go next. */
export interface AccountAnswer {
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

/** What the password grant takes. */
export const passwordFields = (email: string, password: string): GrantFields => ({
  grant_type: 'password',
  username: email,
  password,
})

const signIn = (fields: GrantFields) => begin({ ...fields, device: browserWord() })

/** Signs in by a grant. Throws what went wrong, after the session was silently reset. */
export async function login(fields: GrantFields): Promise<BegunSession> {
  dispatch({ type: 'ask' })
  try {
    const begun = await signIn(fields)
    const { data } = await api.get<{ data: User }>('/users/me', { quiet: true })
    arrival.set(null)
    keepUser(data)
    return begun
  } catch (error) {
    closeSession()
    throw error
  }
}

/** Signs in over the work that waits on the screen: the same person, who finds everything as it was. */
export async function loginAgain(fields: GrantFields) {
  await signIn(fields)
  const { user } = sessionStore.get()
  if (user) keepUser(user)
  taker.set(null)
  await askWho()
}

/** The same words whatever the server answered: who tries addresses learns nothing. */
export const refusalOf = (error: unknown, refused: string) =>
  error instanceof ApiError && error.status === 0 ? error.message : refused

/** Ends the session on the server too, which may be answered after the page is gone. Never fails. */
export const endOnServer = () =>
  api.post('/logout', undefined, { quiet: true, keepalive: true, timeout: 3_000 }).catch(() => undefined)

/** Leaves, telling the server; leaves all the same when it does not answer. */
export async function logout() {
  await endOnServer()
  arrival.set(null)
  closeSession()
}

export const recoverPassword = (email: string) =>
  signedOut(api.post<AccountAnswer>('/password-recovery', { email }, { quiet: true }))

export const sendNewPassword = (given: { token: string; password: string; password_confirmation: string }) =>
  signedOut(api.post<AccountAnswer>('/reset-password', given, { quiet: true }))

/** Both pass through logging in and end logged out, whatever comes. */
async function signedOut<T>(call: Promise<T>): Promise<T> {
  dispatch({ type: 'ask' })
  return call.finally(() => closeSession())
}

/** Takes the session up where the last page left it. */
export function restore() {
  const user = recall(keys.user, isUser)
  if (!storedToken() || !user) return
  dispatch({ type: 'enter', user })
  knowMenus(user)
}

/** What the server says of a user names their menu entries too: a page that is loaded again draws them at once. */
function knowMenus(user: User) {
  if ('menus' in user && Array.isArray(user.menus)) dispatch({ type: 'menus', menus: user.menus.map(String) })
}

let first: Promise<void> | null = null

/**
 * Is the session good? Without a token it ends; otherwise the server names the user. The first page waits for the answer, later
 * ones are drawn from what is known. A failed call is ignored: a 401 has already ended the session.
 */
export function validate(): Promise<void> {
  const { status } = sessionStore.get()
  if (status === 'logged-out' || status === 'lapsed') return Promise.resolve()
  if (!storedToken()) return Promise.resolve(closeSession())
  const asking = askWho()
  first ??= asking
  return first
}

let pendingRenewal: Promise<void> | null = null

const askWho = (): Promise<void> =>
  (pendingRenewal ??= api
    .get<{ data: User }>('/users/me', { quiet: true })
    .then(({ data }) => {
      if (sessionStore.get().user?.uuid !== data.uuid) return
      keepUser(data)
      if (sessionStore.get().menus) knowMenus(data)
    })
    .catch(() => undefined)
    .finally(() => (pendingRenewal = null)))

let menusAsked: Promise<void> | null = null

/** Asks for the allowed menus once; the ids are the keys of `usuario.menus`. */
export function loadMenus(): Promise<void> {
  const { menus: known, user } = sessionStore.get()
  if (known || !user) return Promise.resolve()
  menusAsked ??= api
    .get<{ usuario: { menus: object } }>('/inicializacao', { quiet: true })
    .then(({ usuario }) => {
      // Of somebody who may do other things by now, they would be the wrong ones.
      if (hasSameRights(user, sessionStore.get().user)) dispatch({ type: 'menus', menus: Object.keys(usuario.menus) })
    })
    .catch(() => undefined)
    .finally(() => {
      menusAsked = null
      if (!hasSameRights(user, sessionStore.get().user)) void loadMenus()
    })
  return menusAsked
}

/** The signed-in user changed: their own record was saved, or another company chosen. */
export const changeUser = (user: User) => keepUser(user)

/** Follows what happens elsewhere: other tabs leave, sign in or choose a company, and the server takes rights away. */
export function followOthers() {
  onStorageChange(keys.token, () => storedToken() ?? hear())
  onStorageChange(keys.user, hear)
  const look = () => {
    if (sessionStore.get().status === 'logged-in' && document.visibilityState === 'visible') void askWho()
  }
  addEventListener('focus', look)
  doubts.subscribe(look)
}

const isTrue = (value: unknown): value is true => value === true

function hear() {
  const here = sessionStore.get()
  const kept = storedToken() && recall(keys.user, isUser)
  const expired = recall(keys.expired, isTrue) === true
  taker.set(kept && kept.uuid !== here.user?.uuid ? kept : null)
  switch (reaction({ here, kept, expired, dirty: anyDirty() })) {
    case 'enter':
      if (kept) dispatch({ type: 'enter', user: kept })
      break
    case 'reload':
      location.reload()
      break
    case 'lapse':
      dispatch({ type: 'lapse' })
      break
    case 'expire':
      closeSession({ reason: `${expiredMessage}.`, back: true, expired: true })
      break
    case 'leave':
      closeSession({ back: anyDirty() })
  }
}

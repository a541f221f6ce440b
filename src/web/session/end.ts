import { arrival, dispatch, sessionStore } from '#web/session/store.ts'
import { forgetToken } from '#web/session/tokens.ts'
import { forget, keys } from '#web/storage.ts'
import { errorPopup } from '#web/ui/popup.ts'

/** Forgets token, user and menus; the router then shows the login page. `reason` is what it says there. */
export function closeSession(reason: string | null = null) {
  forgetToken()
  forget(keys.user)
  if (reason) arrival.set(reason)
  dispatch({ type: 'close' })
}

export const expiredMessage = 'Sua sessão expirou, por favor faça login novamente'

/** The server no longer knows this session. Said once, however many requests were refused together. */
export function expireSession() {
  if (sessionStore.get().status === 'logged-out') return
  closeSession(`${expiredMessage}.`)
  errorPopup('Sessão expirada', `${expiredMessage}.`)
}

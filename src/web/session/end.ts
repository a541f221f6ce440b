import { forgetKeys } from '#web/session/key.ts'
import { arrival, comesBack, dispatch, expiredMessage, sessionStore } from '#web/session/store.ts'
import { forgetItem, keep, keys } from '#web/storage.ts'
import { anyDirty } from '#web/ui/dirty.ts'
import { errorPopup } from '#web/ui/popup.ts'

interface Ending {
  /** What the login page says. */
  readonly reason?: string
  /** The next user to sign in is led back to where they were. */
  readonly back?: boolean
  /** Nobody left: other tabs say so too. */
  readonly expired?: boolean
}

/** Forgets token, user and menus; the router then shows the login page. */
export function closeSession({ reason, back = false, expired = false }: Ending = {}) {
  forgetKept(expired)
  if (reason) arrival.set(reason)
  comesBack.set(back)
  dispatch({ type: 'close' })
}

function forgetKept(expired: boolean) {
  // First, so that other tabs find it when they hear of the token.
  keep(keys.expired, expired)
  for (const key of [keys.token, keys.user, keys.seeing, keys.searches, keys.sideMenu]) forgetItem(key)
  forgetKeys()
}

/** The server no longer knows this session. One message covers all refused requests; over unsaved work, it appears there. */
export function expireSession() {
  const { status } = sessionStore.get()
  if (status === 'logged-out' || status === 'lapsed') return
  if (anyDirty()) {
    forgetKept(true)
    dispatch({ type: 'lapse' })
    return
  }
  closeSession({ back: true, expired: true })
  errorPopup('Sessão expirada', `${expiredMessage}.`)
}

import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { guard, loginPath } from '#kernel/guard.ts'
import { setTitle } from '#web/config.ts'
import { progressSteps } from '#web/constants.ts'
import { clearMessages } from '#web/messages.ts'
import { changeRoute, progress } from '#web/route/state.ts'
import { loadMenus, validate } from '#web/session.ts'
import { sessionStore } from '#web/session/store.ts'
import { closeSession } from '#web/session/end.ts'
import { errorPopup } from '#web/ui/popup.ts'

interface Entered {
  readonly path: string
  readonly title: string
  readonly permission?: string
  readonly open?: boolean
}

/** A fault of a route, for the error page. */
export class RouteFault extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The navigation guard, in the specification's eight steps. Step 8 is the router's `onResolved`. */
export async function enter({ path, title, permission, open = false }: Entered, location: ParsedLocation) {
  changeRoute({ name: path, loading: true, allowed: true, error: null })
  progress.set(progressSteps.start)
  const from = location.pathname === '/' ? {} : { voltar: location.href }
  if (!open && !sessionStore.get().user) throw redirect({ to: loginPath, search: from, replace: true })
  await validate()
  // Not waited for: the menu draws itself when it comes, and the server asks for every permission again anyway.
  void loadMenus()
  clearMessages()
  const verdict = guard({ path: location.pathname, open, user: sessionStore.get().user, permission })
  switch (verdict.go) {
    case 'redirect':
      throw redirect({ to: verdict.to, search: verdict.to === loginPath ? from : {}, replace: true })
    case 'deny':
      closeSession(verdict.error.message)
      changeRoute({ allowed: false, error: verdict.error })
      errorPopup('Atenção', verdict.error.message)
      throw redirect({ to: loginPath, replace: true })
    case 'fail':
      changeRoute({ error: verdict.error })
      throw new RouteFault(verdict.error.code, verdict.error.message)
    case 'stay':
      progress.set(progressSteps.start + progressSteps.guarded)
      setTitle(title)
  }
}

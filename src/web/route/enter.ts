import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { guard, loginPath, type GuardVerdict, type Visit } from '#kernel/guard.ts'
import { setTitle } from '#web/config.ts'
import { progressSteps } from '#web/constants.ts'
import type { MenuItem } from '#web/layout/menu.ts'
import { clearMessages } from '#web/messages.ts'
import { RouteFault, RouteRefusal } from '#web/route/faults.ts'
import { changeRoute, routeProgress } from '#web/route/state.ts'
import { endOnServer, validate } from '#web/session.ts'
import { sessionStore } from '#web/session/store.ts'
import { closeSession } from '#web/session/end.ts'
import { errorPopup } from '#web/ui/popup.ts'

interface Entered {
  readonly path: string
  readonly title: string
  readonly permission?: string
  readonly open?: boolean
  /** The entry of the menu the address belongs to. */
  readonly section?: MenuItem | null
}

let here: { readonly visit: Omit<Visit, 'user'>; readonly go: GuardVerdict['go'] } | null = null

/** Would the guard let the last user here see this address, as far as is known of them? */
export const mayStay = (path: string, permission: string | undefined) =>
  guard({ path, open: false, permission, user: sessionStore.get().user }).go === 'stay'

/** Would the guard still decide the same about this address, now that its visitor's rights have changed? */
export const stillTrue = () => here === null || guard({ ...here.visit, user: sessionStore.get().user }).go === here.go

/** The navigation guard, in the specification's eight steps. Step 8 is the router's `onResolved`. */
export async function enter(
  { path, title, permission, open = false, section }: Entered,
  location: Pick<ParsedLocation, 'pathname' | 'href'>,
) {
  // A page anybody may open shows what happened on the way to it.
  changeRoute({ name: path, loading: true, ...(!open && { allowed: true, error: null }) })
  routeProgress.set(progressSteps.start)
  const from = location.pathname === '/' ? {} : { voltar: location.href }
  if (!open && !sessionStore.get().user) throw redirect({ to: loginPath, search: from, replace: true })
  await validate()
  // The menus are the frame's to ask for: it draws them when they come, and the server asks for every permission again anyway.
  // To another area of the same page they go along.
  if (here?.visit.path !== location.pathname) clearMessages()
  const visit = { path: location.pathname, open, permission }
  const { user } = sessionStore.get()
  const verdict = guard({ ...visit, user })
  here = { visit, go: verdict.go }
  switch (verdict.go) {
    case 'redirect':
      throw redirect({ to: verdict.to, search: verdict.to === loginPath ? from : {}, replace: true })
    case 'refuse':
      changeRoute({ allowed: false, error: verdict.error })
      throw new RouteRefusal(verdict.error, {
        section: section?.label ?? title,
        // Of a section one sees, it is this screen alone that is missing.
        screen: section?.permission && user && can(user, section.permission) ? title : null,
        permission: permission ?? '',
      })
    case 'deny':
      void endOnServer()
      closeSession()
      changeRoute({ allowed: false, error: verdict.error })
      errorPopup('Atenção', verdict.error.message)
      throw redirect({ to: loginPath, replace: true })
    case 'fail':
      changeRoute({ error: verdict.error })
      throw new RouteFault(verdict.error)
    case 'stay':
      routeProgress.set(progressSteps.start + progressSteps.guarded)
      setTitle(title)
  }
}

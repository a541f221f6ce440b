import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { lazy, Suspense, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import { loginPath } from '#kernel/guard.ts'
import { doneOnce } from '#kernel/done-once.ts'
import { drawDelay, fetchDelay, skeletonTime } from '#web/constants.ts'
import { errorPages } from '#web/errors/pages.ts'
import { NotFound } from '#web/errors/NotFound.tsx'
import { Faulty, RouteError } from '#web/errors/RouteError.tsx'
import { itemAt, type MenuGroup } from '#web/layout/menu.ts'
import { rememberSearch } from '#web/route/back.ts'
import { chunk } from '#web/route/chunk.ts'
import { enter, mayStay, stillTrue } from '#web/route/enter.ts'
import { preloadMode } from '#web/route/prefetch.ts'
import type { Screen } from '#web/route/screen.ts'
import { changeRoute, routeProgress } from '#web/route/state.ts'
import { hasSameRights } from '#web/session/state.ts'
import { comesBack, sessionStore, useSession } from '#web/session/store.ts'
import { anyDirty } from '#web/ui/dirty.ts'
import { PageLoading } from '#web/ui/Loading.tsx'
import { errorPopup } from '#web/ui/popup.ts'

/** What is drawn around every screen behind the guard: it shows the screen of the address, or what it is given. */
export type FrameLoader = () => Promise<{ default: ComponentType<{ readonly children?: ReactNode }> }>

/** What is behind the sign-in. */
export interface Interior {
  readonly screens: readonly Screen[]
  readonly menu: readonly MenuGroup[]
  /** Comes with the first screen. */
  readonly frame: FrameLoader
}

const ofRoute = <T extends ComponentType>(load: () => Promise<{ default: T }>) => lazyRouteComponent(() => chunk(load))

/** The entrance does not wait for the code behind it: that is fetched when a user goes there. */
export function openRouter(entrance: readonly Screen[], loadInside: () => Promise<Interior>) {
  const Frame = lazy(() => chunk(async () => (await loadInside()).frame()))
  /** A signed-in user stays in the frame, whatever the address. */
  const framed = (page: ReactNode) => () => {
    const { user } = useSession()
    return user ? (
      <Suspense fallback={<PageLoading />}>
        <Frame>{page}</Frame>
      </Suspense>
    ) : (
      <main>{page}</main>
    )
  }
  const missing = framed(<NotFound />)
  const faults: readonly (Pick<Screen, 'path' | 'title'> & { component: FunctionComponent })[] = [
    { ...errorPages.missing, component: missing },
    { ...errorPages.failed, component: framed(<RouteError />) },
  ]
  const root = createRootRoute({ component: Outlet })
  const account = entrance.map(({ path, title, load }) => ({ path, title, component: ofRoute(load) }))
  const open = [...account, ...faults].map(({ path, title, component }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      beforeLoad: async ({ location, preload }) => {
        if (!preload) await enter({ path, title, open: true }, location)
      },
    }),
  )
  // A second tree would draw anew the content of the first.
  const learn = doneOnce(async () => {
    const { screens, menu, frame } = await chunk(loadInside)
    const behind = createRoute({ getParentRoute: () => root, id: 'default', component: ofRoute(frame) })
    const guarded = screens.filter(({ open }) => !open).map(screen => guardedRoute(behind, screen, frame, menu))
    root.addChildren([...open, behind.addChildren(guarded)])
    router.setRoutes(router.buildRouteTree())
    // The one that is left is drawn until it is.
    Object.assign(router.routesById, Object.fromEntries(beyond.map(route => [route.id, route])))
  })
  /** Any other address, until the screens inside are known: they are fetched, and the address is resolved again. */
  const beyond = ['/', '$'].map(path =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: async ({ location, preload }) => {
        if (!preload && location.pathname === '/' && !sessionStore.get().user)
          throw redirect({ to: loginPath, replace: true })
        await learn()
        throw redirect({ href: location.href, replace: true })
      },
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren([...open, ...beyond]),
    defaultPreload: preloadMode(),
    defaultPreloadDelay: 50,
    defaultPendingMs: fetchDelay,
    defaultPendingMinMs: skeletonTime,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: Faulty,
    defaultNotFoundComponent: missing,
    notFoundMode: 'root',
    scrollRestoration: true,
  })
  router.subscribe('onResolved', ({ toLocation: { pathname, searchStr } }) => {
    rememberSearch(pathname, searchStr)
    changeRoute({ loading: false })
    routeProgress.set(null)
  })
  followSession(router)
  return router
}
type Router = ReturnType<typeof openRouter>

const guardedRoute = (
  behind: AnyRoute,
  { path, title, permission, load, ahead }: Screen,
  frame: FrameLoader,
  menu: readonly MenuGroup[],
) =>
  createRoute({
    getParentRoute: () => behind,
    path,
    component: ofRoute(load),
    beforeLoad: async ({ location, preload }) => {
      if (preload) return
      const { user } = sessionStore.get()
      const asked = () => ahead?.(location.searchStr).catch(() => undefined)
      // The code comes while the guard asks, and so does the data, if the last user here could see it.
      if (user) for (const part of [frame, load]) part().catch(() => undefined)
      const early = mayStay(location.pathname, permission) ? asked() : undefined
      const section = itemAt(menu, location.pathname)
      await enter({ path, title, section, ...(permission !== undefined && { permission }) }, location)
      // A screen is drawn once, with what it shows, where that comes before anybody would see it come.
      await Promise.race([early ?? asked(), new Promise(resolve => setTimeout(resolve, drawDelay))])
    },
  })

/** Goes to the sign-in page when the session ends, and checks the address again when the user's rights change. */
function followSession(router: Router) {
  let before = sessionStore.get().user
  sessionStore.subscribe(() => {
    const { user, status } = sessionStore.get()
    const changed = user?.uuid === before?.uuid && !hasSameRights(user, before)
    before = user
    if (status === 'logged-out') leave(router)
    else if (changed && !stillTrue()) askAgain(router)
  })
}

/** A user signed out in the middle of a screen, here or in another tab, goes to sign in and comes back. */
function leave(router: Router) {
  const { pathname, href } = router.state.location
  if (router.state.matches.every(({ routeId }) => routeId !== '/default')) return
  // Users who signed out start anew; those whose session ended come back to this address.
  const search = pathname === '/' || !comesBack.get() ? {} : { voltar: href }
  void router.navigate({ to: loginPath, search, ignoreBlocker: true })
}

/** The guard would now decide differently on this address; what was typed on it stays visible. */
function askAgain(router: Router) {
  if (!anyDirty()) return void router.invalidate()
  errorPopup(
    'Atenção',
    'Seu acesso mudou, e esta página não é mais sua para salvar. O que você digitou continua aqui: copie o que precisar antes de sair.',
  )
}

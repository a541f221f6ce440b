import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
} from '@tanstack/react-router'
import type { FunctionComponent, ReactNode } from 'react'
import { loginPath } from '#kernel/guard.ts'
import { fetchDelay, skeletonTime } from '#web/constants.ts'
import { errorPages } from '#web/errors/pages.ts'
import { NotFound } from '#web/errors/NotFound.tsx'
import { RouteError } from '#web/errors/RouteError.tsx'
import { chunk } from '#web/route/chunk.ts'
import { enter } from '#web/route/enter.ts'
import { preloadMode } from '#web/route/prefetch.ts'
import type { Screen } from '#web/route/screen.ts'
import { changeRoute, progress } from '#web/route/state.ts'
import { arrival, sessionStore } from '#web/session/store.ts'
import { PageLoading } from '#web/ui/Loading.tsx'

const inMain = (page: ReactNode) => <main>{page}</main>
const lazy = (load: Screen['load']) => lazyRouteComponent(() => chunk(load))

const faults: readonly (Pick<Screen, 'path' | 'title'> & { component: FunctionComponent })[] = [
  { ...errorPages.missing, component: () => inMain(<NotFound />) },
  { ...errorPages.failed, component: () => inMain(<RouteError />) },
]

/** `shell` is the frame around every screen behind the guard; it loads with the first of them. */
export function openRouter(screens: readonly Screen[], shell: Screen['load']) {
  const root = createRootRoute({ component: Outlet })
  const account = screens
    .filter(({ open }) => open)
    .map(({ path, title, load }) => ({ path, title, component: lazy(load) }))
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
  const frame = createRoute({ getParentRoute: () => root, id: 'default', component: lazy(shell) })
  const guarded = screens.filter(screen => !screen.open).map(screen => guardedRoute(frame, screen, shell))
  const router = createRouter({
    routeTree: root.addChildren([...open, frame.addChildren(guarded)]),
    defaultPreload: preloadMode(),
    defaultPreloadDelay: 50,
    defaultPendingMs: fetchDelay,
    defaultPendingMinMs: skeletonTime,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: ({ error }) => <RouteError error={error} />,
    defaultNotFoundComponent: () => inMain(<NotFound />),
    scrollRestoration: true,
  })
  router.subscribe('onResolved', () => {
    changeRoute({ loading: false })
    progress.set(null)
  })
  sessionStore.subscribe(() => followSession(router))
  return router
}
type Router = ReturnType<typeof openRouter>

const guardedRoute = (frame: AnyRoute, { path, title, permission, load }: Screen, shell: Screen['load']) =>
  createRoute({
    getParentRoute: () => frame,
    path,
    component: lazy(load),
    beforeLoad: async ({ location, preload }) => {
      if (preload) return
      // The code comes while the guard asks.
      if (sessionStore.get().user) for (const part of [shell, load]) part().catch(() => undefined)
      await enter({ path, title, ...(permission !== undefined && { permission }) }, location)
    },
  })

/** Whoever is signed out in the middle of a screen, here or in another tab, goes to sign in and comes back. */
function followSession(router: Router) {
  if (sessionStore.get().status !== 'logged-out') return
  const { pathname, href } = router.state.location
  if (router.state.matches.every(({ routeId }) => routeId !== '/default')) return
  // Whoever left on purpose starts anew; whoever was sent away comes back here.
  const search = pathname === '/' || arrival.get() === null ? {} : { voltar: href }
  void router.navigate({ to: loginPath, search, ignoreBlocker: true })
}

import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api-error.ts'
import { fetchDelay, firstTime } from '#web/constants.ts'
import { whenIdle } from '#web/route/prefetch.ts'
import { firstShown } from '#web/route/state.ts'
import { sessionStore } from '#web/session/store.ts'

/** No answer, or one that says to come back: worth another try. */
const passing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status === 503)

/** What the screens have read, while somebody is signed in. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: (times, error) => times < 2 && passing(error) } },
})

sessionStore.subscribe(() => {
  if (sessionStore.get().status === 'logged-out') queryClient.clear()
})

/** Watches until the first screen has its data. A long wait is cut short. */
export function watchFirst() {
  const show = () => firstShown.set(true)
  setTimeout(show, firstTime)
  const look = () => {
    if (queryClient.isFetching()) return
    deaf()
    // What was answered is drawn meanwhile.
    setTimeout(() => whenIdle(show), fetchDelay)
  }
  const deaf = queryClient.getQueryCache().subscribe(look)
  look()
}

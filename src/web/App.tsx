import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { firstShown, routeProgress } from '#web/route/state.ts'
import { useSession } from '#web/session/store.ts'
import { keys } from '#web/storage.ts'
import { useStore } from '#web/store.ts'
import { theme } from '#web/theme/theme.ts'
import styles from '#web/app.module.css'
import { LiveRegion } from '#web/ui/live.tsx'
import { PageCover } from '#web/ui/Loading.tsx'
import { popupStore } from '#web/ui/popup.ts'
import { latePart } from '#web/ui/latePart.tsx'

const Hosts = latePart(() => import('#web/ui/Hosts.tsx'))
const themeManager = localStorageColorSchemeManager({ key: keys.theme })

export const App = ({ router }: { router: AnyRouter }) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    colorSchemeManager={themeManager}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Progress />
    <RouterProvider router={router} />
    <PageCover />
    <LiveRegion />
    {useHosts() && <Hosts />}
  </MantineProvider>
)

/** The account pages and the first screen load no toasts and dialogs, unless there is a message to show. */
function useHosts() {
  const { user } = useSession()
  const shown = useStore(firstShown)
  const popup = useStore(popupStore)
  return (user !== null && shown) || popup !== null
}

/** The bar on top while a page loads. */
function Progress() {
  const reached = useStore(routeProgress)
  return (
    <div
      className={styles.progress}
      style={{ width: `${reached ?? 100}%` }}
      data-done={reached === null || undefined}
      aria-hidden
    />
  )
}

import '#web/theme/frame.css'
import { accountDutyOf } from '#kernel/access.ts'
import { useMediaQuery } from '@mantine/hooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { menuDelay, widths } from '#web/constants.ts'
import { changeFrame, frameStore, tonesOf } from '#web/layout/frame.ts'
import { allowedMenu, itemAt, type MenuGroup } from '#web/layout/menu.ts'
import { useSideMenu } from '#web/layout/pins.ts'
import { MenuBar } from '#web/layout/MenuBar.tsx'
import styles from '#web/layout/shell.module.css'
import { Sidebar } from '#web/layout/Sidebar.tsx'
import { Topbar } from '#web/layout/Topbar.tsx'
import { follow } from '#web/live.ts'
import { queryClient, watchFirst } from '#web/query.ts'
import { firstShown } from '#web/route/state.ts'
import { loadMenus } from '#web/session.ts'
import { useSession } from '#web/session/store.ts'
import { useStore } from '#web/store.ts'
import { useLeaveGuard } from '#web/ui/leave.ts'
import { Notices } from '#web/ui/Notices.tsx'
import { latePart } from '#web/ui/latePart.tsx'

const MenuDrawer = latePart(() => import('#web/layout/MenuDrawer.tsx'))
const SettingsPanel = latePart(() => import('#web/layout/SettingsPanel.tsx'))

interface ShellData {
  readonly menu: readonly MenuGroup[]
  /** What the product adds to the top bar. */
  readonly TopbarStart: ComponentType
  readonly TopbarEnd: ComponentType
}

interface Inside {
  /** What is shown instead of the screen of the address. */
  readonly children?: ReactNode
}

/** The frame of every screen behind the guard, for a product's menu. */
export const shellWith =
  (given: ShellData) =>
  ({ children }: Inside) => (
    <QueryClientProvider client={queryClient}>
      <Shell {...given}>{children}</Shell>
    </QueryClientProvider>
  )

/** Where no menu at the side reads how the user likes lists. */
function OwnLook() {
  useSideMenu()
  return null
}

function Shell({ menu, TopbarStart, TopbarEnd, children = <Outlet /> }: ShellData & Inside) {
  useLeaveGuard()
  const { pathname } = useLocation()
  const frame = useStore(frameStore)
  const { user } = useSession()
  // A user who must choose a password or register a second factor first may open no other page, and the server would refuse their other requests.
  const confined = user !== null && accountDutyOf(user) !== null
  useEffect(() => (confined ? undefined : follow()), [confined])
  useEffect(watchFirst, [])
  const wide = !useMediaQuery(widths.narrow, false, { getInitialValueInEffect: false })
  // The drawer belongs to the page it was opened over: going elsewhere closes it.
  const [drawer, setDrawer] = useState<string | null>(null)
  const [settings, setSettings] = useState(false)
  const first = useStore(firstShown)
  const shown = useMenu(menu, pathname, first)
  const current = itemAt(menu, pathname)?.id ?? null
  const tones = tonesOf(frame)

  const side = wide && frame.layout === 'vertical' && !confined
  const look = frame.collapsed
    ? 'icon'
    : frame.sidebar === 'compact' || frame.sidebar === 'icon'
      ? frame.sidebar
      : 'full'
  const toggle = () => (wide ? changeFrame({ collapsed: !frame.collapsed }) : setDrawer(pathname))
  return (
    <div className={styles.shell} data-width={frame.width}>
      <a className="skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <Topbar
        tone={tones.top}
        onMenu={!confined && (side || !wide) ? toggle : null}
        onSettings={() => setSettings(true)}
        start={!confined && <TopbarStart />}
        end={!confined && <TopbarEnd />}
      />
      {wide && !side && !confined && (
        <>
          <MenuBar tone={tones.top} menu={shown} current={current} />
          <OwnLook />
        </>
      )}
      <div className={styles.body}>
        {side && (
          <aside className={styles.side} data-tone={tones.side} data-look={look}>
            <Sidebar menu={shown} current={current} look={look} />
          </aside>
        )}
        <div className={styles.column}>
          <Notices />
          <main id="conteudo" className={styles.main} tabIndex={-1}>
            {/* Between the end of a session and the sign-in page there is a moment without anybody. */}
            {user && children}
          </main>
          <footer />
        </div>
      </div>
      {!wide && (first || drawer !== null) && (
        <MenuDrawer
          menu={shown}
          current={current}
          tone={tones.side}
          opened={drawer === pathname}
          onClose={() => setDrawer(null)}
        />
      )}
      {(first || settings) && <SettingsPanel opened={settings} onClose={() => setSettings(false)} />}
    </div>
  )
}

/** Answers the allowed part of the menu, once it was requested and its time to appear has come; null until then. */
function useMenu(menu: readonly MenuGroup[], pathname: string, first: boolean) {
  const { menus, status } = useSession()
  // The user's rights may have changed, or they signed in again; a failed request is repeated on the next page.
  useEffect(() => {
    if (menus === null && first) void loadMenus()
  }, [menus, status, pathname, first])
  // A menu that is known from before is drawn with the page; only one that has just come waits.
  const [due, setDue] = useState(menus !== null)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), menuDelay)
    return () => clearTimeout(timer)
  }, [])
  return due && menus ? allowedMenu(menu, menus) : null
}

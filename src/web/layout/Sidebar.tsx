import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { MenuGroup } from '#web/layout/menu.ts'
import type { SidebarLook } from '#web/layout/SidebarGroups.tsx'
import { chunk } from '#web/route/chunk.ts'
import styles from '#web/layout/sidebar.module.css'

// The menu is never there at first: its icons are left for later too.
const SidebarGroups = lazy(() => chunk(() => import('#web/layout/SidebarGroups.tsx')))

interface Props {
  readonly menu: readonly MenuGroup[] | null
  readonly current: string | null
  readonly look: SidebarLook
}

export const Sidebar = ({ menu, current, look }: Props) => (
  <nav className={styles.nav} data-look={look} aria-label="Menu principal" aria-busy={menu === null}>
    {menu === null ? (
      <Coming look={look} />
    ) : (
      <Suspense fallback={<Coming look={look} />}>
        <SidebarGroups menu={menu} current={current} look={look} />
      </Suspense>
    )}
  </nav>
)

/** The width and the rhythm of what is coming. */
const Coming = ({ look }: { look: SidebarLook }) => (
  <div className={styles.coming}>
    {Array.from({ length: 9 }, (_, n) => (
      <Skeleton
        key={n}
        height={look === 'compact' ? 44 : 20}
        width={look === 'full' ? `${80 - ((n * 23) % 40)}%` : '100%'}
      />
    ))}
  </div>
)

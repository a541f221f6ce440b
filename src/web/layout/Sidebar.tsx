import { Skeleton } from '@mantine/core'
import type { MenuGroup } from '#web/layout/menu.ts'
import { useSideMenu } from '#web/layout/pins.ts'
import type { SidebarLook } from '#web/layout/SidebarEntry.tsx'
import { SidebarGroups } from '#web/layout/SidebarGroups.tsx'
import styles from '#web/layout/sidebar.module.css'

interface Props {
  readonly menu: readonly MenuGroup[] | null
  readonly current: string | null
  readonly look: SidebarLook
}

export function Sidebar({ menu, current, look }: Props) {
  const own = useSideMenu()
  return (
    <nav className={styles.nav} data-look={look} aria-label="Menu principal" aria-busy={menu === null}>
      {menu === null ? <Coming look={look} /> : <SidebarGroups menu={menu} current={current} look={look} own={own} />}
    </nav>
  )
}

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

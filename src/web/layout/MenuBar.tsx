import { Skeleton } from '@mantine/core'
import { GroupMenu } from '#web/layout/GroupMenu.tsx'
import type { MenuGroup } from '#web/layout/menu.ts'
import styles from '#web/layout/topbar.module.css'

interface Props {
  readonly tone: string
  readonly menu: readonly MenuGroup[] | null
  readonly current: string | null
}

/** The menu of the horizontal layout: a line of groups under the top bar. */
export const MenuBar = ({ tone, menu, current }: Props) => (
  <nav className={styles.menuBar} data-tone={tone} aria-label="Menu principal" aria-busy={menu === null}>
    <div className={styles.inner}>
      {menu === null
        ? Array.from({ length: 6 }, (_, n) => <Skeleton key={n} width={96} height={16} />)
        : menu.map(group => (
            <GroupMenu key={group.title} group={group} current={current} position="bottom-start" look="bar" />
          ))}
    </div>
  </nav>
)

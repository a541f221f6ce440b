import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { MenuGroup } from '#web/layout/menu.ts'
import { chunk } from '#web/route/chunk.ts'
import styles from '#web/layout/topbar.module.css'

const GroupMenu = lazy(async () => ({ default: (await chunk(() => import('#web/layout/GroupMenu.tsx'))).GroupMenu }))

interface Props {
  readonly tone: string
  readonly menu: readonly MenuGroup[] | null
  readonly current: string | null
}

const coming = Array.from({ length: 6 }, (_, n) => <Skeleton key={n} width={96} height={16} />)

/** The menu of the horizontal layout: a line of groups under the top bar. */
export const MenuBar = ({ tone, menu, current }: Props) => (
  <nav className={styles.menuBar} data-tone={tone} aria-label="Menu principal" aria-busy={menu === null}>
    <div className={styles.inner}>
      <Suspense fallback={coming}>
        {menu?.map(group => (
          <GroupMenu key={group.title} group={group} current={current} position="bottom-start" look="bar" />
        )) ?? coming}
      </Suspense>
    </div>
  </nav>
)

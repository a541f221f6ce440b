import { Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import type { MenuGroup } from '#web/layout/menu.ts'
import styles from '#web/layout/topbar.module.css'
import { latePart } from '#web/ui/latePart.tsx'

const coming = <Skeleton width={96} height={16} />
const GroupMenu = latePart(async () => ({ default: (await import('#web/layout/GroupMenu.tsx')).GroupMenu }), coming)

interface Props {
  readonly tone: string
  readonly menu: readonly MenuGroup[] | null
  readonly current: string | null
}

/** The menu of the horizontal layout: a line of groups under the top bar. */
export const MenuBar = ({ tone, menu, current }: Props) => (
  <nav className={styles.menuBar} data-tone={tone} aria-label="Menu principal" aria-busy={menu === null}>
    <div className={styles.inner}>
      {menu?.map(group => (
        <GroupMenu key={group.title} group={group} current={current} position="bottom-start" look="bar" />
      )) ?? Array.from({ length: 6 }, (_, n) => <Fragment key={n}>{coming}</Fragment>)}
    </div>
  </nav>
)

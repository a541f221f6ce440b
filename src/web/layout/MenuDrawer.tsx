import { Drawer } from '@mantine/core'
import type { ComponentProps } from 'react'
import styles from '#web/layout/shell.module.css'
import { Sidebar } from '#web/layout/Sidebar.tsx'

interface Props extends Omit<ComponentProps<typeof Sidebar>, 'look'> {
  readonly tone: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** The menu where the window has no room beside the page. */
export default function MenuDrawer({ tone, opened, onClose, ...shown }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={264}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Menu' } }}
    >
      <div className={styles.drawer} data-tone={tone}>
        <Sidebar {...shown} look="full" />
      </div>
    </Drawer>
  )
}

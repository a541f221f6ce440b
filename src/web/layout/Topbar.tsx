import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconAdjustmentsHorizontal, IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { siteConfig } from '#web/config.ts'
import { FullscreenButton } from '#web/layout/FullscreenButton.tsx'
import { LanguageMenu } from '#web/layout/LanguageMenu.tsx'
import styles from '#web/layout/topbar.module.css'
import { UserMenu } from '#web/layout/UserMenu.tsx'
import { useSession } from '#web/session/store.ts'
import { LateTip } from '#web/ui/LateTip.tsx'
import { Mark } from '#web/ui/Mark.tsx'

interface Props {
  readonly tone: string
  /** Folds the sidebar or opens the drawer; null where there is neither. */
  readonly onMenu: (() => void) | null
  readonly onSettings: () => void
  /** What the product adds, at either side of the frame's own buttons. */
  readonly start: ReactNode
  readonly end: ReactNode
}

export function Topbar({ tone, onMenu, onSettings, start, end }: Props) {
  const { user } = useSession()
  if (!user) return null
  return (
    <header className={styles.bar} data-tone={tone}>
      <div className={styles.inner}>
        {onMenu && (
          <ActionIcon size="md" aria-label="Menu" onClick={onMenu}>
            <IconMenu2 size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        )}
        <Link to="/" className={styles.brand} aria-label={`${siteConfig().name}: página inicial`}>
          <Mark />
          <span>{siteConfig().name}</span>
        </Link>
        <div className={styles.space} />
        {start}
        <FullscreenButton />
        <LanguageMenu />
        {end}
        <LateTip label="Aparência">
          <ActionIcon size="md" aria-label="Aparência" onClick={onSettings}>
            <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </LateTip>
        <UserMenu user={user} />
      </div>
    </header>
  )
}

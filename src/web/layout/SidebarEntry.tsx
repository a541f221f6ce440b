import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { icons } from '#web/layout/icons.ts'
import type { MenuItem } from '#web/layout/menu.ts'
import styles from '#web/layout/sidebar.module.css'
import { LateTip } from '#web/ui/LateTip.tsx'

export type SidebarLook = 'full' | 'compact' | 'icon'

interface EntryProps {
  readonly item: Pick<MenuItem, 'label' | 'path' | 'icon'>
  readonly current: boolean
  readonly look: SidebarLook
  /** After its name. */
  readonly end?: ReactNode
}

/** One line of the side bar: an icon, a name, and where it leads, which may have a search. */
export function Entry({ item: { label, path, icon }, current, look, end }: EntryProps) {
  const Icon = icons[icon]
  const { history } = useRouter()
  const shown = {
    className: styles.entry,
    'data-current': current || undefined,
    'aria-current': current ? ('page' as const) : undefined,
  }
  const content = (
    <>
      <Icon size={20} stroke={1.5} aria-hidden />
      <span>{label}</span>
      {end}
    </>
  )
  // The router would read a long number of a search as one, and round it.
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(path)
  }
  return (
    <LateTip label={label} position="right" disabled={look !== 'icon'}>
      {path.includes('?') ? (
        <a href={path} onClick={open} {...shown}>
          {content}
        </a>
      ) : (
        <Link to={path} {...shown}>
          {content}
        </Link>
      )}
    </LateTip>
  )
}

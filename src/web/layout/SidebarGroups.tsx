import { Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { GroupMenu } from '#web/layout/GroupMenu.tsx'
import { icons } from '#web/layout/icons.ts'
import type { MenuGroup, MenuItem } from '#web/layout/menu.ts'
import styles from '#web/layout/sidebar.module.css'

export type SidebarLook = 'full' | 'compact' | 'icon'
interface Props {
  readonly menu: readonly MenuGroup[]
  readonly current: string | null
  readonly look: SidebarLook
}

/** What the side bar holds, once it is known what its reader may enter. */
export default function SidebarGroups({ menu, ...rest }: Props) {
  return menu.map(group => <Group key={group.title} group={group} {...rest} />)
}

function Group({ group, current, look }: { group: MenuGroup; current: string | null; look: SidebarLook }) {
  const inside = group.items.some(({ id }) => id === current)
  const [open, setOpen] = useState(false)
  const list = useId()
  if (group.folded && look !== 'full')
    return <GroupMenu group={group} current={current} position="right-start" look={look} />
  const shown = !group.folded || open || inside
  return (
    <section className={styles.group}>
      {group.folded ? (
        <button
          type="button"
          className={styles.title}
          aria-expanded={shown}
          aria-controls={list}
          onClick={() => setOpen(!open)}
        >
          {group.title}
          <IconChevronDown size={14} stroke={1.75} aria-hidden />
        </button>
      ) : (
        <h2 className={styles.title}>{group.title}</h2>
      )}
      {shown && (
        <ul id={list} className={styles.items}>
          {group.items.map(item => (
            <li key={item.id}>
              <Entry item={item} current={item.id === current} look={look} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({
  item: { label, path, icon },
  current,
  look,
}: {
  item: MenuItem
  current: boolean
  look: SidebarLook
}) {
  const Icon = icons[icon]
  return (
    <Tooltip label={label} position="right" disabled={look !== 'icon'}>
      <Link
        to={path}
        className={styles.entry}
        data-current={current || undefined}
        aria-current={current ? 'page' : undefined}
      >
        <Icon size={20} stroke={1.5} aria-hidden />
        <span>{label}</span>
      </Link>
    </Tooltip>
  )
}

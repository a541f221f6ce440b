import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconChevronDown } from '@tabler/icons-react'
import { icons } from '#web/layout/icons.ts'
import type { MenuGroup } from '#web/layout/menu.ts'
import styles from '#web/layout/sidebar.module.css'

interface Props {
  readonly group: MenuGroup
  readonly current: string | null
  readonly position: 'bottom-start' | 'right-start'
  readonly look: 'bar' | 'compact' | 'icon'
}

/** A whole group behind one button. */
export function GroupMenu({ group: { title, icon, items }, current, position, look }: Props) {
  const navigate = useNavigate()
  const Icon = icons[icon]
  const inside = items.some(({ id }) => id === current)
  return (
    <Menu position={position} offset={4} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={styles.entry}
          data-look={look}
          data-current={inside || undefined}
          title={look === 'icon' ? title : undefined}
        >
          {look !== 'bar' && <Icon size={20} stroke={1.5} aria-hidden />}
          <span>{title}</span>
          {look === 'bar' && <IconChevronDown size={14} stroke={1.75} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.dropdown}>
        {items.map(({ id, label, path }) => (
          <Menu.Item
            key={id}
            component="a"
            href={path}
            aria-current={id === current ? 'page' : undefined}
            fw={id === current ? 600 : 400}
            onClick={event => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              void navigate({ to: path })
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

import { IconChevronDown } from '@tabler/icons-react'
import { useId } from 'react'
import type { MenuGroup } from '#web/layout/menu.ts'
import { Entry, type SidebarLook } from '#web/layout/SidebarEntry.tsx'
import { SidebarPins } from '#web/layout/SidebarPins.tsx'
import type { useSideMenu } from '#web/layout/pins.ts'
import styles from '#web/layout/sidebar.module.css'
import { latePart } from '#web/ui/latePart.tsx'

const GroupMenu = latePart(async () => ({ default: (await import('#web/layout/GroupMenu.tsx')).GroupMenu }))

interface Props {
  readonly menu: readonly MenuGroup[]
  readonly current: string | null
  readonly look: SidebarLook
  readonly own: ReturnType<typeof useSideMenu>
}

/** What the side bar holds, once it is known what its reader may enter: what they pinned, and the groups. */
export function SidebarGroups({ menu, current, look, own }: Props) {
  return (
    <>
      <SidebarPins menu={menu} look={look} own={own} />
      {menu.map(group => (
        <Group
          key={group.title}
          group={group}
          current={current}
          look={look}
          chosen={own.groups[group.title]}
          onFold={open => own.fold(group.title, open)}
        />
      ))}
    </>
  )
}

interface MenuGroupProps extends Pick<Props, 'current' | 'look'> {
  readonly group: MenuGroup
  /** Whether its reader opened or folded it; undefined while they did neither. */
  readonly chosen: boolean | undefined
  readonly onFold: (open: boolean) => void
}

function Group({ group, current, look, chosen, onFold }: MenuGroupProps) {
  const inside = group.items.some(({ id }) => id === current)
  const list = useId()
  if (group.folded && look !== 'full')
    return <GroupMenu group={group} current={current} position="right-start" look={look} />
  const open = look !== 'full' || (chosen ?? (!group.folded || inside))
  // Of a folded group, the entry its reader is at stays visible.
  const items = open ? group.items : group.items.filter(({ id }) => id === current)
  return (
    <section className={styles.group}>
      <GroupTitle list={list} {...(look === 'full' && { open, onFold })}>
        {group.title}
      </GroupTitle>
      <ul id={list} className={styles.items} hidden={items.length === 0}>
        {items.map(item => (
          <li key={item.id}>
            <Entry item={item} current={item.id === current} look={look} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface GroupTitleProps {
  readonly list: string
  readonly open?: boolean
  readonly onFold?: (open: boolean) => void
  readonly children: string
}

const GroupTitle = ({ list, open, onFold, children }: GroupTitleProps) => (
  <h2 className={styles.title}>
    {onFold ? (
      <button type="button" aria-expanded={open} aria-controls={list} onClick={() => onFold(!open)}>
        {children}
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
    ) : (
      children
    )}
  </h2>
)

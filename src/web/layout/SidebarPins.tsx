import { ActionIcon } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { IconPin } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { MenuGroup, MenuItem } from '#web/layout/menu.ts'
import type { PinnedView, useSideMenu } from '#web/layout/pins.ts'
import { drawnPins } from '#web/layout/drawnPins.ts'
import { Entry, type SidebarLook } from '#web/layout/SidebarEntry.tsx'
import { usePinCounts } from '#web/layout/usePinCounts.ts'
import styles from '#web/layout/sidebar.module.css'
import { toSearch } from '#web/table/address.ts'
import { latePart } from '#web/ui/latePart.tsx'

const PinsDialog = latePart(() => import('#web/layout/PinsDialog.tsx'))

interface Props {
  readonly menu: readonly MenuGroup[]
  readonly look: SidebarLook
  readonly own: ReturnType<typeof useSideMenu>
}

/** What its reader pinned, above the groups, with how many rows each view has. */
export function SidebarPins({ menu, look, own }: Props) {
  const drawn = drawnPins(menu, own.pins)
  const { pathname, searchStr } = useLocation()
  const { page: _page, ...asked } = Object.fromEntries(new URLSearchParams(searchStr))
  const here = `${pathname}${toSearch(asked)}`
  const views = drawn.flatMap(({ pin }) => ('view' in pin ? [pin] : []))
  const counts = usePinCounts(views)
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.group} data-pins>
      {look === 'full' && (
        <h2 className={styles.title}>
          Fixados
          <ActionIcon size="sm" aria-label="Organizar os fixados" onClick={() => setOpen(true)}>
            <IconPin size={14} stroke={1.5} aria-hidden />
          </ActionIcon>
        </h2>
      )}
      {drawn.length > 0 && (
        <ul className={styles.items}>
          {drawn.map(({ pin, item }) => (
            <li key={item.id}>
              {'view' in pin ? (
                <ViewEntry
                  pin={pin}
                  item={item}
                  look={look}
                  current={here === item.path}
                  count={counts[views.indexOf(pin)]}
                  onSeen={seen =>
                    own.pin(all =>
                      all.map(each => ('view' in each && each.view === pin.view ? { ...each, seen } : each)),
                    )
                  }
                />
              ) : (
                <Entry item={item} current={pathname === item.path} look={look} />
              )}
            </li>
          ))}
        </ul>
      )}
      {open && <PinsDialog menu={menu} own={own} onClose={() => setOpen(false)} />}
    </section>
  )
}

interface ViewEntryProps {
  readonly pin: PinnedView
  readonly item: MenuItem
  readonly look: SidebarLook
  readonly current: boolean
  readonly count: number | undefined
  /** Its reader has it before them, with so many rows. */
  readonly onSeen: (count: number) => void
}

function ViewEntry({ pin: { seen }, item, look, current, count, onSeen }: ViewEntryProps) {
  const isNews = current && count !== undefined && count !== seen
  useEffect(() => {
    if (isNews) onSeen(count)
  }, [isNews, count]) // oxlint-disable-line react-hooks/exhaustive-deps -- what is done about it is another function at every draw
  const more = !current && seen !== null && count !== undefined ? count - seen : 0
  return (
    <Entry
      item={item}
      current={current}
      look={look}
      end={
        <small
          className={styles.count}
          data-more={more > 0 || undefined}
          title={more > 0 ? `+${more} desde que você abriu` : undefined}
        >
          {count?.toLocaleString('pt-BR') ?? '…'}
          {more > 0 && <span className="sr-only">, {more} a mais desde que você abriu</span>}
        </small>
      }
    />
  )
}

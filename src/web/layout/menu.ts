import type { IconName } from '#web/layout/icons.ts'

export interface MenuItem {
  /** What `usuario.menus` lists. */
  readonly id: string
  readonly label: string
  readonly path: string
  readonly icon: IconName
  /** What shows it; an entry without shows to everybody. */
  readonly permission?: string
}
export interface MenuGroup {
  readonly title: string
  readonly icon: IconName
  /** Opened on demand: seldom used, or long. */
  readonly folded?: boolean
  readonly items: readonly MenuItem[]
}

/** What a user sees of a menu. Groups left empty vanish. */
export const allowedMenu = (menu: readonly MenuGroup[], ids: readonly string[]): readonly MenuGroup[] =>
  menu
    .map(group => ({ ...group, items: group.items.filter(({ id }) => ids.includes(id)) }))
    .filter(({ items }) => items.length > 0)

/** The entry whose screens the address belongs to: the one with the longest path that starts it. */
export const itemAt = (menu: readonly MenuGroup[], pathname: string): MenuItem | null =>
  menu
    .flatMap(({ items }) => items)
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
    .reduce<MenuItem | null>((longest, item) => (item.path.length > (longest?.path.length ?? 0) ? item : longest), null)

import type { MenuGroup, MenuItem } from '#web/layout/menu.ts'
import type { Pin } from '#web/layout/pins.ts'

/** A pin and the entry it is drawn as; its screen or list is one that its reader may enter. */
export interface DrawnPin {
  readonly pin: Pin
  readonly item: MenuItem
}

/** The pins that lead somewhere, as entries of the menu. */
export function drawnPins(menu: readonly MenuGroup[], pins: readonly Pin[]): readonly DrawnPin[] {
  const items = menu.flatMap(group => group.items)
  return pins.flatMap((pin): readonly DrawnPin[] => {
    if (!('view' in pin)) {
      const item = items.find(({ id }) => id === pin.screen)
      return item ? [{ pin, item: { ...item, label: pin.name ?? item.label } }] : []
    }
    const list = items.find(({ path }) => path === `/${pin.list}`)
    const path = `/${pin.list}${pin.search && `?${pin.search}`}`
    return [{ pin, item: { id: pin.view, label: pin.name ?? pin.title, path, icon: list?.icon ?? 'tag' } }]
  })
}

/** An entry of the sidebar and the permission that shows it; one without shows to everybody. */
export interface MenuEntry {
  readonly id: string
  readonly permission?: string
}

/** The entries a holder of these permissions sees, in reading order. */
export const menusOf =
  (entries: readonly MenuEntry[]) =>
  (allow_routes: readonly string[]): readonly string[] => {
    const held = new Set(allow_routes)
    return entries.filter(({ permission }) => permission === undefined || held.has(permission)).map(({ id }) => id)
  }

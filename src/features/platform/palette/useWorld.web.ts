import { useEffect, useMemo, useState } from 'react'
import { isStaff } from '#kernel/access.ts'
import type { LocalWorld } from '#features/platform/palette/entries.web.ts'
import { shownGuides, type GuideBook } from '#features/platform/help/guides.ts'
import type { NamedArea } from '#parts/areas/areas.ts'
import { chunk } from '#web/route/chunk.ts'
import { loadMenus } from '#web/session.ts'
import { useSession, useUser } from '#web/session/store.ts'

const emptyBook: GuideBook = { groups: [], news: [] }
const noMenu: readonly string[] = []

/** What the browser searches by itself, as far as it has come. */
export function useWorld(areas: () => readonly NamedArea[]): LocalWorld {
  const user = useUser()
  const { menus } = useSession()
  const [book, setBook] = useState(emptyBook)
  useEffect(() => {
    if (menus === null) void loadMenus()
  }, [menus])
  useEffect(() => {
    // The guide is long: the palette opens without it.
    chunk(() => import('virtual:guides')).then(
      ({ default: read }) => setBook(read),
      () => undefined,
    )
  }, [])
  return useMemo(
    () => ({
      user,
      menus: menus ?? noMenu,
      guides: shownGuides(book, isStaff(user)).flatMap(({ pages }) => pages),
      areas: areas(),
    }),
    [user, menus, book, areas],
  )
}

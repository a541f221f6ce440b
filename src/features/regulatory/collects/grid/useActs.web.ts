import { useLayoutEffect, useRef, useState } from 'react'
import { withoutPlace } from '#features/regulatory/collects/grid/edits.ts'
import type { PlaceActs } from '#features/regulatory/collects/grid/PlaceRow.tsx'
import type { Grid } from '#features/regulatory/collects/grid/useGrid.web.ts'
import type { useLocations } from '#features/regulatory/collects/grid/useLocations.web.ts'
import { lineAfter } from '#features/regulatory/collects/coleta/lines.ts'
import { replaceAt } from '#kernel/list.ts'
import { toast } from '#web/ui/toast.tsx'

type ActsContext = Grid & Omit<ReturnType<typeof useLocations>, keyof Grid>
export interface Acts extends PlaceActs {
  readonly write: (what: keyof Grid['writes']) => void
  readonly search: (words: string) => void
  readonly choose: (city: unknown) => void
  /** To the first cell that could not be read. */
  readonly check: () => void
}

/** What the buttons around the grid do: the same functions always, so that a key draws none of them again. */
export function useActs(given: ActsContext): Acts {
  const latest = useRef(given)
  useLayoutEffect(() => {
    latest.current = given
  })
  const [acts] = useState<Acts>(() => ({
    write: what => latest.current.writes[what](),
    search: words => latest.current.search(words),
    fold: at => latest.current.fold(latest.current.locations[at]?.city_id),
    add: at => latest.current.add(at),
    remove: at => {
      latest.current.change(now => withoutPlace(now, at))
      toast('Município retirado', { type: 'info', undo: () => void latest.current.undo() })
    },
    place: (at, id) => {
      const { locations, change } = latest.current
      if (locations.some(({ city_id }) => city_id === id)) return already()
      change(now => replaceAt(now, at, { ...now[at], city: null, city_id: id }))
    },
    choose: id => {
      const { locations, change, reach } = latest.current
      if (typeof id !== 'number') return
      if (locations.some(({ city_id }) => city_id === id)) return already()
      const next = [...locations, { city_id: id, accesses_ordered: [lineAfter(undefined)] }]
      change(() => next)
      reach({ at: locations.length, row: 0 }, 0, next)
    },
    check: () => {
      const [first] = latest.current.unread
      if (first) latest.current.reach({ at: first.at, row: Math.max(0, first.row) }, first.col)
    },
  }))
  return acts
}
const already = () => toast('Este município já está na coleta', { type: 'info' })

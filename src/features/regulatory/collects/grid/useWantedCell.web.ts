import { useEffect, useRef } from 'react'
import type { GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import { lineAt } from '#features/regulatory/collects/grid/edits.ts'
import { fieldOfSpot } from '#features/regulatory/collects/grid/rows.ts'
import type { Grid } from '#features/regulatory/collects/grid/useGrid.web.ts'
import type { Locations } from '#features/regulatory/collects/grid/useLocations.web.ts'
import type { WantedField } from '#features/regulatory/collects/coleta/useWanted.web.ts'

interface WantedInput {
  readonly wanted: WantedField | null
  readonly columns: GridColumns
  readonly cards: boolean
  readonly locations: Locations
  readonly reach: Grid['reach']
}

/** Takes the reader from a list of what is wrong to the cell it is about: once for each time they are sent. */
export function useWantedCell({ wanted, columns, cards, locations, reach }: WantedInput) {
  const went = useRef<WantedField | null>(null)
  useEffect(() => {
    if (!wanted || went.current === wanted) return
    went.current = wanted
    const [all, at, row, key] =
      /^locations(?:\.(\d+)(?:\.accesses_ordered\.(\d+)(?:\.(\w+))?)?)?/.exec(wanted.field) ?? []
    if (all === undefined) return
    const spot = { at: Number(at ?? 0), row: Number(row ?? 0) }
    const col = Math.max(
      0,
      columns.findIndex(column => column.key === key),
    )
    reach(spot, col)
    const isPlace = at !== undefined && row === undefined
    // A cell of the grid takes the focus by itself; where there is none, its municipality does, or the way to the first.
    if (!cards && !isPlace && lineAt(locations, spot)) return
    const cell = isPlace ? [] : [`${fieldOfSpot(spot)}.${columns[col]?.key}`]
    const names = [...cell, `locations.${spot.at}.city_id`, 'add-city']
    setTimeout(
      () =>
        names
          .map(id => document.getElementById(id))
          .find(Boolean)
          ?.focus(),
      100,
    )
  }, [wanted, reach, columns, cards, locations])
}

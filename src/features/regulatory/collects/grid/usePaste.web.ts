import type { ClipboardEvent } from 'react'
import { copiedFrom, type GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import { filled, lineAt, pastedAt, pastedByCity, unreadIn } from '#features/regulatory/collects/grid/edits.ts'
import { beginsWithCity, cityFinder, pastedFrom, type Pasted } from '#features/regulatory/collects/grid/paste.ts'
import {
  placeName,
  type GridBlock,
  type GridCell,
  type GridView,
  type Spot,
} from '#features/regulatory/collects/grid/rows.ts'
import { tableIn, clipboardText } from '#features/regulatory/collects/grid/table.ts'
import type { Cities } from '#features/regulatory/collects/grid/useCities.web.ts'
import type { LocationsEdit, Locations } from '#features/regulatory/collects/grid/useLocations.web.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { messageOf } from '#web/api-error.ts'
import { announce } from '#web/ui/live.tsx'
import { toast } from '#web/ui/toast.tsx'

interface PasteInput extends Cities {
  readonly locations: Locations
  readonly change: LocationsEdit
  readonly columns: GridColumns
  readonly readOnly: boolean
  readonly sight: GridView
  readonly block: GridBlock
  /** The block's lines, and its columns. */
  readonly chosen: readonly Spot[]
  readonly across: GridColumns
  readonly select: (cell: GridCell, anchor?: GridCell) => void
  readonly reach: (spot: Spot, col: number, after: Locations) => void
}

/** Blocks that come from a spreadsheet, and go to one. */
export function usePaste(given: PasteInput) {
  const { locations, change, columns, names, all, readOnly, sight, block, chosen, across, select, reach } = given
  /** What is selected; with its municipality when there is more than one. */
  function copied() {
    const many = new Set(chosen.map(({ at }) => at)).size > 1
    return clipboardText(
      chosen.map(spot => {
        const line = lineAt(locations, spot) ?? {}
        const place = locations[spot.at]
        return [...(many && place ? [placeName(place, names)] : []), ...across.map(column => copiedFrom(line, column))]
      }),
    )
  }
  function tell(pasted: Pick<Pasted, 'lines' | 'beyond'>, after: Locations, more = '') {
    const wrong = unreadIn(after, columns).length - unreadIn(locations, columns).length
    const said = [
      plural(pasted.lines.length, 'linha colada', 'linhas coladas') + more,
      ...(wrong > 0 ? [`${plural(wrong, 'célula', 'células')} para conferir`] : []),
      ...(pasted.beyond
        ? [plural(pasted.beyond, 'coluna a mais ficou de fora', 'colunas a mais ficaram de fora')]
        : []),
    ].join(', ')
    announce(said)
    toast(`${said}.`, { type: wrong > 0 || pasted.beyond ? 'info' : 'success', time: 4_000 })
  }

  function over(table: readonly (readonly string[])[]) {
    const [first] = chosen
    if (!first)
      return toast('Cole linhas que comecem pelo município, ou adicione um município antes.', {
        type: 'info',
        time: 4_000,
      })
    const pasted = pastedFrom(table, columns.slice(block.left))
    // One cell fills all that is selected, column by column.
    if (table.length === 1 && table[0]?.length === 1) {
      const after = across.reduce(
        (now, column) => filled(now, chosen, [column], pastedFrom(table, [column]).lines[0]?.values[column.key]),
        locations,
      )
      change(() => after)
      return tell({ lines: chosen.map(() => ({ city: undefined, values: {} })), beyond: 0 }, after)
    }
    const targets = sight.spots.slice(block.top).filter(({ at }) => at === first.at)
    const after = pastedAt(locations, targets, pasted)
    change(() => after)
    if (pasted.lines.length > targets.length) reach(first, block.left, after)
    const anchor = { i: block.top, col: block.left }
    select(anchor, { i: block.top + pasted.lines.length - 1, col: block.left + pasted.width - 1 })
    tell(pasted, after)
  }

  async function byCity(table: readonly (readonly string[])[]) {
    const cities = await all()
    const labels = new Map(cities.map(({ id, label }) => [id, label]))
    const pasted = pastedFrom(table, columns, cityFinder(cities))
    const first = pasted.lines[0]?.city
    const { locations: after, replaced } = pastedByCity(locations, pasted, columns, id => ({
      city: typeof id === 'number' ? { id, name: labels.get(id) } : null,
    }))
    change(() => after)
    reach({ at: after.findIndex(({ city_id }) => city_id === first), row: 0 }, 0, after)
    const same = replaced ? ` (${plural(replaced, 'trocou', 'trocaram')} o número de uma igual)` : ''
    tell(pasted, after, same)
  }

  return {
    copy: (event: ClipboardEvent) => {
      if (!chosen.length || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', copied())
      if (event.type === 'cut' && !readOnly) change(now => filled(now, chosen, across, null))
      announce(`${plural(chosen.length, 'linha copiada', 'linhas copiadas')}.`)
    },
    paste: (event: ClipboardEvent) => {
      if (readOnly || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      const table = tableIn(event.clipboardData.getData('text/plain'))
      if (beginsWithCity(table)) byCity(table).catch((error: unknown) => toast(messageOf(error), { type: 'error' }))
      else over(table)
    },
  }
}

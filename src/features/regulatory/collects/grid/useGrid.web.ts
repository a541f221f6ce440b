import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { firstNumber, type GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import {
  areAside,
  duplicated,
  filled,
  filledDown,
  inserted,
  lineAt,
  setAside,
  unreadIn,
  withCell,
  withoutLines,
} from '#features/regulatory/collects/grid/edits.ts'
import { commandOf, type Command } from '#features/regulatory/collects/grid/keys.ts'
import {
  blockOf,
  moved,
  shapeOf,
  drawnRows,
  tabbed,
  type GridCell,
  type Spot,
} from '#features/regulatory/collects/grid/rows.ts'
import type { Cities } from '#features/regulatory/collects/grid/useCities.web.ts'
import type { useLocations } from '#features/regulatory/collects/grid/useLocations.web.ts'
import { usePaste } from '#features/regulatory/collects/grid/usePaste.web.ts'
import { linesOf } from '#parts/line/line.ts'
import { plural } from '#features/regulatory/collects/coleta/said.ts'
import { announce } from '#web/ui/live.tsx'

interface GridInput {
  readonly data: ReturnType<typeof useLocations>
  readonly columns: GridColumns
  readonly cities: Cities
  /** Lines the form says something of, as 'at.row'. */
  readonly told: ReadonlySet<string>
  readonly readOnly: boolean
}
export interface Editing {
  /** Of the typing, to be taken back at once. */
  readonly group: string
  /** 'type' replaces what there was and leaves by the arrows; 'change' goes on from it. */
  readonly how: 'type' | 'change'
}

const start: GridCell = { i: 0, col: 0 }
let groups = 0

/** Where the reader is in the grid, and what their keys do to it. */
export function useGrid({ data, columns, cities, told, readOnly }: GridInput) {
  const { locations, change } = data
  const { names } = cities
  const [words, search] = useState('')
  const [folded, fold] = useState<ReadonlySet<unknown>>(new Set())
  const [cursor, setCursor] = useState({ cell: start, anchor: start })
  const [editing, setEditing] = useState<Editing | null>(null)
  /** Grows with each focus request: the cell takes it once drawn. */
  const [asked, ask] = useState(0)
  /** Scrolls an item into view. */
  const shows = useRef((_item: number) => {})
  /** Tab leaves the grid instead of going on within it. */
  const [leaving, leave] = useState(false)
  // What is typed in a cell moves no line, unless it is sought.
  const shape = words ? locations : shapeOf(locations)
  const sight = useMemo(
    () => drawnRows(locations, { words, columns, names, folded, told }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [shape, words, columns, names, folded, told],
  )
  const size = { lines: sight.spots.length, columns: columns.length }
  const within = (cell: GridCell) => moved(cell, {}, size)
  const cell = within(cursor.cell)
  const block = blockOf(cell, within(cursor.anchor))
  const chosen = sight.spots.slice(block.top, block.bottom + 1)
  const across = columns.slice(block.left, block.right + 1)
  const here = sight.spots[cell.i]
  const line = here && lineAt(locations, here)
  const aside = areAside(locations, chosen)

  const select = (to: GridCell, anchor: GridCell = to) => {
    setCursor({ cell: to, anchor })
    setEditing(null)
    leave(false)
    ask(n => n + 1)
  }
  /** Moves to an existing cell, scrolling first: a line that becomes visible is drawn once. */
  const go = (to: GridCell, anchor: GridCell = to) => {
    shows.current(sight.itemOf[to.i] ?? -1)
    select(to, anchor)
  }
  /** To a line as it is after a change, seen whether or not it says the words sought. */
  const reach = (spot: Spot, col: number, after = locations) => {
    const open = new Set([...folded].filter(city => city !== after[spot.at]?.city_id))
    const all = drawnRows(after, { words: '', columns, names, folded: open, told })
    search('')
    fold(open)
    const i = all.spots.findIndex(({ at, row }) => at === spot.at && row === spot.row)
    if (i >= 0) select({ i, col })
  }
  const edit = (how: Editing['how']) => readOnly || setEditing({ group: `typing ${++groups}`, how })
  const paste = usePaste({ ...data, ...cities, columns, readOnly, sight, block, chosen, across, select, reach })

  /**
   * Down; from a number of a municipality's last line another line is made, unless that one still waits for its own.
   */
  function enter(way: 1 | -1) {
    const below = sight.spots[cell.i + 1]
    const last = way === 1 && here && below?.at !== here.at
    if (!last || readOnly || columns[cell.col]?.options || line?.amount === null || words)
      return go(moved(cell, { rows: way }, size))
    add(here.at)
  }
  /** Adds a line of the last one's kind: it lacks only numbers. */
  function add(at: number) {
    const row = linesOf(locations[at]?.accesses_ordered).length
    change(now => inserted(now, { at, row }))
    reach({ at, row }, row ? firstNumber(columns) : 0, inserted(locations, { at, row }))
  }
  function tab(way: 1 | -1): boolean {
    const to = leaving ? null : tabbed(cell, way, size)
    if (to) go(to)
    return to !== null
  }
  /** What a command changes; nothing where the grid is only read. */
  const writes = {
    clear: () => change(now => filled(now, chosen, across, null)),
    fill: () => {
      const above = block.top === block.bottom ? sight.spots.slice(block.top - 1, block.top) : []
      change(now => filledDown(now, [...above, ...chosen], across))
    },
    duplicate: () => {
      const own = chosen.filter(({ at }) => at === chosen[0]?.at)
      change(now => duplicated(now, own))
      select({ i: block.top + own.length, col: cell.col })
      announce(`${plural(own.length, 'linha duplicada', 'linhas duplicadas')}.`)
    },
    insert: () => {
      const last = chosen.at(-1)
      if (!last) return
      change(now => inserted(now, { at: last.at, row: last.row + 1 }))
      select({ i: block.bottom + 1, col: firstNumber(columns) })
    },
    remove: () => {
      change(now => withoutLines(now, chosen))
      select(moved({ i: block.top, col: cell.col }, {}, { ...size, lines: size.lines - chosen.length }))
      announce(`${plural(chosen.length, 'linha retirada', 'linhas retiradas')}. Ctrl+Z desfaz.`)
    },
    aside: () => {
      change(now => setAside(now, chosen))
      announce(
        plural(chosen.length, 'linha', 'linhas') +
          (aside ? ' de volta.' : ' de fora: não vai ao arquivo nem conta. Ctrl+Z desfaz.'),
      )
    },
    undo: () => {
      announce(data.undo() ? 'Desfeito.' : 'Não há o que desfazer.')
      ask(n => n + 1)
    },
    redo: () => {
      announce(data.redo() ? 'Refeito.' : 'Não há o que refazer.')
      ask(n => n + 1)
    },
  }
  /** Whether the key was the grid's to understand. */
  function run(command: Command): boolean {
    switch (command.act) {
      case 'move':
        go(moved(cell, command.move, size), command.extend ? within(cursor.anchor) : undefined)
        return true
      case 'tab':
        return tab(command.way)
      case 'enter':
        enter(command.way)
        return true
      case 'edit':
        edit(command.how)
        // The letter itself is left to the input that takes the focus.
        return command.how === 'change'
      case 'select-all':
        go(moved(cell, { rows: 1, cols: 1, far: 'all' }, size), start)
        return true
      case 'leave':
        leave(true)
        announce('Tab sai da grade.')
        return true
      default:
        if (!readOnly) writes[command.act]()
        return true
    }
  }
  function press(event: KeyboardEvent) {
    if (editing) return
    const command = commandOf(event)
    // An empty grid has no cell to act on, and still a past.
    const acts = here ? command : command?.act === 'undo' || command?.act === 'redo' ? command : null
    if (acts && run(acts)) event.preventDefault()
  }

  const write = useCallback(
    (spot: Spot, key: string, value: unknown, group: string | null = null) =>
      change(now => withCell(now, spot, key, value), group),
    [change],
  )
  return {
    columns,
    size,
    sight,
    words,
    search: (said: string) => {
      search(said)
      setCursor({ cell: start, anchor: start })
    },
    folded,
    fold: (city: unknown) =>
      fold(new Set(folded.has(city) ? [...folded].filter(each => each !== city) : [...folded, city])),
    cell,
    block,
    here,
    line,
    /** Whether all the lines chosen are set aside. */
    aside,
    editing,
    /** Grows with each focus request. */
    asked,
    paste,
    writes,
    press,
    shows,
    go,
    reach,
    edit,
    enter,
    tab,
    write,
    add,
    removeLine: useCallback((spot: Spot) => change(now => withoutLines(now, [spot])), [change]),
    setLineAside: useCallback((spot: Spot) => change(now => setAside(now, [spot])), [change]),
    duplicateLine: useCallback((spot: Spot) => change(now => duplicated(now, [spot])), [change]),
    /** Cells to look at again: what was pasted and could not be read. */
    unread: useMemo(() => unreadIn(locations, columns), [locations, columns]),
    /** What was typed stays; the focus returns to the cell, unless it is already elsewhere. */
    done: () => {
      setEditing(null)
      ask(n => n + 1)
    },
    stop: () => setEditing(null),
    giveUp: () => {
      if (editing) data.giveUp(editing.group)
      setEditing(null)
      ask(n => n + 1)
    },
  }
}
export type Grid = ReturnType<typeof useGrid>

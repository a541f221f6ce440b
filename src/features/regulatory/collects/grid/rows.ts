import { foldText } from '#kernel/text.ts'
import { shownIn, type GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import { linesOf, nameFor, type FormLine } from '#parts/line/line.ts'

/** A line of accesses, by its municipality's place in the coleta and its own place there. */
export interface Spot {
  readonly at: number
  readonly row: number
}
/** 'locations.0.accesses_ordered.3', as its fields are called. */
export const fieldOfSpot = ({ at, row }: Spot) => `locations.${at}.accesses_ordered.${row}`
/** Locates a cell; `i` counts visible lines. */
export interface GridCell {
  readonly i: number
  readonly col: number
}
/** A rectangle of cells, both ends within it. */
export interface GridBlock {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}
export const blockOf = (one: GridCell, other: GridCell): GridBlock => ({
  top: Math.min(one.i, other.i),
  bottom: Math.max(one.i, other.i),
  left: Math.min(one.col, other.col),
  right: Math.max(one.col, other.col),
})

/** The grid draws these in order. `i` counts visible lines. */
export type GridItem =
  | { readonly kind: 'place'; readonly at: number }
  | ({ readonly kind: 'line'; readonly i: number } & Spot)
  | ({ readonly kind: 'told' } & Spot)

export interface GridView {
  readonly items: readonly GridItem[]
  readonly spots: readonly Spot[]
  /** Maps visible lines to their items. */
  readonly itemOf: readonly number[]
}

interface WantedSpot {
  readonly words: string
  readonly columns: GridColumns
  readonly names: ReadonlyMap<number, string>
  /** Municipalities folded away, by their city. */
  readonly folded: ReadonlySet<unknown>
  /** Lines with messages under them, as 'at.row'. */
  readonly told: ReadonlySet<string>
}

/** What a municipality is called; what was pasted in its stead, when nobody knows it. */
export const placeName = ({ city, city_id }: FormLine, names: ReadonlyMap<number, string>) =>
  nameFor(city, city_id) || (typeof city_id === 'number' ? (names.get(city_id) ?? String(city_id)) : String(city_id))

/** Municipalities and lines as they are drawn: all of them, or those that say the words sought. */
export function drawnRows(
  locations: readonly FormLine[],
  { words, columns, names, folded, told }: WantedSpot,
): GridView {
  const items: GridItem[] = []
  const spots: Spot[] = []
  const itemOf: number[] = []
  const sought = foldText(words.trim())
  locations.forEach((location, at) => {
    const lines = linesOf(location.accesses_ordered)
    const named = !sought || foldText(placeName(location, names)).includes(sought)
    if (!named && !lines.some(line => says(line, sought, columns))) return
    items.push({ kind: 'place', at })
    if (folded.has(location.city_id) && !sought) return
    for (const [row, line] of lines.entries()) {
      if (!named && !says(line, sought, columns)) continue
      itemOf.push(items.length)
      items.push({ kind: 'line', at, row, i: spots.length })
      spots.push({ at, row })
      if (told.size && told.has(`${at}.${row}`)) items.push({ kind: 'told', at, row })
    }
  })
  return { items, spots, itemOf }
}

/** Which municipalities there are, and how many lines of each: all that is seen follows from, while no words are sought. */
export const shapeOf = (locations: readonly FormLine[]) =>
  locations.map(({ city_id, accesses_ordered: accesses }) => `${city_id} ${linesOf(accesses).length}`).join()

/** '1000' finds '1.000'. */
const says = (line: FormLine, sought: string, columns: GridColumns) =>
  columns.some(column => {
    const shown = foldText(shownIn(line, column))
    return shown.includes(sought) || (!column.options && shown.replaceAll('.', '').includes(sought))
  })

/** How far keys lead. */
export interface Size {
  readonly lines: number
  readonly columns: number
}
export interface Move {
  readonly rows?: number
  readonly cols?: number
  /** To the end of the line, or of everything, in the way moved. */
  readonly far?: 'row' | 'all'
}

const within = (n: number, last: number) => Math.min(Math.max(n, 0), Math.max(last, 0))

/** Returns the cell a key leads to; only visible lines are neighbours. */
export function moved({ i, col }: GridCell, { rows = 0, cols = 0, far }: Move, { lines, columns }: Size): GridCell {
  const last = { i: lines - 1, col: columns - 1 }
  const end = (way: number, most: number, now: number) => (way < 0 ? 0 : way > 0 ? most : now)
  if (far === 'all') return { i: end(rows, last.i, i), col: end(cols, last.col, col) }
  if (far === 'row') return { i, col: end(cols, last.col, col) }
  return { i: within(i + rows, last.i), col: within(col + cols, last.col) }
}

/** Tab goes on in the next line, and past either end nowhere: null. */
export function tabbed({ i, col }: GridCell, way: 1 | -1, { lines, columns }: Size): GridCell | null {
  const next = i * columns + col + way
  if (next < 0 || next >= lines * columns) return null
  return { i: Math.floor(next / columns), col: next % columns }
}

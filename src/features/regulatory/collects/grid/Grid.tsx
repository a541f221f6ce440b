import { memo, useLayoutEffect, type MouseEvent } from 'react'
import { CellEditor } from '#features/regulatory/collects/grid/CellEditor.tsx'
import type { GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import styles from '#features/regulatory/collects/grid/grid.module.css'
import { GridRow, unsaved } from '#features/regulatory/collects/grid/GridRow.tsx'
import { PlaceRow, type PlaceActs } from '#features/regulatory/collects/grid/PlaceRow.tsx'
import { fieldOfSpot, placeName, type Spot } from '#features/regulatory/collects/grid/rows.ts'
import { nothingWrong, LineRefusal, type Wrong } from '#features/regulatory/collects/grid/LineRefusal.tsx'
import { fieldOf } from '#features/regulatory/collects/grid/useColumns.web.ts'
import type { Grid as State } from '#features/regulatory/collects/grid/useGrid.web.ts'
import { useLines } from '#features/regulatory/collects/grid/useLines.web.ts'
import type { Locations } from '#features/regulatory/collects/grid/useLocations.web.ts'
import { usePrinting } from '#features/regulatory/collects/grid/usePrinting.web.ts'
import { linesOf, type FormLine } from '#parts/line/line.ts'

export interface GridProps {
  readonly grid: State
  readonly locations: Locations
  /** As they were last saved, by id. */
  readonly savedLines: ReadonlyMap<unknown, FormLine>
  readonly names: ReadonlyMap<number, string>
  /** What is refused of the lines, by 'at.row'; of a municipality, by 'at'. */
  readonly wrong: ReadonlyMap<string, Wrong>
  /** Municipalities something was written of, and whether it is still followed up. */
  readonly noted: ReadonlyMap<number, boolean>
  readonly readOnly: boolean
  readonly acts: PlaceActs
}

/** How wide a column may be: those of numbers are as wide as their numbers. */
const widths: Readonly<Record<string, string>> = {
  client_type: 'minmax(120px, 1.2fr)',
  attendance_type: 'minmax(100px, 0.9fr)',
  attendance_middle: 'minmax(120px, 1fr)',
  product_type: 'minmax(130px, 1.1fr)',
  technology_type: 'minmax(110px, 1fr)',
  speed: '144px',
  amount: '104px',
}

/** Draws lines of accesses under their municipalities: only visible ones, but on paper all. */
export function Grid(props: GridProps) {
  const { grid, readOnly } = props
  const { columns, sight, cell, asked, shows } = grid
  const { items, itemOf } = sight
  const printing = usePrinting()
  const active = itemOf[cell.i] ?? -1
  const { box, starts, shown, top, measure, reveal } = useLines({ items, active })

  useLayoutEffect(() => {
    shows.current = reveal
  })
  useLayoutEffect(() => {
    if (!asked || active < 0) return
    reveal(active)
    const found = box.current?.querySelector<HTMLElement>(`[data-i="${cell.i}"] > [data-col="${cell.col}"]`)
    found?.focus({ preventScroll: true })
    if (found) uncover(found)
    // Only focus requests move it: typing elsewhere takes no focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])

  const { press, drag } = pointerActs(grid)
  const tracks = {
    gridTemplateColumns: columns.map(({ name }) => widths[name]).join(' '),
    minWidth: columns.length * 120,
  }
  return (
    <div
      ref={box}
      className={styles.box}
      role="grid"
      aria-label="Acessos por município"
      aria-rowcount={items.length + 1}
      aria-multiselectable
      aria-readonly={readOnly}
      data-readonly={readOnly || undefined}
    >
      <span id={unsaved} hidden>
        por salvar
      </span>
      <div role="row" aria-rowindex={1} className={styles.head} style={tracks}>
        <Titles columns={columns} />
      </div>
      {/* The keys and the pointer are the cells' own, heard once for all of them. */}
      <div
        role="rowgroup"
        className={styles.sized}
        style={{ ...tracks, height: printing ? undefined : starts.at(-1) }}
        onKeyDown={grid.press}
        onMouseDown={press}
        onMouseMove={drag}
      >
        {(printing ? items.map((_, index) => index) : shown).map(index => (
          <ItemRow
            key={index}
            {...props}
            index={index}
            start={starts[index] ?? 0}
            stuck={!printing && index === top}
            measure={measure}
          />
        ))}
      </div>
    </div>
  )
}

interface GridItemProps extends GridProps {
  /** Which of the grid's items, and where it begins. */
  readonly index: number
  readonly start: number
  /** Whether a municipality remains at the top while its lines pass under it. */
  readonly stuck: boolean
  readonly measure: ReturnType<typeof useLines>['measure']
}

/** Draws one of the items: a municipality, a line, or what is refused of the line above. */
function ItemRow(props: GridItemProps) {
  const { grid, locations, wrong, index, start, measure } = props
  const item = grid.sight.items[index]
  const location = item && locations[item.at]
  if (!item || !location) return null
  if (item.kind === 'place') return <PlaceItem {...props} at={item.at} location={location} />
  const key = `${item.at}.${item.row}`
  if (item.kind === 'told')
    return (
      <div
        ref={measure}
        data-told={key}
        role="row"
        aria-rowindex={index + 2}
        className={styles.placed}
        style={{ top: start }}
      >
        <LineRefusal name={fieldOfSpot(item)} wrong={wrong.get(key) ?? nothingWrong} span={grid.columns.length} />
      </div>
    )
  const line = linesOf(location.accesses_ordered)[item.row]
  return line ? <LineItem {...props} spot={item} i={item.i} line={line} /> : null
}

type PlaceItemProps = GridItemProps & { readonly at: number; readonly location: FormLine }

function PlaceItem(props: PlaceItemProps) {
  const { grid, at, location, names, wrong, noted, readOnly, acts, index, start, stuck } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={stuck ? styles.stuck : styles.placed}
      style={stuck ? undefined : { top: start }}
    >
      <PlaceRow
        at={at}
        location={location}
        name={placeName(location, names)}
        wrong={wrong.get(String(at))?.city_id}
        noted={noted.get(Number(location.city_id))}
        folded={grid.folded.has(location.city_id) && !grid.words}
        readOnly={readOnly}
        span={grid.columns.length}
        acts={acts}
      />
    </div>
  )
}

type LineItemProps = GridItemProps & { readonly spot: Spot; readonly i: number; readonly line: FormLine }

/** Draws a line, with what is selected of it and the editor of the cell that is typed in. */
function LineItem({ grid, spot: { at, row }, i, line, savedLines, wrong, readOnly, index, start }: LineItemProps) {
  const { cell, block, editing, columns } = grid
  const here = i === cell.i
  const chosen = i >= block.top && i <= block.bottom
  return (
    <GridRow
      at={at}
      row={row}
      i={i}
      index={index}
      top={start}
      line={line}
      saved={savedLines.get(line.id)}
      columns={columns}
      wrong={wrong.get(`${at}.${row}`) ?? nothingWrong}
      readOnly={readOnly}
      col={here ? cell.col : -1}
      from={chosen ? block.left : -1}
      to={chosen ? block.right : -1}
      marked={chosen && (block.top < block.bottom || block.left < block.right)}
    >
      {here && editing && <CellEditor key={editing.group} grid={grid} />}
    </GridRow>
  )
}

const Titles = memo(function Titles({ columns }: { readonly columns: GridColumns }) {
  return columns.map(({ key, name, options }) => (
    <span key={key} role="columnheader" className={options ? undefined : 'num'}>
      {fieldOf(name)?.label}
    </span>
  ))
})

/** The cell under a pointer. */
function cellAt(target: EventTarget) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const i = element?.parentElement?.dataset.i
  return element && i !== undefined ? { element, cell: { i: Number(i), col: Number(element.dataset.col) } } : null
}

/** A click goes to a cell, another one on it begins to type; dragged, it selects. */
function pointerActs({ cell, block, editing, go, edit }: State) {
  const anchor = {
    i: block.top === cell.i ? block.bottom : block.top,
    col: block.left === cell.col ? block.right : block.left,
  }
  return {
    press: (event: MouseEvent) => {
      const found = cellAt(event.target)
      if (!found || event.button !== 0 || event.target instanceof HTMLInputElement) return
      event.preventDefault()
      if (found.element === document.activeElement && !event.shiftKey) edit('change')
      else go(found.cell, event.shiftKey ? anchor : found.cell)
    },
    drag: (event: MouseEvent) => {
      const found = event.buttons === 1 && !editing ? cellAt(event.target) : null
      if (found && (found.cell.i !== cell.i || found.cell.col !== cell.col)) go(found.cell, anchor)
    },
  }
}

/** Fixed bars cover the grid at the page's top and bottom. */
const bars = { top: 56, bottom: 84 } as const
function uncover(cell: HTMLElement) {
  const { top, bottom } = cell.getBoundingClientRect()
  if (bottom > innerHeight - bars.bottom) scrollBy(0, bottom - innerHeight + bars.bottom)
  else if (top < bars.top) scrollBy(0, top - bars.top)
}

import { useVirtualizer, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { AccessCard } from '#features/collects/grid/AccessCard.tsx'
import { CellEditor } from '#features/collects/grid/CellEditor.tsx'
import { GridRow } from '#features/collects/grid/GridRow.tsx'
import { PlaceRow, type PlaceActs } from '#features/collects/grid/PlaceRow.tsx'
import { placeName } from '#features/collects/grid/rows.ts'
import type { Grid as State } from '#features/collects/grid/useGrid.web.ts'
import { linesOf, type Line } from '#features/collects/lines.ts'
import { fieldOf } from '#features/collects/useColumns.web.ts'
import type { Locations } from '#features/collects/useLocations.web.ts'
import styles from '#features/collects/grid/grid.module.css'

interface Props {
  readonly grid: State
  readonly locations: Locations
  /** As they were last saved, by id. */
  readonly savedLines: ReadonlyMap<unknown, Line>
  readonly names: ReadonlyMap<number, string>
  /** Messages under the lines, by 'at.row' and then by the end of their name; under a municipality, by 'at'. */
  readonly wrong: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly readOnly: boolean
  /** Cards to tap, where there is no room for a grid. */
  readonly cards: boolean
  readonly acts: PlaceActs
}

const nothing: Readonly<Record<string, string>> = {}
const rowHeight = () => Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 36
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
/** Pixels, before they are measured. */
const sizes = { place: 44, told: 24, card: 236, head: 28 } as const

/** Lines of accesses under their municipalities: of thousands, only those in sight are drawn; on paper, all. */
export function Grid({ grid, locations, savedLines, names, wrong, readOnly, cards, acts }: Props) {
  const { columns, sight, cell, block, editing, asked } = grid
  const { items, itemOf } = sight
  const box = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const [height] = useState(rowHeight)
  const places = useMemo(() => items.flatMap(({ kind }, at) => (kind === 'place' ? [at] : [])), [items])
  const active = itemOf[cell.i] ?? -1
  const top = useRef(-1)
  const head = cards ? 0 : sizes.head
  const estimateSize = (at: number) => {
    const kind = items[at]?.kind ?? 'line'
    return kind === 'line' ? (cards ? sizes.card : height) : sizes[kind]
  }
  // A grid scrolls within itself, under its titles; cards go with the page.
  const begins = useTop(box)
  const page = useWindowVirtualizer({
    count: cards ? items.length : 0,
    estimateSize,
    overscan: 4,
    scrollMargin: begins,
  })
  const boxed = useVirtualizer({
    count: cards ? 0 : items.length,
    getScrollElement: () => box.current,
    estimateSize,
    overscan: 4,
    useFlushSync: false,
    scrollMargin: head,
    scrollPaddingStart: head + sizes.place,
    // The municipality on top stays in sight, and the cell with the focus stays drawn.
    rangeExtractor: useCallback(
      (range: Range) => {
        top.current = places.findLast(at => at <= range.startIndex) ?? -1
        const first = Math.max(0, range.startIndex - range.overscan)
        const last = Math.min(range.count - 1, range.endIndex + range.overscan)
        const drawn = Array.from({ length: last - first + 1 }, (_, i) => first + i)
        return [...new Set([top.current, ...drawn, active])]
          .filter(at => at >= 0 && at < range.count)
          .toSorted((a, b) => a - b)
      },
      [places, active],
    ),
  })

  const virtual = cards ? page : boxed

  useLayoutEffect(() => {
    if (!asked || cards || active < 0) return
    // By the sizes already known: asking the browser for them costs a layout at every key.
    const seen = boxed.getVirtualItems().find(({ index }) => index === active)
    const [above, tall] = [boxed.scrollOffset ?? 0, boxed.scrollRect?.height ?? 0]
    const under = head + sizes.place
    if (seen && seen.start < above + under) box.current?.scrollTo(0, seen.start - under)
    else if (seen && seen.end > above + tall) box.current?.scrollTo(0, seen.end - tall)
    const found = box.current?.querySelector<HTMLElement>(`[data-i="${cell.i}"] > [data-col="${cell.col}"]`)
    found?.focus({ preventScroll: true })
    if (found) uncover(found)
    // Only when the reader asked to be there: what is typed elsewhere takes no focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])

  const { select, edit, write } = grid
  const anchor = {
    i: block.top === cell.i ? block.bottom : block.top,
    col: block.left === cell.col ? block.right : block.left,
  }
  /** A click goes to a cell, another one on it begins to type; dragged, it selects. */
  function press(event: MouseEvent) {
    const found = cellAt(event.target)
    if (!found || event.button !== 0 || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    if (found.element === document.activeElement && !event.shiftKey) edit('change')
    else select(found.cell, event.shiftKey ? anchor : found.cell)
  }
  function drag(event: MouseEvent) {
    const found = event.buttons === 1 && !editing ? cellAt(event.target) : null
    if (found && (found.cell.i !== cell.i || found.cell.col !== cell.col)) select(found.cell, anchor)
  }
  const tracks = {
    gridTemplateColumns: columns.map(({ name }) => widths[name]).join(' '),
    minWidth: columns.length * 120,
  }
  const drawn = printing ? items.map((_, index) => ({ index, start: 0, key: index })) : virtual.getVirtualItems()
  // The keys and the pointer are the cells' own, heard once for all of them.
  const around = cards
    ? { role: 'group' }
    : {
        role: 'grid',
        'aria-rowcount': items.length + 1,
        'aria-colcount': columns.length,
        'aria-multiselectable': true,
        'aria-readonly': readOnly,
        onKeyDown: grid.press,
        onMouseDown: press,
        onMouseMove: drag,
      }
  return (
    <div
      ref={box}
      className={styles.box}
      aria-label="Acessos por município"
      data-cards={cards || undefined}
      data-readonly={readOnly || undefined}
      {...around}
    >
      {!cards && (
        <div role="row" aria-rowindex={1} className={styles.head} style={tracks}>
          {columns.map(({ key, name, options }, col) => (
            <span key={key} role="columnheader" aria-colindex={col + 1} className={options ? undefined : 'num'}>
              {fieldOf(name)?.label}
            </span>
          ))}
        </div>
      )}
      <div
        className={styles.sized}
        role={cards ? undefined : 'rowgroup'}
        style={{ ...(!cards && tracks), height: printing ? undefined : virtual.getTotalSize() }}
      >
        {drawn.map(({ index, start, key }) => {
          const item = items[index]
          const location = item && locations[item.at]
          if (!item || !location) return null
          const stuck = !printing && index === top.current && item.kind === 'place'
          const place = {
            'data-index': index,
            ref: cards || item.kind !== 'line' ? virtual.measureElement : undefined,
            className: stuck ? styles.stuck : styles.placed,
            style: printing || stuck ? undefined : { transform: `translateY(${start - (cards ? begins : head)}px)` },
          }
          if (item.kind === 'place')
            return (
              <div key={key} {...place} role={cards ? undefined : 'row'} aria-rowindex={cards ? undefined : index + 2}>
                <PlaceRow
                  at={item.at}
                  location={location}
                  name={placeName(location, names)}
                  wrong={wrong.get(String(item.at))?.city_id}
                  folded={grid.folded.has(location.city_id) && !grid.words}
                  readOnly={readOnly}
                  span={cards ? null : columns.length}
                  acts={acts}
                />
              </div>
            )
          const line = linesOf(location.accesses)[item.row]
          const said = wrong.get(`${item.at}.${item.row}`) ?? nothing
          const name = `locations.${item.at}.accesses.${item.row}`
          if (!line) return null
          if (item.kind === 'told')
            return (
              <div key={key} {...place} role={cards ? undefined : 'row'} aria-rowindex={cards ? undefined : index + 2}>
                <div
                  role={cards ? undefined : 'gridcell'}
                  aria-colspan={cards ? undefined : columns.length}
                  id={`${name}.wrong`}
                  className={styles.told}
                >
                  {Object.entries(said)
                    .map(([field, message]) => `${fieldOf(field.replace(/_id$/, ''))?.label ?? ''}: ${message}`)
                    .join(' ')}
                </div>
              </div>
            )
          const common = {
            name,
            at: item.at,
            row: item.row,
            line,
            saved: savedLines.get(line.id),
            columns,
            wrong: said,
            readOnly,
          }
          if (cards)
            return (
              <div key={key} {...place}>
                <AccessCard {...common} onWrite={write} onRemove={grid.removeLine} onDuplicate={grid.duplicateLine} />
              </div>
            )
          const here = item.i === cell.i
          const inBlock = item.i >= block.top && item.i <= block.bottom
          return (
            <div key={key} {...place} data-i={item.i} role="row" aria-rowindex={index + 2} data-line>
              <GridRow
                {...common}
                col={here ? cell.col : -1}
                from={inBlock ? block.left : -1}
                to={inBlock ? block.right : -1}
                single={block.top === block.bottom && block.left === block.right}
              >
                {here && editing && <CellEditor key={editing.group} grid={grid} />}
              </GridRow>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The cell under a pointer. */
function cellAt(target: EventTarget) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const i = element?.parentElement?.dataset.i
  return element && i !== undefined ? { element, cell: { i: Number(i), col: Number(element.dataset.col) } } : null
}

/** The bars at the top and at the bottom of the page stand over the grid. */
const bars = { top: 56, bottom: 84 } as const
function uncover(cell: HTMLElement) {
  const { top, bottom } = cell.getBoundingClientRect()
  if (bottom > innerHeight - bars.bottom) scrollBy(0, bottom - innerHeight + bars.bottom)
  else if (top < bars.top) scrollBy(0, top - bars.top)
}

/** Where an element begins in the page; what stands above it may grow. */
function useTop(box: { readonly current: HTMLElement | null }) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((box.current?.getBoundingClientRect().top ?? 0) + scrollY))
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [box])
  return top
}

/** On paper there is nothing to scroll. */
function usePrinting() {
  const [printing, print] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => print(true))
    const after = () => print(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}

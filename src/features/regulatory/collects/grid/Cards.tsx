import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { AccessCard } from '#features/regulatory/collects/grid/AccessCard.tsx'
import type { GridProps } from '#features/regulatory/collects/grid/Grid.tsx'
import { PlaceRow } from '#features/regulatory/collects/grid/PlaceRow.tsx'
import { fieldOfSpot, placeName } from '#features/regulatory/collects/grid/rows.ts'
import { nothingWrong, LineRefusal } from '#features/regulatory/collects/grid/LineRefusal.tsx'
import { usePrinting } from '#features/regulatory/collects/grid/usePrinting.web.ts'
import { linesOf } from '#parts/line/line.ts'
import styles from '#features/regulatory/collects/grid/grid.module.css'

/** Pixels, before they are measured. */
const sizes = { place: 44, told: 24, line: 236 } as const

/** The lines of accesses as cards to tap, where there is no room for a grid: they go with the page. */
export function AccessCards({ grid, locations, savedLines, names, wrong, noted, readOnly, acts }: GridProps) {
  const { columns, sight, folded, words, asked, cell } = grid
  const { items, itemOf } = sight
  const box = useRef<HTMLDivElement>(null)
  const printing = usePrinting()
  const begins = useTop(box)
  // oxlint-disable-next-line react/incompatible-library -- its answers are read at each render, and passed to nobody
  const page = useWindowVirtualizer({
    count: items.length,
    estimateSize: at => sizes[items[at]?.kind ?? 'line'],
    overscan: 4,
    scrollMargin: begins,
  })
  const active = itemOf[cell.i] ?? -1
  useLayoutEffect(() => {
    if (asked && active >= 0) page.scrollToIndex(active, { align: 'auto' })
    // Only focus requests scroll.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])
  const drawn = printing ? items.map((_, index) => ({ index, start: 0 })) : page.getVirtualItems()
  return (
    <div ref={box} className={styles.box} role="group" aria-label="Acessos por município" data-cards>
      <div className={styles.sized} style={{ height: printing ? undefined : page.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const item = items[index]
          const location = item && locations[item.at]
          const line = item?.kind === 'place' ? undefined : linesOf(location?.accesses_ordered)[item?.row ?? -1]
          if (!item || !location) return null
          return (
            <div
              key={index}
              ref={page.measureElement}
              data-index={index}
              className={styles.placed}
              style={{ top: start - begins }}
            >
              {item.kind === 'place' ? (
                <PlaceRow
                  at={item.at}
                  location={location}
                  name={placeName(location, names)}
                  wrong={wrong.get(String(item.at))?.city_id}
                  noted={noted.get(Number(location.city_id))}
                  folded={folded.has(location.city_id) && !words}
                  readOnly={readOnly}
                  span={null}
                  acts={acts}
                />
              ) : item.kind === 'told' ? (
                <LineRefusal
                  name={fieldOfSpot(item)}
                  wrong={wrong.get(`${item.at}.${item.row}`) ?? nothingWrong}
                  span={null}
                />
              ) : (
                line && (
                  <AccessCard
                    at={item.at}
                    row={item.row}
                    line={line}
                    saved={savedLines.get(line.id)}
                    columns={columns}
                    wrong={wrong.get(`${item.at}.${item.row}`) ?? nothingWrong}
                    readOnly={readOnly}
                    onWrite={grid.write}
                    onRemove={grid.removeLine}
                    onDuplicate={grid.duplicateLine}
                    onSetAside={grid.setLineAside}
                  />
                )
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Measures where an element begins in the page; it may move. */
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

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GridItem } from '#features/regulatory/collects/grid/rows.ts'
import { itemAtOffset, startsOf } from '#features/regulatory/collects/grid/view.ts'

const rowHeight = () => Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 36
/** Pixels, as the style sheet has them. */
const sizes = { head: 28, place: 45, told: 24 } as const

/** Items drawn beyond the visible, each way. */
const more = 4

interface LineItems {
  readonly items: readonly GridItem[]
  /** The item with the focus, which stays drawn; -1 for none. */
  readonly active: number
}

/** Draws a grid's visible lines, of thousands, and a few around. */
export function useLines({ items, active }: LineItems) {
  const box = useRef<HTMLDivElement>(null)
  const [height] = useState(rowHeight)
  const [told, measure] = useMeasured()
  const starts = useMemo(
    () =>
      startsOf(items.length, at => {
        const item = items[at]
        if (item?.kind !== 'told') return item?.kind === 'place' ? sizes.place : height
        return told.get(`${item.at}.${item.row}`) ?? sizes.told
      }),
    [items, height, told],
  )
  const places = useMemo(() => items.flatMap(({ kind }, at) => (kind === 'place' ? [at] : [])), [items])
  const where = useRef({ above: 0, tall: 0 })
  const [first, begin] = useState(0)
  const [last, end] = useState(24)

  /** Finds what is visible at the scroll position. */
  const look = useCallback(() => {
    if (!box.current) return
    const { scrollTop: above, clientHeight: tall } = box.current
    where.current = { above, tall }
    begin(itemAtOffset(starts, above))
    end(itemAtOffset(starts, above + tall))
  }, [starts])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // Runs at once, before the first paint, and whenever the box resizes.
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [look])

  /** The top municipality remains visible. */
  const top = places.findLast(at => at <= first) ?? -1
  const from = Math.max(0, first - more)
  const around = Array.from({ length: Math.min(items.length - 1, last + more) - from + 1 }, (_, i) => from + i)
  return {
    box,
    starts,
    shown: [...new Set([top, ...around, active])].filter(at => at >= 0).toSorted((a, b) => a - b),
    top,
    measure,
    /**
     * Scrolls as little as shows an item, by known offsets: asking the browser forces a layout. It updates the visible range
     * before the scroll event, to draw the new rows with the cell that moved.
     */
    reveal: (at: number) => {
      const [start, finish] = [starts[at], starts[at + 1]]
      const { above, tall } = where.current
      if (start === undefined || finish === undefined || !box.current) return
      const to = Math.min(start - sizes.place, Math.max(above, finish - tall + sizes.head))
      if (to === above) return
      box.current.scrollTop = to
      look()
    },
  }
}

/** Measures rows whose text may take more than a line, by data attribute. */
function useMeasured() {
  const [known, know] = useState<ReadonlyMap<string, number>>(new Map())
  const [watcher] = useState(
    () =>
      new ResizeObserver(entries => {
        const seen = entries.flatMap(({ target, borderBoxSize: [size] }): [string, number][] =>
          target instanceof HTMLElement && size ? [[target.dataset.told ?? '', size.blockSize]] : [],
        )
        know(now => (seen.every(([key, tall]) => now.get(key) === tall) ? now : new Map([...now, ...seen])))
      }),
  )
  const measure = useCallback(
    (element: Element | null) => {
      if (!element) return
      watcher.observe(element)
      return () => watcher.unobserve(element)
    },
    [watcher],
  )
  return [known, measure] as const
}

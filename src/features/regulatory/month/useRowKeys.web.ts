import { useEffect, useRef, type KeyboardEvent } from 'react'

const stops = 'a[href], button:not(:disabled), input:not(:disabled)'
const moves: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
}
const within = (n: number, most: number) => Math.min(Math.max(n, 0), most - 1)
const stopsOf = (place: Element | null | undefined) => [...(place?.querySelectorAll<HTMLElement>(stops) ?? [])]
/** What there is to press in a row; the link to what it is of comes before the rest. */
const mainOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('a[href]') ?? stopsOf(row)[0]

/**
 * The rows of a table as one stop of the keyboard, whose column stays: arrows go from row to row and along it, and Enter opens
 * what a row is of, from its box too.
 */
export function useRowKeys() {
  const frame = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  const hold = (stop: HTMLElement) => {
    last.current = stop
    for (const each of stopsOf(frame.current?.querySelector('tbody'))) each.tabIndex = each === stop ? 0 : -1
  }
  // Rows come and go: whatever is drawn, one of them is where Tab comes in.
  useEffect(() => {
    const body = frame.current?.querySelector('tbody')
    const stop = last.current && body?.contains(last.current) ? last.current : mainOf(body?.rows[0])
    if (stop) hold(stop)
  })
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event
    const row = target instanceof HTMLElement ? target.closest<HTMLTableRowElement>('tbody tr') : null
    if (!row || !(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    if (key === 'Enter' && target instanceof HTMLInputElement) return mainOf(row)?.click()
    const by = moves[key]
    if (!by) return
    event.preventDefault()
    const rows = [...(row.parentElement?.children ?? [])]
    const [down, right] = by
    const own = stopsOf(row)
    const there = rows[within(rows.indexOf(row) + down, rows.length)]
    const cell = target.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0
    const stop = right
      ? own[within(own.indexOf(target) + right, own.length)]
      : (stopsOf(there?.children[cell])[0] ?? mainOf(there))
    if (!stop) return
    hold(stop)
    stop.focus()
  }
  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    if (target instanceof HTMLElement && target.closest('tbody')) hold(target)
  }
  return { ref: frame, onKeyDown, onFocus, tabIndex: -1 } as const
}

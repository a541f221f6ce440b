import { Popover } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { foldText } from '#kernel/text.ts'
import { copiedFrom, typedIn, type GridColumn, type KindOption } from '#features/regulatory/collects/grid/columns.ts'
import styles from '#features/regulatory/collects/grid/grid.module.css'
import { optionFor } from '#features/regulatory/collects/grid/paste.ts'
import { moved, type Move } from '#features/regulatory/collects/grid/rows.ts'
import { fieldOf, withOwn } from '#features/regulatory/collects/grid/useColumns.web.ts'
import type { Grid } from '#features/regulatory/collects/grid/useGrid.web.ts'
import { keyboardOf } from '#web/kinds/keyboard.ts'

interface Props {
  readonly grid: Grid
}

/** What is typed in a cell: a number, or the first letters of an option. */
export function CellEditor({ grid }: Props) {
  const column = grid.columns[grid.cell.col]
  if (!column || !grid.line || !grid.here || !grid.editing) return null
  return column.options ? (
    <KindEditor grid={grid} column={column} options={column.options} />
  ) : (
    <NumberEditor grid={grid} column={column} />
  )
}

type EditorProps = Props & { readonly column: GridColumn }

/** Handles keys that leave a cell; others remain in its input. */
function useLeaving(grid: Grid, keep: () => void) {
  const { cell, go, editing, size } = grid
  const arrows: Readonly<Record<string, Move>> = {
    ArrowUp: { rows: -1 },
    ArrowDown: { rows: 1 },
    ArrowLeft: { cols: -1 },
    ArrowRight: { cols: 1 },
  }
  return (event: KeyboardEvent, vertical = true) => {
    const { key, shiftKey, ctrlKey, metaKey } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'Escape') grid.giveUp()
    else if (key === 'Enter') {
      keep()
      grid.enter(shiftKey ? -1 : 1)
    } else if (key === 'Tab') {
      keep()
      if (!grid.tab(shiftKey ? -1 : 1)) return
    } else {
      const move = arrows[key]
      const leaves = move && editing?.how === 'type' && (vertical || move.cols) && !ctrlKey && !metaKey
      if (!leaves) return
      keep()
      go(moved(cell, move, size))
    }
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Written as it is typed, so that the totals follow; Esc takes it all back. */
function NumberEditor({ grid, column }: EditorProps) {
  const { line, here, editing, write } = grid
  const input = useRef<HTMLInputElement>(null)
  const [text, type] = useState(() => (editing?.how === 'change' && line ? copiedFrom(line, column) : ''))
  useFocus(input)
  const leave = useLeaving(grid, () => undefined)
  return (
    <input
      ref={input}
      className={styles.input}
      aria-label={fieldOf(column.name)?.label}
      inputMode={keyboardOf(fieldOf(column.name)?.kind)}
      autoComplete="off"
      value={text}
      onKeyDown={leave}
      onBlur={grid.stop}
      onChange={e => {
        type(e.currentTarget.value)
        if (here && editing) write(here, column.key, typedIn(e.currentTarget.value, column), editing.group)
      }}
    />
  )
}

/** Those that begin with the letters, then those that have them elsewhere, in name or sigla. */
function matchingOptions(all: readonly KindOption[], text: string) {
  const sought = foldText(text.trim())
  const starts = ({ name, term }: KindOption) =>
    foldText(name).startsWith(sought) || foldText(term ?? '').startsWith(sought)
  const has = (option: KindOption) => !starts(option) && foldText(option.name).includes(sought)
  return [...all.filter(starts), ...all.filter(has)]
}

type KindProps = EditorProps & { readonly options: readonly KindOption[] }

/** Reads what is typed in the list of a cell: the options it leaves, and which of them is marked. */
function useKindChoice({ grid, column, options }: KindProps) {
  const { line, here, editing, write } = grid
  const [text, type] = useState('')
  const [marked, mark] = useState<number | null>(null)
  const over = useRef(false)
  const left = useRef(() => {})
  useEffect(() => () => left.current(), [])
  const leaving = useLeaving(grid, () => left.current())
  const all = withOwn(options, line ?? {}, column)
  const shown = text ? matchingOptions(all, text) : all
  const now = all.findIndex(each => each.id === line?.[column.key])
  const at = Math.min(marked ?? (text ? 0 : now), shown.length - 1)
  /** Runs once: leaving by key, pointer and focus loss follow one another. */
  const keep = () => {
    if (!here || over.current || (text === '' && marked === null)) return
    over.current = true
    const exact = marked === null ? optionFor(all, text) : undefined
    write(here, column.key, exact?.id ?? shown[at]?.id ?? text.trim(), editing?.group)
  }
  useLayoutEffect(() => {
    left.current = keep
  })
  const press = (event: KeyboardEvent) => {
    const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (way) {
      event.preventDefault()
      event.stopPropagation()
      mark(Math.min(Math.max(0, at + way), shown.length - 1))
    } else {
      if (event.key === 'Escape') over.current = true
      leaving(event, false)
    }
  }
  const narrow = (to: string) => {
    type(to)
    mark(null)
  }
  const take = (option: KindOption) => {
    over.current = true
    if (here) write(here, column.key, option.id, editing?.group)
    grid.done()
  }
  return { text, shown, at, current: all[now], press, narrow, take }
}

/** The list of a cell: letters narrow it, Enter or Tab take what is marked. */
function KindEditor(props: KindProps) {
  const { grid, column } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useFocus(input)
  const { text, shown, at, current, press, narrow, take } = useKindChoice(props)
  const label = fieldOf(column.name)?.label
  return (
    <Popover
      opened
      position="bottom-start"
      width="target"
      offset={2}
      withinPortal
      returnFocus={false}
      trapFocus={false}
    >
      <Popover.Target>
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          aria-label={label}
          autoComplete="off"
          placeholder={current?.name}
          value={text}
          onKeyDown={press}
          onBlur={grid.stop}
          onChange={e => narrow(e.currentTarget.value)}
        />
      </Popover.Target>
      <Popover.Dropdown p={4} className={styles.options}>
        <div role="listbox" id={id} aria-label={label}>
          {shown.map((option, i) => (
            <div
              key={option.id}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              ref={i === at ? scrolled : undefined}
              onPointerDown={event => {
                event.preventDefault()
                take(option)
              }}
            >
              {option.name}
            </div>
          ))}
          {!shown.length && <p className="meta">Nada encontrado: fica marcado para conferir.</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const scrolled = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

function useFocus(input: { readonly current: HTMLInputElement | null }) {
  // Before the browser puts in the letter that began it.
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [input])
}

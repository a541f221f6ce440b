import type { ComponentProps } from 'react'
import { marks } from '#web/table/marks.ts'
import type { Column } from '#web/table/Table.tsx'
import styles from '#web/table/table.module.css'

interface Marking<R> {
  readonly rows: readonly R[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Of the box that marks them all. */
  readonly label: string
  /** Null for a row that takes no mark. */
  readonly keyOf: (row: R) => string | null
  readonly labelOf: (row: R) => string
}

/** The column of the boxes that mark rows, all of them by its head. */
export function marking<R>({ rows, selected, onSelect, label, keyOf, labelOf }: Marking<R>): Column<R> {
  const keys = rows.flatMap(row => keyOf(row) ?? [])
  const marked = keys.filter(key => selected.has(key)).length
  const mark = (these: readonly string[], on: boolean) => onSelect(marks(selected, these, on))
  return {
    key: 'mark',
    className: styles.mark,
    title: (
      <Box
        aria-label={label}
        checked={keys.length > 0 && marked === keys.length}
        some={marked > 0 && marked < keys.length}
        onChange={e => mark(keys, e.currentTarget.checked)}
      />
    ),
    cell(row) {
      const key = keyOf(row)
      return (
        key !== null && (
          <Box
            aria-label={labelOf(row)}
            checked={selected.has(key)}
            onChange={e => mark([key], e.currentTarget.checked)}
          />
        )
      )
    },
  }
}

/** A box to tick, half where `some` of its rows are. The library's own is six elements, which a list draws for each row. */
const Box = ({ some = false, ...rest }: ComponentProps<'input'> & { readonly some?: boolean }) => (
  <input
    type="checkbox"
    ref={box => {
      if (box) box.indeterminate = some
    }}
    {...rest}
  />
)

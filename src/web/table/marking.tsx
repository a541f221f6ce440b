import { Checkbox } from '@mantine/core'
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
      <Checkbox
        size="xs"
        aria-label={label}
        checked={keys.length > 0 && marked === keys.length}
        indeterminate={marked > 0 && marked < keys.length}
        onChange={e => mark(keys, e.currentTarget.checked)}
      />
    ),
    cell(row) {
      const key = keyOf(row)
      return (
        key !== null && (
          <Checkbox
            size="xs"
            aria-label={labelOf(row)}
            checked={selected.has(key)}
            onChange={e => mark([key], e.currentTarget.checked)}
          />
        )
      )
    },
  }
}

import { memo, type ReactNode } from 'react'
import { isUnread, shownIn, type Columns } from '#features/collects/grid/columns.ts'
import type { Line } from '#features/collects/lines.ts'
import styles from '#features/collects/grid/grid.module.css'

interface Props {
  /** 'locations.0.accesses.3' */
  readonly name: string
  readonly line: Line
  /** The line as it was last saved; none while it is new. */
  readonly saved: Line | undefined
  readonly columns: Columns
  /** Messages under the line, by the end of their name: 'speed'. */
  readonly wrong: Readonly<Record<string, string>>
  readonly readOnly: boolean
  /** The column with the focus, and those selected; -1 where none is of this line. */
  readonly col: number
  readonly from: number
  readonly to: number
  /** One cell alone is selected. */
  readonly single: boolean
  /** What is being typed in the cell with the focus. */
  readonly children: ReactNode
}

/** Accesses of one kind, cell by cell: what they are, how fast, how many. */
export const GridRow = memo(function GridRow(props: Props) {
  const { name, line, saved, columns, wrong, readOnly, col, from, to, single, children } = props
  return columns.map((column, at) => {
    const { key, options } = column
    const value = line[key]
    const bad = isUnread(value) || key in wrong
    const changed = !readOnly && (!saved || saved[key] !== value)
    const here = at === col
    return (
      <div
        key={key}
        id={`${name}.${key}`}
        role="gridcell"
        data-col={at}
        tabIndex={here ? 0 : -1}
        aria-colindex={at + 1}
        aria-selected={at >= from && at <= to}
        aria-invalid={bad || undefined}
        aria-describedby={key in wrong ? `${name}.wrong` : undefined}
        data-changed={changed || undefined}
        data-number={!options || undefined}
        data-block={(!single && at >= from && at <= to) || undefined}
        title={isUnread(value) ? `“${value}” não foi entendido` : undefined}
        className={styles.cell}
      >
        {here && children ? children : <span>{shownIn(line, column)}</span>}
        {changed && <span className="sr-only">, por salvar</span>}
      </div>
    )
  })
})

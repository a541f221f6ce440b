import { memo, type ReactNode } from 'react'
import { isUnread, shownIn, whyUnread, type GridColumns } from '#features/regulatory/collects/grid/columns.ts'
import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { fieldOfSpot } from '#features/regulatory/collects/grid/rows.ts'
import type { Wrong } from '#features/regulatory/collects/grid/LineRefusal.tsx'
import type { FormLine } from '#parts/line/line.ts'
import styles from '#features/regulatory/collects/grid/grid.module.css'

interface Props {
  readonly at: number
  readonly row: number
  /** Its index among visible lines, its index among all items, its top in pixels. */
  readonly i: number
  readonly index: number
  readonly top: number
  readonly line: FormLine
  /** The line as it was last saved; none while it is new. */
  readonly saved: FormLine | undefined
  readonly columns: GridColumns
  readonly wrong: Wrong
  readonly readOnly: boolean
  /** The column with the focus, and those selected; -1 where none is of this line. */
  readonly col: number
  readonly from: number
  readonly to: number
  /** Those selected are more than one cell. */
  readonly marked: boolean
  /** What is being typed in the cell with the focus. */
  readonly children: ReactNode
}

/** The id of what says that a cell changed and was not saved. */
export const unsaved = 'access-unsaved'

/** The word of a line that counts in nothing: dimmed and struck alone would not be read out. */
export const AsideMark = () => <em className={styles.aside}>De fora</em>

/** Accesses of one kind, cell by cell: what they are, how fast, how many. */
export const GridRow = memo(function GridRow(props: Props) {
  const { at, row, i, index, top, line, saved, columns, wrong, readOnly, col, from, to, marked, children } = props
  const name = fieldOfSpot({ at, row })
  const aside = !isCounted(line)
  const turned = saved && isCounted(saved) === aside
  return (
    <div
      className={styles.placed}
      style={{ top }}
      data-i={i}
      role="row"
      aria-rowindex={index + 2}
      data-line
      data-aside={aside || undefined}
    >
      {columns.map((column, place) => {
        const { key, options } = column
        const value = line[key]
        const bad = isUnread(value) || key in wrong
        const changed = !readOnly && (!saved || saved[key] !== value || (turned && place === 0))
        const here = place === col
        return (
          <div
            key={key}
            id={`${name}.${key}`}
            role="gridcell"
            data-col={place}
            tabIndex={here ? 0 : -1}
            aria-selected={place >= from && place <= to}
            aria-invalid={bad || undefined}
            aria-describedby={key in wrong ? `${name}.wrong` : changed ? unsaved : undefined}
            data-changed={changed || undefined}
            data-number={!options || undefined}
            data-block={(marked && place >= from && place <= to) || undefined}
            title={isUnread(value) ? whyUnread(value, column) : undefined}
            className={styles.cell}
          >
            {here && children ? (
              children
            ) : (
              <>
                {aside && place === 0 && <AsideMark />}
                <span>{shownIn(line, column)}</span>
              </>
            )}
          </div>
        )
      })}
    </div>
  )
})

import { Button } from '@mantine/core'
import { memo, useState, type ComponentProps, type Key, type ReactNode, type SyntheticEvent } from 'react'
import styles from '#web/table/table.module.css'

/** What the look of a row or of a cell hangs on; 'erro', 'atencao' and 'info' are tones of either. */
type RowLook = Readonly<Record<`data-${string}`, string | boolean | undefined>>

export interface Column<R> {
  readonly key: string
  /** The heading above its values, and the totals below them: one for each row of the foot. */
  readonly title: ReactNode
  readonly totals?: readonly ReactNode[] | undefined
  readonly numeric?: boolean | undefined
  /** Its values name their rows: they are their headers, and stay visible while the rest scrolls. */
  readonly names?: boolean | undefined
  readonly sort?: 'ascending' | 'descending' | 'none'
  readonly className?: string | undefined
  /** Where rows are cards: text shown with the value, or behind it; how much of a line it takes, or that it is left out. */
  readonly label?: string
  readonly unit?: string
  readonly phone?: 'half' | 'line' | 'none'
  // Written as methods so that a memoised row takes the columns of any.
  cell(row: R, at: number): ReactNode
  told?(row: R): RowLook
}

/** A function of a row, typed as a method: the memoised row below takes those of rows of any type. */
type By<R, T> = { by(row: R): T }['by']
interface RowProps<R> {
  readonly columns: readonly Column<R>[]
  /** What is shown of a row beside its values, and in the whole width below it. */
  told?: By<R, RowLook> | undefined
  below?: By<R, ReactNode> | undefined
}
interface Props<R> extends RowProps<R>, Omit<ComponentProps<'div'>, 'role' | 'children'> {
  /** The accessible name of the table; `caption` says more to screen readers. */
  readonly label: string
  readonly caption?: string
  readonly rows: readonly R[]
  readonly keyOf: (row: R, at: number) => Key
  /** A row above the heads, of what several columns have in common. */
  readonly over?: ReactNode
  /** How many rows are drawn at first, and added each time the user wants more. */
  readonly step?: number
  /** `scrolling`: rows scroll under fixed heads, and the content around the table stays; `plain`: it has no frame. */
  readonly look?: 'scrolling' | 'plain'
  /** On a phone each row is a card. */
  readonly cards?: boolean
}

/**
 * Rows by columns. What does not fit scrolls in its frame, by the keyboard too.
 * @example
 * <Table label="Sessões" rows={sessions} keyOf={row => row.id} columns={[
 *   { key: 'agent', title: 'Aparelho', cell: row => row.agent },
 *   { key: 'n', title: 'Pedidos', numeric: true, cell: row => row.requests },
 * ]} />
 */
export function Table<R>({ label, caption = label, columns, rows, keyOf, told, below, ...more }: Props<R>) {
  const { over, step = rows.length, look, cards, className = '', ...rest } = more
  const [shown, show] = useState(step)
  const left = step === rows.length ? 0 : rows.length - shown
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      data-look={look}
      data-cards={cards}
      className={`${styles.frame} ${className}`}
      onMouseOver={showWhole}
      onFocus={showWhole}
      {...rest}
    >
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          {over}
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" aria-sort={column.sort} {...lookOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rows.length - left).map((row, at) => (
            <Row key={keyOf(row, at)} row={row} at={at} columns={columns} told={told} below={below} />
          ))}
        </tbody>
        <tfoot>
          {columns[0]?.totals?.map((_, at) => (
            <tr key={at}>{columns.map(column => cellOf(column, column.totals?.[at]))}</tr>
          ))}
        </tfoot>
      </table>
      {left > 0 && (
        <Button variant="subtle" onClick={() => show(shown + step)}>
          Mostrar mais ({left})
        </Button>
      )}
    </div>
  )
}

/** Shows in full, on hover, a text that its cell cuts: the innermost box around the target that cuts it has the hint. */
function showWhole({ target }: SyntheticEvent) {
  for (
    let box = target instanceof Element ? target : null;
    box && !/^T[HDR]$/.test(box.tagName);
    box = box.parentElement
  )
    if (box instanceof HTMLElement && isCutting(box)) {
      if (!box.title) box.title = box.textContent
      return
    }
}
/** What is in a line has no box of its own, and its width is 0. */
const isCutting = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }: HTMLElement) =>
  clientWidth > 0 && (scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 1)

const lookOf = ({ names, numeric, className = '' }: Column<never>) => ({
  'data-names': names || undefined,
  className: numeric ? `num ${className}` : className,
})

function cellOf(column: Column<never>, content: ReactNode, told?: RowLook) {
  const { key, names, label, unit, phone } = column
  const Tag = names ? 'th' : 'td'
  return (
    <Tag
      key={key}
      scope={names ? 'row' : undefined}
      data-label={label}
      data-unit={unit}
      data-phone={phone}
      {...lookOf(column)}
      {...told}
    >
      {content}
    </Tag>
  )
}

/** Drawn again only when its content changes. */
const Row = memo(function Row<R>({
  row,
  at,
  columns,
  told,
  below,
}: RowProps<R> & { readonly row: R; readonly at: number }) {
  const more = below?.(row)
  return (
    <>
      <tr {...told?.(row)}>{columns.map(column => cellOf(column, column.cell(row, at), column.told?.(row)))}</tr>
      {more && (
        <tr className={styles.below}>
          <td colSpan={columns.length}>{more}</td>
        </tr>
      )}
    </>
  )
})

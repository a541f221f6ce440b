import type { Column } from '#web/table/Table.tsx'
import styles from '#parts/verdicts/verdicts.module.css'

/** The column that says which line of its file a row came from. */
export const lineColumn = <R>(lineOf: (row: R) => number | string): Column<R> => ({
  key: 'line',
  title: 'Linha',
  label: 'Linha',
  names: true,
  numeric: true,
  className: styles.line,
  cell: lineOf,
})

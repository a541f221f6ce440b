import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from '#web/table/table.module.css'

interface Props {
  readonly label: string
  readonly way: 'ascending' | 'descending' | 'none'
  readonly onSort: () => void
}

/** Answers how this column sorts a list, whose order is as on the wire. */
export function wayOf(name: string, sort: string): Props['way'] {
  const [first = ''] = sort.split(',')
  const [own = ''] = name.split(',')
  return first === own ? 'ascending' : first === `-${own}` ? 'descending' : 'none'
}

/** The title of a column, which sorts by it; the arrow marks the column the list is sorted by. */
export function Sorter({ label, way, onSort }: Props) {
  const Arrow = way === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {label}
      <Arrow size={14} stroke={1.75} aria-hidden data-on={way !== 'none' || undefined} />
    </button>
  )
}

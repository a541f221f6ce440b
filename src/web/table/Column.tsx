import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import styles from '#web/table/table.module.css'

interface Props {
  readonly name: string
  readonly label: string
  readonly numeric?: boolean
  readonly className?: string | undefined
  /** The order in force, as the wire writes it. */
  readonly sort: string
  readonly onSort: (column: string) => void
}

/** A header that sorts; the arrow stands on the column the list is sorted by. */
export function Column({ name, label, numeric = false, className = '', sort, onSort }: Props) {
  const [first = ''] = sort.split(',')
  const [own = ''] = name.split(',')
  const way = first === own ? 'ascending' : first === `-${own}` ? 'descending' : 'none'
  const Arrow = way === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={way} className={numeric ? `${className} num` : className}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(name)}>
        {label}
        <Arrow size={14} stroke={1.75} aria-hidden data-on={way !== 'none' || undefined} />
      </UnstyledButton>
    </th>
  )
}

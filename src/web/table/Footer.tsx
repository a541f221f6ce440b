import { NativeSelect, Pagination } from '@mantine/core'
import { pageSizes, type Page } from '#kernel/page.ts'
import { showInteger } from '#kernel/show.ts'
import type { AddressChange } from '#web/table/address.ts'
import styles from '#web/table/list.module.css'

interface Props {
  readonly page: Omit<Page<unknown>, 'data'>
  readonly onChange: (by: AddressChange) => void
}
const names = { first: 'Primeira página', previous: 'Página anterior', next: 'Próxima página', last: 'Última página' }

/** '1–25 de 312', how many rows a page has, and the pages. */
export const Footer = ({ page: { from, to, total, per_page, current_page, last_page }, onChange }: Props) => (
  <div className={styles.footer}>
    <span>
      {showInteger(from ?? 0)}–{showInteger(to ?? 0)} de {showInteger(total)}
    </span>
    <NativeSelect
      size="xs"
      aria-label="Linhas por página"
      value={String(per_page)}
      onChange={e => onChange({ per_page: e.currentTarget.value })}
      data={pageSizes.map(size => ({ value: String(size), label: `${size} por página` }))}
    />
    {last_page > 1 && (
      <Pagination
        size="sm"
        siblings={1}
        total={last_page}
        value={current_page}
        onChange={wanted => onChange({ page: String(wanted) })}
        getControlProps={control => ({ 'aria-label': names[control] })}
        getItemProps={number => ({ 'aria-label': `Página ${number}` })}
      />
    )}
  </div>
)

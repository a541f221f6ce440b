import { marks } from '#web/table/marks.ts'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode, SyntheticEvent } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { allOf } from '#kernel/text.ts'
import { Cell } from '#web/kinds/cell.tsx'
import { titleIn } from '#web/kinds/targets.ts'
import { Column } from '#web/table/Column.tsx'
import { shownOf } from '#web/table/shown.tsx'
import type { Listed } from '#web/table/useList.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from '#web/table/table.module.css'

export type Cells = Readonly<Record<string, (row: Listed) => ReactNode>>

export interface TableProps {
  readonly resource: AnyResource
  /** The first is the row's name. */
  readonly columns: readonly string[]
  readonly rows: readonly Listed[]
  /** Old rows, while the new ones are on their way. */
  readonly stale?: boolean
  readonly sort: string
  readonly onSort: (column: string) => void
  readonly selected: ReadonlySet<string>
  /** None where nothing can be done to several rows at once. */
  readonly onSelect?: (selected: ReadonlySet<string>) => void
  readonly acts: (row: Listed) => ReactNode
  /** Columns a section draws in its own way. */
  readonly cells?: Cells | undefined
}

/** Rows of a resource as its declaration lists them: mark, code, the name as a link, the rest, what can be done. */
export function DataTable({
  resource,
  columns: shown,
  rows,
  stale = false,
  sort,
  onSort,
  selected,
  onSelect,
  acts,
  cells,
}: TableProps) {
  const columns = shownOf(resource, shown)
  const marked = rows.filter(({ uuid }) => selected.has(uuid)).length
  const mark = (uuids: readonly string[], on: boolean) => onSelect?.(marks(selected, uuids, on))
  return (
    <div className={styles.frame} data-stale={stale || undefined} aria-busy={stale}>
      <table className={styles.table} onMouseOver={tellWhole} onFocus={tellWhole}>
        <caption className="sr-only">{allOf(resource.text)}</caption>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={styles.mark}>
                <Checkbox
                  size="xs"
                  aria-label="Selecionar todos desta página"
                  checked={marked === rows.length}
                  indeterminate={marked > 0 && marked < rows.length}
                  onChange={e =>
                    mark(
                      rows.map(({ uuid }) => uuid),
                      e.currentTarget.checked,
                    )
                  }
                />
              </th>
            )}
            <Column name="id" label="#" className={styles.code} sort={sort} onSort={onSort} />
            {columns.map(({ name, label, numeric }, i) => (
              <Column
                key={name}
                name={name}
                label={label}
                numeric={numeric}
                className={i === 0 ? styles.first : undefined}
                sort={sort}
                onSort={onSort}
              />
            ))}
            <th scope="col" className={styles.acts}>
              <span className="sr-only">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => {
            const name = titleIn(resource.path, row)
            return (
              <tr key={row.uuid} data-selected={selected.has(row.uuid) || undefined}>
                {onSelect && (
                  <td className={styles.mark}>
                    <Checkbox
                      size="xs"
                      aria-label={`Selecionar ${name}`}
                      checked={selected.has(row.uuid)}
                      onChange={e => mark([row.uuid], e.currentTarget.checked)}
                    />
                  </td>
                )}
                <td className={styles.code}>
                  <UnstyledButton aria-label={`Copiar o código ${row.id}`} onClick={() => void copy(String(row.id))}>
                    {row.id}
                  </UnstyledButton>
                </td>
                {columns.map((column, i) =>
                  i === 0 ? (
                    <td key={column.name} className={styles.first}>
                      <RowName resource={resource} row={row} />
                    </td>
                  ) : (
                    <td key={column.name} className={column.numeric ? 'num' : styles.cut}>
                      <div>{cells?.[column.name]?.(row) ?? column.cell(row)}</div>
                    </td>
                  ),
                )}
                <td className={styles.acts}>{acts(row)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The same rows where there is no width for columns: name and state, and the rest on a second line. */
export const Cards = ({
  resource,
  columns,
  rows,
  stale = false,
  acts,
  cells,
}: Omit<TableProps, 'sort' | 'onSort' | 'selected'>) => (
  <ul className={styles.cards} aria-label={allOf(resource.text)} data-stale={stale || undefined} aria-busy={stale}>
    {rows.map(row => (
      <li key={row.uuid}>
        <RowName resource={resource} row={row} />
        {acts(row)}
        <div className={styles.facts}>
          {shownOf(
            resource,
            columns.slice(1).filter(name => row[name] !== null && row[name] !== undefined),
          ).map(({ name, label, bare, cell }) => (
            <span key={name}>
              {bare && `${label}: `}
              {cells?.[name]?.(row) ?? cell(row)}
            </span>
          ))}
        </div>
      </li>
    ))}
  </ul>
)

function RowName({ resource: { path, fields, list }, row }: { resource: AnyResource; row: Listed }) {
  const column = list.columns[0] ?? 'id'
  const field = fields[column]
  return (
    <div className={styles.name}>
      <Link to={`/${path}/${row.uuid}`}>{field ? <Cell field={field} value={row[column]} /> : titleIn(path, row)}</Link>
      {!row.active && <StatusChip tone="neutro">Inativo</StatusChip>}
    </div>
  )
}

/** What two lines could not hold is told whole over the pointer. */
function tellWhole({ target }: SyntheticEvent) {
  const box = target instanceof HTMLElement ? target.closest('td a, td div') : null
  if (box instanceof HTMLElement && (box.scrollHeight > box.clientHeight + 2 || box.scrollWidth > box.clientWidth))
    box.title = box.textContent
}

async function copy(code: string) {
  await navigator.clipboard.writeText(code)
  toast('Código copiado')
}

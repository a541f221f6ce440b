import type { ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import { allOf } from '#kernel/text.ts'
import { CalledPeople } from '#web/kinds/called.ts'
import { Cell } from '#web/kinds/cell.tsx'
import { shortNames } from '#web/kinds/shortNames.ts'
import { titleIn } from '#web/kinds/targets.ts'
import { marking } from '#web/table/marking.tsx'
import { marks } from '#web/table/marks.ts'
import { RowLink } from '#web/table/RowLink.tsx'
import { peopleIn, shownOf } from '#web/table/shown.tsx'
import { Sorter, wayOf } from '#web/table/Sorter.tsx'
import { Table, type Column } from '#web/table/Table.tsx'
import type { ListedRow } from '#web/table/useList.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'
import { List } from '#web/ui/List.tsx'
import around from '#web/table/list.module.css'
import styles from '#web/table/table.module.css'

export type Cells = Readonly<Record<string, (row: ListedRow) => ReactNode>>

export interface TableProps {
  readonly resource: AnyResource
  /** The first is the row's name. */
  readonly columns: readonly string[]
  readonly rows: readonly ListedRow[]
  /** Old rows, while the new ones are on their way. */
  readonly stale?: boolean
  readonly sort: string
  readonly onSort: (column: string) => void
  readonly selected: ReadonlySet<string>
  /** None where nothing can be done to several rows at once. */
  readonly onSelect?: (selected: ReadonlySet<string>) => void
  readonly acts: (row: ListedRow) => ReactNode
  /** Columns a section draws in its own way. */
  readonly cells?: Cells | undefined
  /** After those, columns of no field. */
  readonly besides?: readonly (Pick<Column<ListedRow>, 'key' | 'cell'> & { readonly title: string })[]
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
  besides = [],
}: TableProps) {
  const sorter = (name: string, label: string) => (
    <Sorter label={label} way={wayOf(name, sort)} onSort={() => onSort(name)} />
  )
  const columns: Column<ListedRow>[] = [
    {
      key: 'code',
      title: sorter('id', '#'),
      sort: wayOf('id', sort),
      className: styles.code,
      cell: ({ id }) => (
        <button type="button" aria-label={`Copiar o código ${id}`} onClick={() => void copy(String(id))}>
          {id}
        </button>
      ),
    },
    ...shownOf(resource, shown).map(({ name, label, numeric, cut, cell }, at): Column<ListedRow> => ({
      key: name,
      title: sorter(name, label),
      sort: wayOf(name, sort),
      numeric,
      ...(at === 0
        ? { names: true, className: styles.first, cell: row => <RowName resource={resource} row={row} /> }
        : {
            className: cut ? styles.cut : undefined,
            cell: row => {
              const content = cells?.[name]?.(row) ?? cell(row)
              return cut ? (
                <div>
                  <span>{content}</span>
                </div>
              ) : (
                content
              )
            },
          }),
    })),
    ...besides,
    { key: 'acts', title: <span className="sr-only">Ações</span>, className: styles.acts, cell: acts },
  ]
  const mark = onSelect && {
    rows,
    selected,
    onSelect,
    label: 'Selecionar todos desta página',
    keyOf: ({ uuid }: ListedRow) => uuid,
    labelOf: (row: ListedRow) => `Selecionar ${titleIn(resource.path, row)}`,
  }
  return (
    <CalledPeople value={shortNames(peopleIn(resource, shown, rows))}>
      <Table
        label={allOf(resource.text)}
        columns={mark ? [marking(mark), ...columns] : columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        told={({ uuid }) => ({ 'data-selected': selected.has(uuid) || undefined })}
        look="scrolling"
        className={styles.list}
        aria-busy={stale}
      />
    </CalledPeople>
  )
}

/** The same rows where there is no width for columns: name and state, and the rest on a second line. With marks, a card is its box. */
export const Cards = ({
  resource,
  columns,
  rows,
  stale = false,
  acts,
  cells,
  besides = [],
  marked,
}: Omit<TableProps, 'sort' | 'onSort' | 'selected' | 'onSelect'> & { readonly marked?: CardMarks | undefined }) => (
  <CalledPeople value={shortNames(peopleIn(resource, columns, rows))}>
    <List boxed className={around.cards} aria-label={allOf(resource.text)} aria-busy={stale} data-rows>
      {rows.map(row => (
        <li key={row.uuid} data-selected={marked?.rows.has(row.uuid) || undefined}>
          {marked ? (
            <label className={around.mark}>
              <input
                type="checkbox"
                checked={marked.rows.has(row.uuid)}
                onChange={e => marked.onMark(marks(marked.rows, [row.uuid], e.currentTarget.checked))}
              />
              <RowName resource={resource} row={row} plain />
            </label>
          ) : (
            <>
              <RowName resource={resource} row={row} />
              {acts(row)}
            </>
          )}
          <div className={around.facts}>
            {shownOf(
              resource,
              columns.slice(1).filter(name => row[name] !== null && row[name] !== undefined),
            ).map(({ name, label, bare, cut, cell }) => (
              <span key={name} data-cut={cut || undefined}>
                {bare && `${label}: `}
                {cells?.[name]?.(row) ?? cell(row)}
              </span>
            ))}
            {besides.map(({ key, title, cell }) => (
              <span key={key}>
                {title}: {cell(row, 0)}
              </span>
            ))}
          </div>
        </li>
      ))}
    </List>
  </CalledPeople>
)

/** Which cards are marked, while they are. */
interface CardMarks {
  readonly rows: ReadonlySet<string>
  readonly onMark: (rows: ReadonlySet<string>) => void
}

interface RowNameProps {
  readonly resource: AnyResource
  readonly row: ListedRow
  /** The name alone, where a press of it marks the row. */
  readonly plain?: boolean
}
function RowName({ resource: { path, fields, list }, row, plain = false }: RowNameProps) {
  const column = list.columns[0] ?? 'id'
  const field = fields[column]
  const name = field ? <Cell field={field} value={row[column]} /> : titleIn(path, row)
  return (
    <div className={styles.name}>
      {/* What is deleted has no page. */}
      {row.deleted_at === null && !plain ? <RowLink to={`/${path}/${row.uuid}`}>{name}</RowLink> : <span>{name}</span>}
      {!row.active && <StatusChip tone="neutro">Inativo</StatusChip>}
    </div>
  )
}

async function copy(code: string) {
  await navigator.clipboard.writeText(code)
  toast('Código copiado')
}

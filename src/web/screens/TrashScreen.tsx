import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { filterName, mostValues } from '#kernel/condition.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { showInstant, showInteger } from '#kernel/show.ts'
import { agreed, allOf, count } from '#kernel/text.ts'
import { useAnswer } from '#web/call.ts'
import { widths } from '#web/constants.ts'
import { titleIn } from '#web/kinds/targets.ts'
import { useUser } from '#web/session/store.ts'
import { turnSort, type Search } from '#web/table/address.ts'
import { useBulkActs } from '#web/table/bulk.ts'
import { Cards, DataTable, type Cells } from '#web/table/DataTable.tsx'
import { shownColumns } from '#web/table/columns.ts'
import { listDesk } from '#web/table/desk.ts'
import { Footer } from '#web/table/Footer.tsx'
import { SearchBox } from '#web/table/SearchBox.tsx'
import { useSearch, type ListedRow } from '#web/table/useList.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { useDelayed } from '#web/ui/delay.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { fullTime } from '#web/ui/time.ts'
import styles from '#web/table/list.module.css'

/** What distinguishes a deleted row: its name, and the next columns of its list. */
const columnsShown = 3
const unmarked: ReadonlySet<string> = new Set()

interface Props {
  readonly resource: AnyResource
  readonly cells?: Cells
}

const besides = [
  {
    key: 'deleted_by',
    title: 'Excluído por',
    // Null of what no person deleted, or of somebody whose name is not the reader's to know.
    cell: ({ deleted_by }: ListedRow) => (typeof deleted_by === 'string' ? deleted_by : '—'),
  },
  {
    key: 'deleted_at',
    title: 'Excluído em',
    cell: ({ deleted_at }: ListedRow) =>
      deleted_at !== null && (
        <time dateTime={deleted_at} title={fullTime(deleted_at)}>
          {showInstant(deleted_at)}
        </time>
      ),
  },
] as const

/** The deleted rows of a list, the last one first: who deleted each, and the way back for one, for the marked, or for all that match. */
export default function TrashScreen({ resource, cells }: Props) {
  const { text, path } = resource
  const user = useUser()
  const { search, change } = useSearch(resource)
  const columns = shownColumns(resource, { columns: null }, !isStaff(user)).slice(0, columnsShown)
  const sort = search.sort ?? '-updated_at'
  const query = { ...search, sort, columns: columns.join() }
  const { data, error, isPending, isPlaceholderData, refetch } = useAnswer(
    callsOf(resource).list,
    { query },
    { keepsPrevious: true },
  )
  const stale = useDelayed(isPlaceholderData)
  const narrow = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  const [selected, select] = useState(unmarked)
  const rows: readonly ListedRow[] = data?.data ?? []
  const restores = can(user, permission(resource, 'restaurar'))
  const table = {
    resource,
    columns,
    rows,
    stale,
    cells,
    besides,
    acts: (row: ListedRow) => restores && <RestoreOne resource={resource} row={row} />,
  }
  return (
    <Page title={`Lixeira de ${text.many}`} crumbs={[{ label: allOf(text), to: `/${path}` }]}>
      <Bar className={styles.bar}>
        <SearchBox
          said={search.search ?? ''}
          label={`Buscar ${text.many} ${agreed(text, 'excluído')}s`}
          onSearch={words => change({ search: words })}
        />
        <span className={styles.grow} />
        {restores && rows.length > 0 && (
          <Restore
            resource={resource}
            search={search}
            marked={rows.filter(({ uuid }) => selected.has(uuid))}
            total={isPlaceholderData ? 0 : (data?.total ?? 0)}
            onDone={() => select(unmarked)}
          />
        )}
      </Bar>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={12} table />
      ) : rows.length && data ? (
        <>
          {narrow ? (
            <Cards {...table} />
          ) : (
            <DataTable
              {...table}
              selected={selected}
              {...(restores && { onSelect: select })}
              sort={sort}
              onSort={column => change({ sort: turnSort(sort, column) })}
            />
          )}
          <Footer page={data} onChange={change} />
        </>
      ) : (
        <NothingDeleted resource={resource} isNarrowed={Boolean(search.search ?? search.page)} />
      )}
    </Page>
  )
}

interface RestoreOneProps {
  readonly resource: AnyResource
  readonly row: ListedRow
}
function RestoreOne({ resource, row }: RestoreOneProps) {
  const { revive } = useBulkActs(resource)
  const name = titleIn(resource.path, row)
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Restaurar ${name}`}
      onClick={() => void revive([{ uuid: row.uuid, name }])}
    >
      Restaurar
    </Button>
  )
}

interface NothingDeletedProps {
  readonly resource: AnyResource
  readonly isNarrowed: boolean
}
const NothingDeleted = ({ resource: { text, path }, isNarrowed }: NothingDeletedProps) =>
  isNarrowed ? (
    <EmptyState title="Nada encontrado na lixeira" text="Nada do que foi excluído corresponde à busca.">
      <Button variant="default" component={Link} to={`/${path}?trashed=true`}>
        Ver toda a lixeira
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title="A lixeira está vazia" text={`O que se exclui de ${text.many} aparece aqui, e pode voltar.`}>
      <Button variant="default" component={Link} to={`/${path}`}>
        {`Voltar a ${text.many}`}
      </Button>
    </EmptyState>
  )

interface RestoreManyProps {
  readonly resource: AnyResource
  readonly search: Search
  readonly marked: readonly ListedRow[]
  /** How many rows match; 0 while that is not known. */
  readonly total: number
  readonly onDone: () => void
}
/** Brings back the marked rows, or all that match: what is refused is listed afterwards, with the reason. */
function Restore({ resource, search, marked, total, onDone }: RestoreManyProps) {
  const go = useNavigate()
  const { page: _page, per_page: _size, columns: _shown, sort: _order, ...narrowing } = search
  const ids = marked.slice(0, mostValues).map(({ id }) => id)
  const wanted = ids.length ? { trashed: 'true', [filterName('id', 'in')]: ids.join() } : narrowing
  const many = ids.length || total
  const run = async () => {
    const done = await listDesk()?.act({
      resource,
      search: wanted,
      act: 'restaurar',
      total: many,
      go: to => void go({ to }),
    })
    if (done) onDone()
  }
  if (!many) return null
  return (
    <Button variant="default" onClick={() => void run().catch(() => undefined)}>
      {ids.length || many === 1
        ? `Restaurar ${count(many, resource.text)}`
        : `Restaurar ${resource.text.gender === 'f' ? 'todas as' : 'todos os'} ${showInteger(many)}`}
    </Button>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { can, isStaff, permission } from '#kernel/access.ts'
import { fieldsForMany } from '#kernel/many.ts'
import { actionsForMany, hasTrash, verbsOf, type AnyResource, type Verb } from '#kernel/resource.ts'
import { allOf, capital, noneOf } from '#kernel/text.ts'
import { widths } from '#web/constants.ts'
import { chunk } from '#web/route/chunk.ts'
import { useUser } from '#web/session/store.ts'
import { isNarrowed, orderOf, turnSort } from '#web/table/address.ts'
import { useBulkActs } from '#web/table/bulk.ts'
import { BulkBar, type FieldsOfRows } from '#web/table/BulkBar.tsx'
import { Cards, DataTable, type Cells } from '#web/table/DataTable.tsx'
import { DownloadMenu } from '#web/table/DownloadMenu.tsx'
import { listDesk } from '#web/table/desk.ts'
import { Filters } from '#web/table/Filters.tsx'
import { Footer } from '#web/table/Footer.tsx'
import { LookMenu } from '#web/table/LookMenu.tsx'
import { RowMenu } from '#web/table/RowMenu.tsx'
import { SearchBox } from '#web/table/SearchBox.tsx'
import { chosenColumns, shownColumns } from '#web/table/columns.ts'
import { useTaste } from '#web/table/taste.ts'
import { usePage, useSearch, type ListedRow } from '#web/table/useList.ts'
import { narrowToValues } from '#web/table/pasted.ts'
import { ValueLists } from '#web/table/ValueLists.tsx'
import { Views } from '#web/table/Views.tsx'
import { useDelayed } from '#web/ui/delay.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useLetterKeys } from '#web/ui/letterKeys.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#web/table/list.module.css'

const TrashScreen = lazy(() => chunk(() => import('#web/screens/TrashScreen.tsx')))

const unmarked: ReadonlySet<string> = new Set()

interface Props {
  readonly resource: AnyResource
  /** Drawn in the place of some columns' own. */
  readonly cells?: Cells
  /** Other ways rows come, before the button that makes one. */
  readonly more?: ReactNode
  /** What else is done to the marked rows; what was done unmarks them. */
  readonly bulk?: (rows: readonly ListedRow[], clear: () => void) => ReactNode
  /** What is to be known of the list as a whole, above it. */
  readonly head?: ReactNode
  /** What to do while there is no row at all; by default, to make the first. */
  readonly empty?: string
  /** Under the rows: what they add up to. */
  readonly foot?: ReactNode
}

/** The list of a resource, or its trash, where the address asks for it. */
export function ListScreen(props: Props) {
  const { search } = useSearch(props.resource)
  if (search.trashed !== 'true') return <RowsScreen {...props} />
  return (
    <Suspense>
      <TrashScreen resource={props.resource} {...(props.cells && { cells: props.cells })} />
    </Suspense>
  )
}

/** Search, filters, order and page are in the address; acts are on one row or on those marked. */
function RowsScreen({ resource, cells, more, bulk, head, empty, foot }: Props) {
  const { text, path } = resource
  const user = useUser()
  const may = (verb: Verb) => verbsOf(resource).includes(verb) && can(user, permission(resource, verb))
  const outside = !isStaff(user)
  const { search, change, open } = useSearch(resource)
  const { taste, like, viewActs } = useTaste(resource)
  const columns = shownColumns(resource, chosenColumns(search, taste), outside)
  const { data: page, error, isPending, isPlaceholderData, refetch } = usePage(resource, search)
  const stale = useDelayed(isPlaceholderData)
  const narrow = useMediaQuery(widths.phone, false, { getInitialValueInEffect: false })
  const [selected, select] = useState(unmarked)
  // On a phone rows are links until one wants to mark some.
  const [isMarking, setMarking] = useState(false)
  const [fieldsOf, changeFields] = useState<FieldsOfRows | null>(null)
  const FieldsDialog = listDesk()?.FieldsDialog
  const mayFields = may('update') && fieldsForMany(resource, outside).settable.length > 0
  const acts = useBulkActs(resource)
  const mayAct = actionsForMany(resource).some(({ name }) => can(user, permission(resource, name)))
  const go = useNavigate()
  useLetterKeys([['n', () => may('store') && void go({ to: `/${path}/create` })]])

  const rows = page?.data ?? []
  const chosen = rows.filter(({ uuid }) => selected.has(uuid))
  const create = may('store') && (
    <Button
      component={Link}
      to={`/${path}/create`}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      aria-keyshortcuts="n"
    >
      {`${text.gender === 'f' ? 'Nova' : 'Novo'} ${text.one}`}
    </Button>
  )
  const table = {
    resource,
    columns,
    rows,
    stale,
    cells,
    acts: (row: ListedRow) => <RowMenu resource={resource} row={row} may={may} acts={acts} />,
    ...((may('enable') || may('disable') || may('destroy') || mayFields || mayAct || bulk) && { onSelect: select }),
  }
  const sort = orderOf(resource, search)
  const markPage = () => select(new Set(rows.map(({ uuid }) => uuid)))
  const unmark = () => {
    select(unmarked)
    setMarking(false)
  }
  return (
    <Page title={allOf(text)}>
      {head}
      {chosen.length ? (
        <BulkBar
          resource={resource}
          rows={chosen}
          total={chosen.length === rows.length && !isPlaceholderData ? (page?.total ?? 0) : 0}
          search={search}
          may={may}
          acts={acts}
          onClear={unmark}
          onPage={narrow && chosen.length < rows.length ? markPage : undefined}
          onFields={mayFields ? changeFields : undefined}
          more={bulk}
        />
      ) : narrow && isMarking ? (
        <Bar of="marked" className={styles.bar} role="toolbar" aria-label="Ações em lote">
          <p role="status">Toque no que quer marcar.</p>
          <span className={styles.grow} />
          <Button variant="subtle" onClick={markPage}>
            Marcar a página
          </Button>
          <Button variant="subtle" onClick={unmark}>
            Cancelar
          </Button>
        </Bar>
      ) : (
        <Bar className={styles.bar}>
          <SearchBox
            said={search.search ?? ''}
            label={`Buscar ${text.many}`}
            onSearch={words => change({ search: words })}
            onValues={values => narrowToValues(values, search, change)}
          />
          <Filters resource={resource} search={search} outside={outside} onChange={change} />
          <Views resource={resource} search={search} columns={columns} taste={taste} acts={viewActs} onOpen={open} />
          <span className={styles.grow} />
          {can(user, permission(resource, 'csv')) && (
            <DownloadMenu resource={resource} search={search} columns={columns} />
          )}
          {hasTrash(resource) && may('destroy') && can(user, permission(resource, 'restaurar')) && (
            <ActionIcon component={Link} to={`/${path}?trashed=true`} aria-label="Lixeira" title="Lixeira">
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          )}
          {narrow && table.onSelect && rows.length > 0 && (
            <Button variant="subtle" color="gray" onClick={() => setMarking(true)}>
              Selecionar
            </Button>
          )}
          {!narrow && (
            <LookMenu
              resource={resource}
              outside={outside}
              columns={columns}
              onColumns={chosen =>
                void (search.columns ? change({ columns: chosen?.join(',') ?? null }) : like(chosen))
              }
            />
          )}
          {more}
          {create}
        </Bar>
      )}
      {fieldsOf && FieldsDialog && (
        <FieldsDialog
          resource={resource}
          {...fieldsOf}
          go={to => void go({ to })}
          onClose={() => changeFields(null)}
          onDone={unmark}
        />
      )}
      <ValueLists resource={resource} search={search} outside={outside} />
      <div className={styles.waiting} data-on={stale || undefined} aria-hidden />
      {error && !page ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeletons waiting={isPending} lines={12} table />
      ) : page && rows.length ? (
        <>
          {narrow ? (
            <Cards {...table} marked={isMarking || chosen.length ? { rows: selected, onMark: select } : undefined} />
          ) : (
            <DataTable
              {...table}
              selected={selected}
              sort={sort}
              onSort={column => change({ sort: turnSort(sort, column) })}
            />
          )}
          {foot}
          <Footer page={page} onChange={change} />
        </>
      ) : page?.total ? (
        <EmptyState title="Não há tantas páginas" text="A lista diminuiu desde que este endereço foi aberto.">
          <Button variant="default" onClick={() => change({ page: null })}>
            Voltar à primeira página
          </Button>
        </EmptyState>
      ) : isNarrowed(search) ? (
        <EmptyState
          title={`${capital(noneOf(text))} ${text.gender === 'f' ? 'encontrada' : 'encontrado'}`}
          text="Nada corresponde à busca e aos filtros em vigor."
        >
          <Button variant="default" component={Link} to={`/${path}`}>
            Limpar busca e filtros
          </Button>
        </EmptyState>
      ) : (
        <EmptyState
          title={`${capital(noneOf(text))} ainda`}
          text={
            empty ?? (create ? `Comece por ${text.gender === 'f' ? 'uma nova' : 'um novo'} ${text.one}.` : undefined)
          }
        >
          {more}
          {create}
        </EmptyState>
      )}
    </Page>
  )
}

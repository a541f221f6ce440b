import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { can, isStaff, permission } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { AnyResource, Stamps } from '#kernel/resource.ts'
import { capital, noneOf } from '#kernel/text.ts'
import { api } from '#web/api.ts'
import { seenBy } from '#web/form/draft.ts'
import { useUser } from '#web/session/store.ts'
import { drawnColumns } from '#web/table/columns.ts'
import { competence, shownOf } from '#web/table/shown.tsx'
import { declaredTaste } from '#web/table/taste.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Table } from '#web/table/Table.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import styles from '#parts/areas/related.module.css'

type RelatedRow = Stamps & Readonly<Record<string, unknown>>
interface Props {
  readonly resource: AnyResource
  /** The reference that points here: its name, and the id it holds. */
  readonly by: string
  readonly id: number
  readonly sort: string
}

/** The first rows of a resource that point to the record on the screen, and how to make another. */
export function Related({ resource, by, id, sort }: Props) {
  const { path, text } = resource
  const user = useUser()
  const columns = drawnColumns(resource, declaredTaste, !isStaff(user)).join(',')
  const query = { [`filter[${by}_id]`]: id, sort, per_page: 50, columns }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [path, 'related', query],
    queryFn: ({ signal }) => api.get<Page<RelatedRow>>(`/${path}`, { query, signal, quiet: true }),
  })
  const create = can(user, permission(resource, 'store')) && (
    <Button
      component={Link}
      to={`/${path}/create?${by}_id=${id}`}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {`${text.gender === 'f' ? 'Nova' : 'Novo'} ${text.one}`}
    </Button>
  )
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={5} height={28} />
  if (!data.data.length)
    return (
      <EmptyState title={`${capital(noneOf(text))} ainda`} text="O que for registrado aparece aqui.">
        {create}
      </EmptyState>
    )
  return (
    <>
      <Bar className={styles.bar}>{create}</Bar>
      <RowsTable resource={seenBy(user, resource)} rows={data.data} except={by} />
      {data.total > data.data.length && (
        <p className={styles.more}>
          <Link to={`/${path}?filter[${by}_id]=${id}`}>Ver todas as {data.total}</Link>
        </p>
      )}
    </>
  )
}

function RowsTable({
  resource,
  rows,
  except,
}: {
  readonly resource: AnyResource
  readonly rows: readonly RelatedRow[]
  readonly except: string
}) {
  const columns = shownOf(
    resource,
    resource.list.columns.filter(name => name !== except),
  ).toSorted((a, b) => Number(b === competence) - Number(a === competence))
  return (
    <Table
      label={capital(resource.text.many)}
      columns={columns.map(({ name, label, numeric, cell }, i) => ({
        key: name,
        title: label,
        numeric,
        names: i === 0,
        className: i === 0 ? styles.first : numeric ? undefined : styles.cut,
        cell: (row: RelatedRow) =>
          i > 0 ? (
            cell(row)
          ) : (
            <div className={styles.name}>
              <Link to={`/${resource.path}/${row.uuid}`}>{cell(row)}</Link>
              {!row.active && <StatusChip tone="neutro">Inativo</StatusChip>}
            </div>
          ),
      }))}
      rows={rows}
      keyOf={({ uuid }) => uuid}
    />
  )
}

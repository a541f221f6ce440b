import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { can, permission } from '#kernel/access.ts'
import { isLocked, titleOf, verbsOf, type AnyResource } from '#kernel/resource.ts'
import { allOf } from '#kernel/text.ts'
import { Figures } from '#parts/figures/Figures.tsx'
import { KnownFacts } from '#parts/sheet/KnownFacts.tsx'
import { Pointing, type PointingRows } from '#parts/sheet/Pointing.tsx'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { useRow } from '#web/screens/DetailScreen.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { ApiError } from '#web/api-error.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#parts/sheet/sheet.module.css'

type SheetRow = ReadRow['row']
export interface InformationProps {
  readonly resource: AnyResource
  /** The facts under the title. */
  readonly facts?: (row: SheetRow) => ReactNode
  /** What matters most, as figures. */
  readonly figures?: (row: SheetRow) => readonly (readonly [what: string, how: ReactNode])[]
  /** It is shown before the fields. */
  readonly children?: (row: SheetRow) => ReactNode
  /** Rows that point to it. */
  readonly pointing?: readonly PointingRows[]
}

/** A record to be read: its figures, what is known of it, and what points to it; what is not known is counted. */
export function SheetScreen({ resource, facts, figures, children, pointing = [] }: InformationProps) {
  const { uuid = '' } = useParams({ strict: false })
  const user = useUser()
  const { data, error, isPending, refetch } = useRow(resource, uuid)
  const crumbs = [{ label: allOf(resource.text), to: `/${resource.path}` }]
  if (!data)
    return (
      <Page title="Informações" crumbs={crumbs}>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState title="Registro não encontrado" text="Ele pode ter sido excluído, ou não ser seu para ver." />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeletons waiting={isPending} lines={10} />
        )}
      </Page>
    )
  const { row } = data
  const title = row[titleOf(resource)]
  const own = `/${resource.path}/${row.uuid}`
  const isOpen = row.active && !isLocked(resource, row, user)
  const mayEdit = isOpen && verbsOf(resource).includes('update') && can(user, permission(resource, 'update'))
  return (
    <Page
      title={nameOfRef(title) || String(title ?? '')}
      crumbs={crumbs}
      chip={row.active ? undefined : <StatusChip tone="neutro">Inativo</StatusChip>}
      facts={facts?.(row)}
      actions={
        <Button variant="default" component={Link} to={own}>
          {mayEdit ? 'Editar' : 'Abrir'}
        </Button>
      }
    >
      <div className={styles.sheet}>
        {figures && (
          <section aria-label="Em números">
            <Figures big all={figures(row)} />
          </section>
        )}
        {children?.(row)}
        <KnownFacts resource={resource} row={row} to={mayEdit ? own : undefined} />
        {pointing
          .filter(({ resource: other }) => can(user, permission(other, 'index')))
          .map(each => (
            <Pointing key={`${each.resource.path} ${each.by}`} {...each} id={row.id} />
          ))}
      </div>
    </Page>
  )
}

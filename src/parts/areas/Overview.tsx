import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { AnyResource } from '#kernel/resource.ts'
import type { Area } from '#parts/areas/area.web.ts'
import type { FirstRows } from '#parts/areas/firstRows.web.ts'
import { FilledFacts } from '#parts/areas/FilledFacts.tsx'
import { RowsCard } from '#parts/areas/RowsCard.tsx'
import type { ReadRow } from '#web/screens/read-row.ts'
import styles from '#parts/areas/overview.module.css'

interface OverviewArea {
  readonly area: Area
  readonly title: string
  /** Of its tab, in the address. */
  readonly tab: string
  readonly first: FirstRows | undefined
}
interface Props {
  readonly resource: AnyResource
  readonly row: ReadRow['row']
  /** A button that opens the form, for who may change the record. */
  readonly edit: ReactNode
  readonly areas: readonly OverviewArea[]
}

/** A record to read: what needs somebody, the last rows of each area, and what is filled in. */
export function Overview({ resource, row, edit, areas }: Props) {
  const glances = (at: 'top' | 'bottom') =>
    areas.flatMap(({ area: { glance }, tab }) =>
      glance?.at === at ? [<Fragment key={tab}>{glance.render(row)}</Fragment>] : [],
    )
  const here = `/${resource.path}/${row.uuid}`
  const filled = areas.filter(({ first }) => first !== undefined && first.total > 0)
  const empty = areas.filter(({ area, first }) => first?.total === 0 && area.among === undefined)
  const [top, bottom] = [glances('top'), glances('bottom')]
  return (
    <div className={styles.overview} data-alone={(!top.length && !bottom.length && !areas.length) || undefined}>
      <div className={styles.main}>
        {(top.length > 0 || filled.length > 0) && (
          <div className={styles.cards}>
            {top}
            {filled.map(({ area, title, tab, first }) => (
              <RowsCard key={tab} area={area} title={title} all={`${here}?tab=${tab}`} id={row.id} first={first} />
            ))}
          </div>
        )}
        {empty.length > 0 && (
          <p className={styles.empty}>
            Ainda sem:{' '}
            {empty.map(({ title, tab }, i) => (
              <span key={tab}>
                {i > 0 && ', '}
                <Link to={`${here}?tab=${tab}`}>{title.toLowerCase()}</Link>
              </span>
            ))}
          </p>
        )}
        {bottom}
      </div>
      <FilledFacts resource={resource} row={row} edit={edit} />
    </div>
  )
}

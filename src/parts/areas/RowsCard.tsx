import { Link } from '@tanstack/react-router'
import { can, isStaff, permission } from '#kernel/access.ts'
import { verbsOf } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'
import type { Area } from '#parts/areas/area.web.ts'
import { overviewColumns, type FirstRows } from '#parts/areas/firstRows.web.ts'
import { seenBy } from '#web/form/draft.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#parts/areas/overview.module.css'

interface Props {
  readonly area: Area
  readonly title: string
  /** Where all of them are. */
  readonly all: string
  /** Of the record on the screen. */
  readonly id: number
  readonly first: FirstRows | undefined
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** The last rows of an area, how many there are, and the ways to all of them and to another. */
export function RowsCard({ area, title, all, id, first }: Props) {
  const user = useUser()
  const { by = '' } = area
  const resource = seenBy(user, area.resource)
  const { path, text } = resource
  const { name, facts } = overviewColumns(resource, area, !isStaff(user))
  const creates = verbsOf(resource).includes('store') && can(user, permission(resource, 'store'))
  const opens = verbsOf(resource).includes('show')
  const isWoman = text.gender === 'f'
  return (
    <Card
      className={styles.card}
      title={
        <>
          {title} <span className="meta">{showInteger(first?.total ?? 0)}</span>
        </>
      }
    >
      <List className={styles.rows}>
        {first?.data.map(row => (
          <li key={row.uuid}>
            <div className={styles.name}>
              {opens ? <Link to={`/${path}/${row.uuid}`}>{name?.cell(row)}</Link> : name?.cell(row)}
            </div>
            <span className={styles.facts}>
              {facts
                .filter(({ name: key }) => isFilled(row[key]))
                .map(({ name: key, label, bare, cell }) => (
                  <span key={key} title={label}>
                    {bare && <span className="sr-only">{label} </span>}
                    {cell(row)}
                  </span>
                ))}
              {!row.active && <StatusChip tone="neutro">Inativo</StatusChip>}
            </span>
          </li>
        ))}
      </List>
      <footer className={styles.foot}>
        <Link to={all} aria-label={`Ver ${isWoman ? 'todas as' : 'todos os'} ${text.many}`}>
          {isWoman ? 'Ver todas' : 'Ver todos'}
        </Link>
        {creates && <Link to={`/${path}/create?${by}_id=${id}`}>{`${isWoman ? 'Nova' : 'Novo'} ${text.one}`}</Link>}
      </footer>
    </Card>
  )
}

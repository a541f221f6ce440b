import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Page } from '#kernel/page.ts'
import { titleOf, type AnyResource, type Stamps } from '#kernel/resource.ts'
import { showInteger } from '#kernel/show.ts'
import { capital, noneOf } from '#kernel/text.ts'
import { api } from '#web/api.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import styles from '#parts/sheet/sheet.module.css'

export interface PointingRows {
  readonly resource: AnyResource
  /** The reference that points here. */
  readonly by: string
}
type PointingRow = Stamps & Readonly<Record<string, unknown>>

/** This many rows show; the rest is one click away. */
const rowsListed = 12

/** The rows of a section that point to the record, by name. */
export function Pointing({ resource, by, id }: PointingRows & { readonly id: number }) {
  const { path, text } = resource
  const title = titleOf(resource)
  const query = { [`filter[${by}_id]`]: id, per_page: 25, columns: title, sort: title }
  const { data, isPending } = useQuery({
    queryKey: [path, 'pointing', query],
    queryFn: ({ signal }) => api.get<Page<PointingRow>>(`/${path}`, { query, signal, quiet: true }),
  })
  return (
    <section>
      <h2>
        {capital(text.many)} {data && <span className="meta">{showInteger(data.total)}</span>}
      </h2>
      <Skeletons waiting={isPending} lines={3} />
      {data?.total === 0 && <p className="meta">{`${capital(noneOf(text))}.`}</p>}
      <ul className={styles.names}>
        {data?.data.slice(0, rowsListed).map(row => (
          <li key={row.uuid}>
            <Link to={`/${path}/${row.uuid}`}>{nameOfRef(row[title]) || String(row[title] ?? row.id)}</Link>
          </li>
        ))}
      </ul>
      {data && data.total > rowsListed && (
        <p>
          <Link to={`/${path}?filter[${by}_id]=${id}`}>{`Ver todos os registros (${showInteger(data.total)})`}</Link>
        </p>
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { can } from '#kernel/access.ts'
import type { Page as Rows } from '#kernel/page.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { collects } from '#features/collects/collects.ts'
import type { informative } from '#features/informative/informative.ts'
import { Counters } from '#features/home/Counters.tsx'
import { collecting, dayAhead, greeting } from '#features/home/day.ts'
import { api } from '#web/api.ts'
import { Cell } from '#web/kinds/cell.tsx'
import { useUser } from '#web/session/store.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ago, fullTime } from '#web/ui/time.ts'
import styles from '#features/home/home.module.css'

type Collect = ListedOf<typeof collects>
type News = ListedOf<typeof informative>
interface Person {
  readonly uuid: string
  readonly name: string
  readonly birthday: string
}

/** The day at a glance: what is open, what is new, who has a birthday. Only what the reader may see. */
export default function Home() {
  const user = useUser()
  const [now] = useState(() => new Date())
  return (
    <Page title="Página inicial" facts={greeting(user.name, now)}>
      <Counters period={collecting(now)} />
      <div className={styles.columns}>
        {can(user, 'collects.index') && <LatestCollects />}
        <div className={styles.side}>
          {can(user, 'informative.index') && <LatestNews now={now} />}
          {can(user, 'users.upcoming-birthdays') && <Birthdays now={now} />}
        </div>
      </div>
    </Page>
  )
}

interface PanelProps<T> {
  readonly title: string
  readonly path: string
  readonly query?: Readonly<Record<string, string | number>>
  /** Said when there is nothing. */
  readonly empty: string
  /** Where all of them are. */
  readonly more?: string
  readonly children: (rows: readonly T[]) => ReactNode
}

/** A short list with a title of its own. */
function Panel<T>({ title, path, query = {}, empty, more, children }: PanelProps<T>) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [path.slice(1), 'home'],
    queryFn: ({ signal }) => api.get<Pick<Rows<T>, 'data'>>(path, { query, quiet: true, signal }),
  })
  return (
    <section className={styles.panel}>
      <header>
        <h2>{title}</h2>
        {more && <Link to={more}>Ver tudo</Link>}
      </header>
      <Skeletons waiting={isPending} lines={4} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (data.data.length ? children(data.data) : <p className={styles.empty}>{empty}</p>)}
    </section>
  )
}

const shown = ['client', 'service_type', 'month', 'year', 'status'] as const

const LatestCollects = () => (
  <Panel<Collect>
    title="Coletas mais novas"
    path="/collects"
    query={{ sort: '-created_at', per_page: 10 }}
    empty="Nenhuma coleta ainda."
    more="/collects"
  >
    {rows => (
      <div className={styles.scroll}>
        <table>
          <caption className="sr-only">Coletas mais novas</caption>
          <thead>
            <tr>
              {shown.map(name => (
                <th key={name} scope="col">
                  {collects.fields[name].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.uuid}>
                {shown.map(name => (
                  <td key={name}>
                    {name === 'client' ? (
                      <Link to={`/collects/${row.uuid}`}>{row.client.name}</Link>
                    ) : (
                      <Cell field={collects.fields[name]} value={row[name]} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </Panel>
)

const LatestNews = ({ now }: { now: Date }) => (
  <Panel<News>
    title="Informativos"
    path="/informative"
    query={{ sort: '-updated_at', active: 'true', per_page: 5 }}
    empty="Nenhum informativo ainda."
    more="/informative"
  >
    {rows => (
      <ul>
        {rows.map(({ uuid, title, updated_at }) => (
          <li key={uuid}>
            <Link to={`/informative/${uuid}`}>{title}</Link>
            <time className="meta" dateTime={updated_at} title={fullTime(updated_at)}>
              {ago(updated_at, now.getTime())}
            </time>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

const Birthdays = ({ now }: { now: Date }) => (
  <Panel<Person>
    title="Próximos aniversários"
    path="/users/upcoming-birthdays"
    empty="Ninguém faz aniversário nos próximos 30 dias."
  >
    {people => (
      <ul>
        {people.map(({ uuid, name, birthday }) => (
          <li key={uuid}>
            <span>{name}</span>
            <time className="meta" dateTime={birthday}>
              {dayAhead(birthday, now)}
            </time>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)

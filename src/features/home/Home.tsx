import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { dayIn } from '#kernel/clock.ts'
import { showMonth } from '#kernel/show.ts'
import { collects } from '#features/collects/collects.ts'
import { collecting } from '#features/collects/period.ts'
import { ClientHome } from '#features/home/ClientHome.tsx'
import { Counters } from '#features/home/Counters.tsx'
import { Deadlines } from '#features/home/Deadlines.tsx'
import { dayAhead, greeting } from '#features/home/day.ts'
import { LatestNews } from '#features/home/LatestNews.tsx'
import { Panel } from '#features/home/Panel.tsx'
import { Cell } from '#web/kinds/cell.tsx'
import { useUser } from '#web/session/store.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from '#features/home/home.module.css'

type Collect = ListedOf<typeof collects>
interface Person {
  readonly uuid: string
  readonly name: string
  readonly birthday: string
}

/** The day at a glance: what is open, what is new, who has a birthday. Only what the reader may see. */
export default function Home() {
  const user = useUser()
  const [now] = useState(() => new Date())
  if (!isStaff(user)) return <ClientHome now={now} />
  return (
    <Page title="Página inicial" facts={greeting(user.name, now)}>
      <Counters period={collecting(dayIn(now).day)} />
      <div className={styles.columns}>
        {can(user, 'collects.index') && <LatestCollects />}
        <div className={styles.side}>
          {can(user, 'obligations.index') && <Deadlines now={now} />}
          {can(user, 'informative.index') && <LatestNews now={now} />}
          {can(user, 'users.upcoming-birthdays') && <Birthdays now={now} />}
        </div>
      </div>
    </Page>
  )
}

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
              <th scope="col">{collects.fields.client.label}</th>
              <th scope="col">Competência</th>
              <th scope="col">{collects.fields.status.label}</th>
              <th scope="col">{collects.fields.service_type.label}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.uuid}>
                <td>
                  <Link to={`/collects/${row.uuid}`}>{row.client.name}</Link>
                </td>
                <td>{showMonth(row.year, row.month)}</td>
                <td>
                  <Cell field={collects.fields.status} value={row.status} />
                </td>
                <td>{row.service_type?.name}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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

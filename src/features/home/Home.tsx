import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import type { Page as Rows } from '#kernel/page.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { dayIn } from '#kernel/clock.ts'
import { showMonth } from '#kernel/show.ts'
import { collects } from '#features/collects/coleta/collects.ts'
import { collecting } from '#parts/period/period.ts'
import { ClientHome } from '#features/home/ClientHome.tsx'
import { MonthCounters } from '#features/home/Counters.tsx'
import { Deadlines } from '#features/home/Deadlines.tsx'
import { dayAhead, greeting } from '#features/home/day.ts'
import { FirstSteps } from '#features/home/FirstSteps.tsx'
import { LatestNews } from '#features/home/LatestNews.tsx'
import { Panel } from '#features/home/Panel.tsx'
import { api } from '#web/api.ts'
import { Cell } from '#web/kinds/cell.tsx'
import { useUser } from '#web/session/store.ts'
import { useDelayed } from '#web/ui/delay.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/home/home.module.css'

type StaffCollect = ListedOf<typeof collects>
interface BirthdayPerson {
  readonly uuid: string
  readonly name: string
  readonly birthday: string
}

/** The first page: of the house for its people, of a client for theirs. */
export default function Home() {
  const [now] = useState(() => new Date())
  return isStaff(useUser()) ? <StaffHome now={now} /> : <ClientHome now={now} />
}

/** The day at a glance: what is open, what is new, who has a birthday. Only what the reader may see. */
function StaffHome({ now }: { readonly now: Date }) {
  const user = useUser()
  const sees = can(user, 'collects.index')
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['collects', 'home'],
    enabled: sees,
    queryFn: ({ signal }) =>
      api.get<Rows<StaffCollect>>('/collects', { query: { sort: '-created_at', per_page: 10 }, quiet: true, signal }),
  })
  const slow = useDelayed(isLoading)
  // A house without a single coleta has nothing to count yet: it is told how to begin.
  const isNew = data?.total === 0
  return (
    <Page title="Página inicial" facts={greeting(user.name, now)}>
      <Skeletons waiting={isLoading || slow} lines={8} height={40} />
      {/* Asked for meanwhile, and shown whole: nothing moves under the eyes. */}
      <div hidden={isLoading || slow}>
        {!isNew && <MonthCounters period={collecting(dayIn(now).day)} />}
        <div className={styles.columns}>
          {sees && (
            <Card
              title={isNew ? 'Primeiros passos' : 'Coletas mais novas'}
              beside={!isNew && <Link to="/collects">Ver tudo</Link>}
            >
              {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
              {isNew ? <FirstSteps /> : <Latest rows={data?.data ?? []} />}
            </Card>
          )}
          <div className={styles.side}>
            {can(user, 'obligations.index') && <Deadlines now={now} />}
            {can(user, 'informative.index') && <LatestNews now={now} />}
            {can(user, 'users.upcoming-birthdays') && <Birthdays now={now} />}
          </div>
        </div>
      </div>
    </Page>
  )
}

/** One line each where there is room, two where there is not. */
const Latest = ({ rows }: { readonly rows: readonly StaffCollect[] }) => (
  <List className={styles.latest}>
    {rows.map(({ uuid, client, year, month, status, service_type }) => (
      <li key={uuid}>
        <Link to={`/collects/${uuid}`}>{client.name}</Link>
        <span className={styles.when}>
          {showMonth(year, month)}
          {service_type && (
            <>
              {' · '}
              <Cell field={collects.fields.service_type} value={service_type} />
            </>
          )}
        </span>
        <Cell field={collects.fields.status} value={status} />
      </li>
    ))}
  </List>
)

const Birthdays = ({ now }: { now: Date }) => (
  <Panel<BirthdayPerson>
    title="Próximos aniversários"
    path="/users/upcoming-birthdays"
    empty="Ninguém faz aniversário nos próximos 30 dias."
  >
    {people => (
      <List>
        {people.map(({ uuid, name, birthday }) => (
          <li key={uuid}>
            <span>{name}</span>
            <time className="meta" dateTime={birthday}>
              {dayAhead(birthday, now)}
            </time>
          </li>
        ))}
      </List>
    )}
  </Panel>
)

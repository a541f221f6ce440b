import { useState } from 'react'
import { can, isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import { ClientHome } from '#features/platform/home/ClientHome.tsx'
import { OfficeCounters } from '#features/platform/home/Counters.tsx'
import { Deadlines } from '#features/platform/home/Deadlines.tsx'
import { dayAhead, greeting } from '#features/platform/home/day.ts'
import { EndingContracts } from '#features/platform/home/EndingContracts.tsx'
import { Finance, readsMoney } from '#features/platform/home/Finance.tsx'
import { FirstSteps } from '#features/platform/home/FirstSteps.tsx'
import { LatestNews } from '#features/platform/home/LatestNews.tsx'
import { OwnDay } from '#features/platform/home/OwnDay.tsx'
import { Panel } from '#features/platform/home/Panel.tsx'
import { listBirthdays } from '#features/people/auth/api.ts'
import { DraftsBand, useDrafts } from '#features/people/drafts/DraftsBand.tsx'
import { NobodyBand } from '#features/people/team/NobodyBand.tsx'
import { useTeamLoad } from '#features/people/team/useTeamLoad.web.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { TeamLoad, TeamSpread } from '#features/platform/home/TeamLoad.tsx'
import { WaitingTickets } from '#features/platform/home/WaitingTickets.tsx'
import { NoMail, useMailLeaves } from '#parts/outbox/NoMail.tsx'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { useDelayed } from '#web/ui/delay.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/home/home.module.css'

const listCollects = callsOf(collects).list
const oneCollect = { query: { columns: 'year', per_page: 1 } }

/** The first page: one for staff, another for people of a client. */
export default function Home() {
  const [now] = useState(() => new Date())
  return isStaff(useUser()) ? <StaffHome now={now} /> : <ClientHome now={now} />
}

/** The day at a glance: what is open, what is new, who has a birthday. Only what the reader may see. */
function StaffHome({ now }: { readonly now: Date }) {
  const user = useUser()
  const { data, error, isLoading, refetch } = useAnswer(listCollects, oneCollect, {
    enabled: can(user, listCollects.id),
  })
  // The bands at the top are known before anything is shown under them.
  const mail = useMailLeaves(user.is_admin)
  const team = useTeamLoad(can(user, 'people.carga'))
  const drafts = useDrafts()
  const isWaiting = isLoading || mail.isLoading || team.isLoading || drafts.isLoading
  const slow = useDelayed(isWaiting)
  // An installation without a coleta has nothing to count yet: its page shows how to begin.
  const isNew = data?.total === 0
  return (
    <Page title="Página inicial" crumbs={null} facts={greeting(user.name, now)}>
      <Skeletons waiting={isWaiting || slow} lines={8} height={40} />
      {/* The queries run while this is hidden, and it appears whole, so that nothing moves. */}
      <div hidden={isWaiting || slow}>
        {user.is_admin && <NoMail />}
        <DraftsBand />
        {!isNew && <OfficeCounters today={dayIn(now).day} />}
        <div className={styles.columns}>
          <div className={styles.main}>
            {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
            {isNew && (
              <Card title="Primeiros passos">
                <FirstSteps />
              </Card>
            )}
            {team.data && !isNew && <NobodyBand team={team.data.data} />}
            {can(user, 'people.carga') && !isNew && <TeamLoad />}
            {can(user, 'tarefas.clientes.meu-dia') && !isNew && <OwnDay />}
            {can(user, 'tickets.index') && !isNew && <WaitingTickets />}
            {can(user, 'clients.index') && <EndingContracts now={now} />}
            {can(user, 'people.carga') && !isNew && <TeamSpread />}
            {readsMoney(user) && !isNew && <Finance now={now} />}
          </div>
          <div className={styles.side}>
            {can(user, 'obligations.index') && <Deadlines now={now} />}
            {can(user, 'informative.index') && <LatestNews now={now} />}
            {can(user, listBirthdays.id) && <Birthdays now={now} />}
          </div>
        </div>
      </div>
    </Page>
  )
}

const Birthdays = ({ now }: { now: Date }) => (
  <Panel
    title="Aniversários da equipe"
    answer={useAnswer(listBirthdays, {})}
    empty="Ninguém da equipe faz aniversário neste mês nem nos próximos dias."
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

import { Button } from '@mantine/core'
import { IconBook, IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayIn } from '#kernel/clock.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { isClients, stepOf, steps } from '#features/regulatory/collects/coleta/steps.ts'
import { label } from '#parts/period/period.ts'
import { DraftsBand } from '#features/people/drafts/DraftsBand.tsx'
import { Deadlines } from '#features/platform/home/Deadlines.tsx'
import { greeting } from '#features/platform/home/day.ts'
import { LatestNews } from '#features/platform/home/LatestNews.tsx'
import { OwedList } from '#features/platform/home/OwedList.tsx'
import { Panel } from '#features/platform/home/Panel.tsx'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/platform/home/home.module.css'

type ClientCollect = Pick<ListedOf<typeof collects>, 'uuid' | 'client' | 'fistel' | 'year' | 'month' | 'status'>
/** How many of the loaded months the page shows. */
const monthsShown = 6
const withHouse = { name: 'Com a consultoria', tone: 'info' } as const

/** The first page of people of a client: their own duties, then the office's work for them, and the news. */
export function ClientHome({ now }: { readonly now: Date }) {
  const user = useUser()
  return (
    <Page
      title="Página inicial"
      crumbs={null}
      facts={greeting(user.name, now)}
      actions={
        <>
          <Button
            component={Link}
            to="/paginas"
            variant="default"
            leftSection={<IconBook size={16} stroke={1.5} aria-hidden />}
          >
            Orientações
          </Button>
          {can(user, 'tickets.abrir') && (
            <Button
              component={Link}
              to="/tickets/create"
              leftSection={<IconMessagePlus size={16} stroke={1.5} aria-hidden />}
            >
              Pedir ajuda
            </Button>
          )}
        </>
      }
    >
      <DraftsBand />
      <div className={styles.columns}>
        <div className={styles.main}>
          <OwedList today={dayIn(now).day} />
          {can(user, 'collects.index') && <HandedOver />}
        </div>
        <div className={styles.side}>
          {can(user, 'obligations.index') && <Deadlines now={now} outside />}
          {can(user, 'informative.index') && <LatestNews now={now} />}
        </div>
      </div>
    </Page>
  )
}

const withColumns = { sort: '-year,-month', columns: 'client,fistel,year,month,status', per_page: 25 }
const HandedOver = () => (
  <Panel<ClientCollect>
    title="Coletas entregues"
    answer={useAnswer(callsOf(collects).list, { query: withColumns })}
    empty="Nenhuma coleta ainda. A consultoria abre a do mês, e ela aparece no alto desta página."
    more="/collects"
  >
    {rows => {
      const done = rows.filter(({ status }) => !isClients(stepOf(status))).slice(0, monthsShown)
      const ofWhom = telling(rows)
      if (!done.length) return <p className={styles.empty}>Nenhuma ainda.</p>
      return (
        <List>
          {done.map(each => (
            <Month key={each.uuid} collect={each} ofWhom={ofWhom(each)} />
          ))}
        </List>
      )
    }}
  </Panel>
)

/** Answers what distinguishes a line: the company where there are several, the fistel where one has several. */
function telling(rows: readonly ClientCollect[]): (row: ClientCollect) => string {
  const clients = new Set(rows.map(({ client }) => client.uuid))
  const fistels = new Set(rows.map(({ fistel }) => fistel.uuid))
  return ({ client, fistel }) =>
    [clients.size > 1 && client.name, fistels.size > clients.size && `fistel ${fistel.name}`]
      .filter(Boolean)
      .join(' · ')
}

interface MonthProps {
  readonly collect: ClientCollect
  readonly ofWhom: string
}
function Month({ collect, ofWhom }: MonthProps) {
  const step = stepOf(collect.status)
  // The office, and not the client, corrects what Anatel returned.
  const { tone, name } = step === 'com-erro' ? withHouse : steps[step]
  return (
    <li>
      <span>
        <Link to={`/collects/${collect.uuid}`}>{label(collect)}</Link>
        {ofWhom && <span className="meta"> {ofWhom}</span>}
      </span>
      <StatusChip tone={tone}>{name}</StatusChip>
    </li>
  )
}

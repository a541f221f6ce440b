import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import type { collects } from '#features/collects/coleta/collects.ts'
import { deadlineOf } from '#parts/period/deadline.ts'
import { isClients, stepOf, steps } from '#features/collects/coleta/steps.ts'
import { label } from '#parts/period/period.ts'
import { Deadlines } from '#features/home/Deadlines.tsx'
import { greeting } from '#features/home/day.ts'
import { LatestNews } from '#features/home/LatestNews.tsx'
import { PendingPapers } from '#features/home/PendingPapers.tsx'
import { Panel } from '#features/home/Panel.tsx'
import { useUser } from '#web/session/store.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { List } from '#web/ui/List.tsx'
import styles from '#features/home/home.module.css'

type ClientCollect = ListedOf<typeof collects>
const withHouse = { name: 'Com a consultoria', tone: 'info' } as const
const isOpen = ({ status }: ClientCollect) => isClients(stepOf(status))

/** The first page of people of a client: what is theirs to fill in and by when, what was handed over, the news. */
export function ClientHome({ now }: { readonly now: Date }) {
  const user = useUser()
  return (
    <Page
      title="Página inicial"
      facts={greeting(user.name, now)}
      actions={
        can(user, 'tickets.store') && (
          <Button
            component={Link}
            to="/tickets/create"
            leftSection={<IconMessagePlus size={16} stroke={1.5} aria-hidden />}
          >
            Abrir chamado
          </Button>
        )
      }
    >
      <div className={styles.columns}>
        {can(user, 'collects.index') && <Months today={dayIn(now).day} />}
        <div className={styles.side}>
          {can(user, 'clients.pending-documents') && <PendingPapers />}
          {can(user, 'obligations.index') && <Deadlines now={now} outside />}
          {can(user, 'informative.index') && <LatestNews now={now} />}
        </div>
      </div>
    </Page>
  )
}

const Months = ({ today }: { readonly today: string }) => (
  <Panel<ClientCollect>
    title="Suas coletas"
    path="/collects"
    query={{ sort: '-year,-month', per_page: 50 }}
    empty="Nenhuma coleta ainda. A consultoria abre a do mês, e ela aparece aqui."
    more="/collects"
  >
    {rows => {
      const open = rows.filter(isOpen).toReversed()
      const done = rows.filter(each => !isOpen(each)).slice(0, 6)
      const ofWhom = telling(rows)
      const months = (some: readonly ClientCollect[]) => (
        <List>
          {some.map(each => (
            <Month key={each.uuid} collect={each} ofWhom={ofWhom(each)} today={today} />
          ))}
        </List>
      )
      return (
        <>
          {open.length ? months(open) : <p className={styles.empty}>Tudo entregue: não há coleta à sua espera.</p>}
          {done.length > 0 && (
            <>
              <h3>Entregues</h3>
              {months(done)}
            </>
          )}
        </>
      )
    }}
  </Panel>
)

/** What tells one line from another: the company where there are several, the fistel where one has several. */
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
  readonly today: string
}
function Month({ collect, ofWhom, today }: MonthProps) {
  const { uuid, status } = collect
  const open = isOpen(collect)
  const step = stepOf(status)
  // What came back from Anatel is the house's to put right.
  const standing = step === 'com-erro' ? withHouse : steps[step]
  const { due, said, late } = deadlineOf(collect, today, !open)
  return (
    <li>
      <span>
        <Link to={`/collects/${uuid}`}>{`${open ? 'Preencher ' : ''}${label(collect)}`}</Link>
        {ofWhom && <span className="meta"> {ofWhom}</span>}
      </span>
      {open ? (
        <StatusChip tone={late ? 'erro' : 'atencao'}>{late ? capital(said ?? '') : `Até ${showDate(due)}`}</StatusChip>
      ) : (
        <StatusChip tone={standing.tone}>{standing.name}</StatusChip>
      )}
    </li>
  )
}

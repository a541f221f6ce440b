import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showDate } from '#kernel/show.ts'
import { capital } from '#kernel/text.ts'
import type { collects } from '#features/collects/collects.ts'
import { deadlineOf } from '#features/collects/deadline.ts'
import { isClients, stepOf, steps } from '#features/collects/steps.ts'
import { label } from '#features/collects/period.ts'
import { Deadlines } from '#features/home/Deadlines.tsx'
import { greeting } from '#features/home/day.ts'
import { LatestNews } from '#features/home/LatestNews.tsx'
import { PendingPapers } from '#features/home/PendingPapers.tsx'
import { Panel } from '#features/home/Panel.tsx'
import { useUser } from '#web/session/store.ts'
import { Page } from '#web/ui/Page.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import styles from '#features/home/home.module.css'

type Collect = ListedOf<typeof collects>
const isOpen = ({ status }: Collect) => isClients(stepOf(status))

/** The first page of people of a client: what is theirs to fill in and by when, what was handed over, the news. */
export function ClientHome({ now }: { readonly now: Date }) {
  const user = useUser()
  return (
    <Page title="Página inicial" facts={greeting(user.name, now)}>
      <div className={styles.columns}>
        {can(user, 'collects.index') && <Months today={dayIn(now).day} />}
        <div className={styles.side}>
          {can(user, 'obligations.index') && <Deadlines now={now} />}
          {can(user, 'clients.pending-documents') && <PendingPapers />}
          {can(user, 'informative.index') && <LatestNews now={now} />}
        </div>
      </div>
    </Page>
  )
}

const Months = ({ today }: { readonly today: string }) => (
  <Panel<Collect>
    title="Suas coletas"
    path="/collects"
    query={{ sort: '-year,-month', per_page: 50 }}
    empty="Nenhuma coleta ainda. A consultoria abre a do mês, e ela aparece aqui."
    more="/collects"
  >
    {rows => {
      const open = rows.filter(isOpen).toReversed()
      const done = rows.filter(each => !isOpen(each)).slice(0, 6)
      return (
        <>
          {open.length === 0 && <p className={styles.empty}>Tudo entregue: não há coleta à sua espera.</p>}
          <ul>
            {open.map(each => (
              <Month key={each.uuid} collect={each} today={today} />
            ))}
          </ul>
          {done.length > 0 && (
            <>
              <h3>Entregues</h3>
              <ul>
                {done.map(each => (
                  <Month key={each.uuid} collect={each} today={today} />
                ))}
              </ul>
            </>
          )}
        </>
      )
    }}
  </Panel>
)

function Month({ collect, today }: { readonly collect: Collect; readonly today: string }) {
  const { uuid, client, fistel, status } = collect
  const open = isOpen(collect)
  const { due, said, late } = deadlineOf(collect, today, !open)
  return (
    <li>
      <span>
        <Link to={`/collects/${uuid}`}>{`${open ? 'Preencher ' : ''}${label(collect)}`}</Link>
        <span className="meta">
          {' '}
          {client.name} · fistel <span className="id">{fistel.name}</span>
        </span>
      </span>
      {open ? (
        <StatusChip tone={late ? 'erro' : 'atencao'}>{late ? capital(said ?? '') : `Até ${showDate(due)}`}</StatusChip>
      ) : (
        <StatusChip tone={steps[stepOf(status)].tone}>{steps[stepOf(status)].name}</StatusChip>
      )}
    </li>
  )
}

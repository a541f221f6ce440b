import { Link } from '@tanstack/react-router'
import { filterName } from '#kernel/condition.ts'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { count } from '#kernel/text.ts'
import { numbered } from '#features/support/tickets/ticket/conversation.ts'
import { DueHour } from '#features/support/tickets/due/DueHour.tsx'
import { ticketStates, tickets } from '#features/support/tickets/ticket/tickets.ts'
import { useRefOptions } from '#web/kinds/useRef.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { toSearch, type Search } from '#web/table/address.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import styles from '#features/platform/home/home.module.css'

/** Lines shown. */
const linesShown = 5

/** Lists tickets that wait for the office, by due hour: the user's own, or all for leaders; counts those without owner. */
export function WaitingTickets() {
  const user = useUser()
  const leads = can(user, 'people.carga')
  const { data: states = [] } = useRefOptions('statuses', {}, true, { model: 'Ticket' })
  const open = states.find(({ label }) => label === ticketStates.open)?.value
  const waiting: Search = { [filterName('status_id')]: open ?? '', [filterName('remind_on')]: '', active: 'true' }
  const mine = leads ? waiting : { ...waiting, [filterName('owner_id')]: String(user.id) }
  const { data, isPending } = useWaiting(mine, linesShown, open !== undefined)
  const nobodys = { ...waiting, [filterName('owner_id')]: '' }
  const { data: left } = useWaiting(nobodys, 1, open !== undefined)
  if (data && left && !data.total && !left.total) return null
  return (
    <Card
      className={styles.panel}
      title={
        <>
          {leads ? 'Chamados à espera' : 'Seus chamados à espera'} <span className="meta">{data?.total}</span>
        </>
      }
      beside={<Link to={`/tickets${toSearch({ ...mine, sort: 'reply_by' })}`}>Ver tudo</Link>}
    >
      <Awaited waiting={isPending} lines={3} height={28}>
        <List wrap>
          {data?.data.map(({ id, uuid, name, client, owner, reply_by }) => (
            <li key={uuid}>
              <div>
                <Link to={`/tickets/${uuid}`}>{`${numbered(id)} ${name}`}</Link>
                <br />
                <span className="meta">
                  {[client?.name, leads && (owner?.name ?? 'sem dono')].filter(Boolean).join(' · ')}
                </span>
              </div>
              <DueHour due={reply_by} />
            </li>
          ))}
        </List>
        {left !== undefined && left.total > 0 && (
          <p className={styles.empty}>
            <Link to={`/tickets${toSearch(nobodys)}`}>{`${count(left.total, tickets.text)} sem dono`}</Link>
          </p>
        )}
      </Awaited>
    </Card>
  )
}

const useWaiting = (search: Search, per_page: number, enabled: boolean) =>
  useAnswer(
    callsOf(tickets).list,
    { query: { ...search, sort: 'reply_by', columns: 'name,client,owner,reply_by', per_page } },
    { enabled },
  )

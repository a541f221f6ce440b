import { Link } from '@tanstack/react-router'
import { can } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import { dayAfter, dayIn } from '#kernel/clock.ts'
import { showDate } from '#kernel/show.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { distance } from '#features/regulatory/obligations/when.ts'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Card } from '#web/ui/Card.tsx'
import { List } from '#web/ui/List.tsx'
import { Awaited } from '#web/ui/Loading.tsx'
import styles from '#features/platform/home/home.module.css'

/** Days ahead that are looked at, and lines shown. */
const [ahead, linesShown] = [60, 5]

/** Lists contracts that end soon, by date: leaders get all, with who is responsible, others their own; nothing if none. */
export function EndingContracts({ now }: { readonly now: Date }) {
  const user = useUser()
  const leads = can(user, 'people.carga')
  const today = dayIn(now).day
  const query = {
    'filter[contract_due_date][gte]': today,
    'filter[contract_due_date][lte]': dayAfter(today, ahead),
    ...(!leads && { 'filter[responsible_id]': user.id }),
    active: 'true',
    sort: 'contract_due_date',
    columns: 'name,contract_due_date,responsible',
    per_page: linesShown,
  }
  const { data, isPending } = useAnswer(callsOf(clients).list, { query })
  if (data && !data.data.length) return null
  return (
    <Card
      className={styles.panel}
      title={
        <>
          {leads ? 'Contratos que acabam' : 'Contratos dos seus clientes que acabam'}{' '}
          <span className="meta">{data?.total}</span>
        </>
      }
    >
      <Awaited waiting={isPending} lines={3} height={28}>
        <List>
          {data?.data.map(({ uuid, name, contract_due_date: end, responsible }) => (
            <li key={uuid}>
              <div>
                <Link to={`/clients/${uuid}`}>{name}</Link>{' '}
                {leads && <span className="meta">{responsible?.name ?? 'sem responsável'}</span>}
              </div>
              {end && <span className="meta">{`${showDate(end)}, ${distance(end, today)}`}</span>}
            </li>
          ))}
        </List>
      </Awaited>
    </Card>
  )
}

import { Link } from '@tanstack/react-router'
import { can, permission } from '#kernel/access.ts'
import { showInstant } from '#kernel/show.ts'
import { repeatDelivery } from '#features/platform/webhooks/api.ts'
import styles from '#features/platform/webhooks/webhooks.module.css'
import { queueStates, queueTones, type QueueState } from '#parts/integration/integration.ts'
import { integrationQueues } from '#parts/integration/queues.ts'
import { useFollowed } from '#parts/progress/useFollowed.web.ts'
import { useCall } from '#web/call.ts'
import type { ReadRow } from '#web/screens/read-row.ts'
import { useUser } from '#web/session/store.ts'
import { usePage, type ListedRow } from '#web/table/useList.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { List } from '#web/ui/List.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { toast } from '#web/ui/toast.tsx'

const isState = (state: unknown): state is QueueState => typeof state === 'string' && state in queueStates
const isGoing = ({ state }: ListedRow) => state === 'pendente' || state === 'processando'

/** The newest deliveries of a webhook, each with what came of it. */
export function Deliveries({ row }: { readonly row: ReadRow['row'] }) {
  const user = useUser()
  const search = { 'filter[endpoint_id]': String(row.id), sort: '-created_at', per_page: '20' }
  const { data: page, error, isPending, refetch } = usePage(integrationQueues, search)
  useFollowed(integrationQueues.path, page?.data.some(isGoing) ?? false)
  if (!can(user, permission(integrationQueues, 'index'))) return null
  const rest = (page?.total ?? 0) - (page?.data.length ?? 0)
  return (
    <Card
      title="Entregas"
      beside={
        rest > 0 && (
          <Link to="/integration-queues" search={{ 'filter[endpoint_id]': String(row.id) }}>
            Ver todas as {page?.total}
          </Link>
        )
      }
    >
      {error && !page && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Skeletons waiting={isPending} lines={3} height={28} />
      {page?.data.length === 0 && (
        <p className="meta">Nada a entregar ainda. O que mudar a partir do segredo aparece aqui.</p>
      )}
      {page && page.data.length > 0 && (
        <List wrap aria-label="Entregas">
          {page.data.map(item => (
            <li key={item.uuid}>
              <Delivery item={item} row={row} />
            </li>
          ))}
        </List>
      )}
    </Card>
  )
}

function Delivery({ item, row }: { readonly item: ListedRow; readonly row: ReadRow['row'] }) {
  const user = useUser()
  const { send, sending } = useCall(repeatDelivery)
  const { state, name, error, ended_at: ended, next_attempt_at: next, created_at: created } = item
  const mayRepeat = can(user, repeatDelivery.id) && user.id === row.user_id && row.active && !isGoing(item)
  const repeat = async () => {
    try {
      toast((await send({ id: row.uuid, body: { delivery: item.uuid } })).message)
    } catch {
      // The error is shown at the top of the page.
    }
  }
  const at = typeof ended === 'string' ? ended : created
  return (
    <div className={styles.delivery}>
      {isState(state) && <StatusChip tone={queueTones[state]}>{queueStates[state]}</StatusChip>}
      <div>
        <Link to={`/integration-queues/${item.uuid}`}>{String(name)}</Link>
        <div className="meta">
          <time dateTime={String(at)}>{showInstant(String(at))}</time>
          {state === 'pendente' &&
            typeof next === 'string' &&
            typeof error === 'string' &&
            ` · tenta em ${showInstant(next)}`}
          {typeof error === 'string' && ` · ${error}`}
        </div>
      </div>
      {mayRepeat && (
        <BusyButton variant="default" size="compact-sm" busy={sending} doing="Enviando…" onClick={() => void repeat()}>
          Enviar de novo
        </BusyButton>
      )}
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callsOf } from '#kernel/call.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { Downloads } from '#features/billing/order-services/Downloads.tsx'
import { OrderChip } from '#features/billing/order-services/OrderChips.tsx'
import { orderServices } from '#features/billing/order-services/orders.ts'
import styles from '#features/billing/order-services/order-services.module.css'
import { useAnswer } from '#web/call.ts'
import { nameOfRef } from '#web/kinds/Show.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Pages } from '#web/ui/Pages.tsx'

const size = 20

/** Lists the office's services to a client, each with its invoice and boleto to download. */
export const OwnOrders = () => (
  <Page title="Serviços, notas e boletos">
    <OrderCards />
  </Page>
)

/** Orders as people of a client read them; of one client where they are of several. */
export function OrderCards({ client }: { readonly client?: number }) {
  const [page, turn] = useState(1)
  const query = {
    page,
    per_page: size,
    sort: '-created_at',
    ...(client !== undefined && { 'filter[client_id]': client }),
  }
  const { data, error, isPending, refetch } = useAnswer(callsOf(orderServices).list, { query }, { keepsPrevious: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={4} height={96} />
  if (!data.total)
    return (
      <EmptyState
        title="Nenhum serviço ainda"
        text="Quando a consultoria fizer um serviço para você, a nota e o boleto aparecem aqui para baixar."
      />
    )
  const several = new Set(data.data.map(({ client_id }) => client_id)).size > 1
  return (
    <div className={styles.own}>
      {data.data.map(order => (
        <Card
          key={order.uuid}
          title={<Link to={`/${orderServices.path}/${order.uuid}`}>{order.name}</Link>}
          beside={<OrderChip row={order} />}
        >
          <p>
            {showMoney(order.valor_servico)}, vence em {showDate(order.vencimento)}
            {several && ` · ${nameOfRef(order.client)}`}
          </p>
          <Downloads order={order} />
        </Card>
      ))}
      <Pages page={page} size={size} total={data.total} onPage={turn} />
    </div>
  )
}

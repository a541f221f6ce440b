import { Link } from '@tanstack/react-router'
import { can, isStaff } from '#kernel/access.ts'
import type { ListedOf } from '#kernel/resource.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { listOrders } from '#features/billing/order-services/api.ts'
import { OrderChip, PieceChips } from '#features/billing/order-services/OrderChips.tsx'
import { CreateOrder } from '#features/billing/order-services/OrderList.tsx'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { OrderCards } from '#features/billing/order-services/OwnOrders.tsx'
import { useAnswer } from '#web/call.ts'
import { useUser } from '#web/session/store.ts'
import { Table } from '#web/table/Table.tsx'
import { Bar } from '#web/ui/Bar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeletons } from '#web/ui/Loading.tsx'

interface Props {
  readonly client: { readonly id: number; readonly uuid: string; readonly active: boolean }
}
type ClientOrder = ListedOf<typeof orderServices>
/** Orders shown beside a client; the list has them all. */
const MOST_ORDERS = 50

/** A client's orders, the newest first, and how to make another. */
export default function ClientOrders({ client }: Props) {
  const user = useUser()
  return isStaff(user) ? <OrdersOfClient client={client} /> : <OrderCards client={client.id} />
}

function OrdersOfClient({ client }: Props) {
  const user = useUser()
  const { data, error, isPending, refetch } = useAnswer(listOrders, {
    id: client.uuid,
    query: { sort: '-created_at', per_page: MOST_ORDERS },
  })
  const create = client.active && can(user, 'clients.order-services.store') && <CreateOrder client={client.id} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons waiting={isPending} lines={5} height={28} />
  if (!data.data.length)
    return (
      <EmptyState
        title="Nenhuma ordem de serviço ainda"
        text="De uma ordem saem a conta a receber, a nota fiscal e o boleto de um serviço."
      >
        {create}
      </EmptyState>
    )
  return (
    <>
      {create && <Bar style={{ justifyContent: 'flex-end' }}>{create}</Bar>}
      <Table<ClientOrder>
        label="Ordens de serviço"
        rows={data.data}
        keyOf={({ uuid }) => uuid}
        look="scrolling"
        cards
        columns={[
          {
            key: 'name',
            title: 'Ordem',
            names: true,
            cell: ({ uuid, name }) => <Link to={`/${orderServices.path}/${uuid}`}>{name}</Link>,
          },
          { key: 'state', title: 'Estado', cell: row => <OrderChip row={row} /> },
          { key: 'pieces', title: 'O que saiu', cell: row => <PieceChips row={row} /> },
          { key: 'due', title: 'Vencimento', numeric: true, cell: ({ vencimento }) => showDate(vencimento) },
          { key: 'value', title: 'Valor', numeric: true, cell: ({ valor_servico }) => showMoney(valor_servico) },
        ]}
      />
      {data.total > data.data.length && (
        <p>
          <Link to={`/${orderServices.path}?filter[client_id]=${client.id}`}>Ver todas as {data.total}</Link>
        </p>
      )}
    </>
  )
}

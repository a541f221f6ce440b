import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { can, isStaff } from '#kernel/access.ts'
import { OrderChip } from '#features/billing/order-services/OrderChips.tsx'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { OwnOrders } from '#features/billing/order-services/OwnOrders.tsx'
import { ListScreen } from '#web/screens/ListScreen.tsx'
import { useUser } from '#web/session/store.ts'
import type { ListedRow } from '#web/table/useList.ts'

const cells = { state: (row: ListedRow) => <OrderChip row={row} /> }

/** Lists orders: of all clients for staff; for people of a client, their own with their downloads. */
export default function OrderList() {
  const user = useUser()
  if (!isStaff(user)) return <OwnOrders />
  return (
    <ListScreen
      resource={orderServices}
      cells={cells}
      empty="Registre a primeira ordem: dela saem a conta a receber, a nota fiscal e o boleto."
      more={can(user, 'clients.order-services.store') && <CreateOrder />}
    />
  )
}

export const CreateOrder = ({ client }: { readonly client?: number }) => (
  <Button
    component={Link}
    to={`/${orderServices.path}/create${client === undefined ? '' : `?client_id=${client}`}`}
    leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
  >
    Nova ordem
  </Button>
)

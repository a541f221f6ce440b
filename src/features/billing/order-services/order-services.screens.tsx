import { permission } from '#kernel/access.ts'
import { newOf } from '#kernel/text.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { orderServices } from '#features/billing/order-services/orders.ts'
import { latePart } from '#web/ui/latePart.tsx'

const ClientOrders = latePart(() => import('#features/billing/order-services/ClientOrders.tsx'))

export const orderServicesOnWeb: WebFeature = {
  own: {
    [orderServices.path]: {
      list: () => import('#features/billing/order-services/OrderList.tsx'),
      detail: () => import('#features/billing/order-services/OrderScreen.tsx'),
    },
  },
  screens: [
    {
      path: `/${orderServices.path}/create`,
      title: newOf(orderServices.text),
      permission: permission({ path: 'clients' }, 'order-services.store'),
      load: () => import('#features/billing/order-services/NewOrder.tsx'),
    },
  ],
  areas: [
    {
      resource: orderServices,
      by: 'client',
      sort: '-created_at',
      group: 'Financeiro',
      render: row => <ClientOrders client={row} />,
    },
  ],
}

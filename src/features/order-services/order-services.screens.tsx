import { lazy } from 'react'
import { permission } from '#kernel/access.ts'
import { newOf } from '#kernel/text.ts'
import type { WebFeature } from '#features/feature.web.ts'
import { orderServices } from '#features/order-services/orders.ts'

const ClientOrders = lazy(() => import('#features/order-services/ClientOrders.tsx'))

export const orderServicesOnWeb: WebFeature = {
  own: {
    [orderServices.path]: {
      list: () => import('#features/order-services/OrderList.tsx'),
      detail: () => import('#features/order-services/OrderScreen.tsx'),
    },
  },
  screens: [
    {
      path: `/${orderServices.path}/create`,
      title: newOf(orderServices.text),
      permission: permission({ path: 'clients' }, 'order-services.store'),
      load: () => import('#features/order-services/NewOrder.tsx'),
    },
  ],
  areas: [{ resource: orderServices, by: 'client', render: row => <ClientOrders client={row} /> }],
}

import { orderServices } from '#features/billing/order-services/orders.ts'
import { clientCases, newRowCases, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** An order that creates neither a bill nor an invoice. */
const newOrder = { vencimento: '2030-01-05', descricao_servico: 'Assessoria', valor_servico: 100 }

export const orderServicesMatrix: MatrixCases = {
  'clients.order-services': (world, who) => clientCases(world, who, client => `clients/${client}/order-services`),
  'clients.order-services.store': (world, who) =>
    clientCases(world, who, client => `clients/${client}/order-services`).map(each => ({
      ...each,
      body: newOrder,
      ...(each.status === 200 && { status: 201 }),
    })),
  'clients.order-services.previa': (world, who) =>
    clientCases(world, who, client => `clients/${client}/order-services/previa`).map(each => ({
      ...each,
      body: newOrder,
    })),
  'order-services.cancelar': async (world, who) =>
    (await newRowCases(world, who, orderServices, 'cancelar')).map(each => ({ ...each, body: { ends: [] } })),
  // No order of these has a note.
  'order-services.dispensar-nota': async (world, who) =>
    (await newRowCases(world, who, orderServices, 'dispensar-nota')).map(each => ({
      ...each,
      body: { reason: 'O cliente pediu' },
      ...(each.status === 200 && { status: 409 }),
    })),
  // The order has neither an invoice nor a boleto.
  ...Object.fromEntries(
    ['nota-fiscal-url', 'nota-fiscal', 'boleto-url', 'boleto'].map(paper => [
      `order-services.${paper}`,
      async (world: World, who: Principal) =>
        (await newRowCases(world, who, orderServices, paper)).map(each =>
          each.status === 200 ? { ...each, status: 409 } : each,
        ),
    ]),
  ),
}

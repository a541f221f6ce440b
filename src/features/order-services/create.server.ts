import { invalid } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { bills } from '#features/bills/bills.ts'
import { orderServices, type newOrder } from '#features/order-services/orders.ts'
import type { OrderClient } from '#features/order-services/piece.server.ts'
import { planOrder, type ServerPlan } from '#features/order-services/plan.server.ts'
import type { Ctx } from '#server/operation.ts'

/** Throws where anything that is asked for would not be made: an order brings about all of it or nothing. */
function refuseLacking(plan: ServerPlan) {
  const wrong = Object.fromEntries(
    Object.values(plan).flatMap(piece => (piece?.refusal ? [[piece.refusal.field, piece.refusal.text]] : [])),
  )
  if (Object.keys(wrong).length) throw invalid(wrong)
}

/** Keeps an order and makes what it asks for, in the caller's transaction; what goes to another house is laid in the queue by it. */
export async function createOrder(ctx: Ctx, client: OrderClient, draft: StoredOf<typeof newOrder>) {
  const plan = await planOrder(ctx, { client, draft })
  refuseLacking(plan)
  const order = await ctx.rows(orderServices).create({
    ...draft,
    client_id: client.id,
    empresa_id: client.empresa_responsavel_id,
  })
  const bill = plan.bill?.given ? await ctx.rows(bills).create(plan.bill.given) : null
  const made = { ...(bill && { bill_id: bill.id }) }
  return Object.keys(made).length ? ctx.rows(orderServices).update(order.id, made, undefined, 'emitir') : order
}

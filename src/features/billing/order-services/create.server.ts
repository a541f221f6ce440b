import { invalid } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { issueBoleto } from '#features/billing/bills/boleto/boleto.server.ts'
import { issueInvoice } from '#features/billing/invoices/issue.server.ts'
import { orderServices, type newOrder } from '#features/billing/order-services/orders.ts'
import type { OrderClient } from '#features/billing/order-services/piece.server.ts'
import { planOrder, type ServerPlan } from '#features/billing/order-services/plan.server.ts'
import type { Ctx } from '#server/operation.ts'

/** Throws where any requested piece cannot be made: an order creates all of them or none. */
function refuseLacking({ bill, note, slip }: ServerPlan) {
  const wrong = Object.fromEntries(
    [slip, note, bill].flatMap(piece => (piece?.refusal ? [[piece.refusal.field, piece.refusal.text]] : [])),
  )
  if (Object.keys(wrong).length) throw invalid(wrong)
}

/** Keeps an order and makes what it asks for, in the caller's transaction; what goes to another house is laid in its queue. */
export async function makeOrder(ctx: Ctx, client: OrderClient, draft: StoredOf<typeof newOrder>) {
  const plan = await planOrder(ctx, { client, draft })
  refuseLacking(plan)
  const { bill, note, slip } = plan
  const order = await ctx.rows(orderServices).create({
    ...draft,
    client_id: client.id,
    empresa_id: client.empresa_responsavel_id,
  })
  const charged = bill?.given ? await ctx.rows(bills).create({ ...bill.given, ...slip?.given }) : null
  const issued = note?.given
    ? await issueInvoice(ctx, { ...note.given, key: `ordem:${order.uuid}`, ...(charged && { bill_id: charged.id }) })
    : null
  if (slip?.given && charged) await issueBoleto(ctx, charged.id)
  const made = { ...(charged && { bill_id: charged.id }), ...(issued && { invoice_id: issued.id }) }
  return Object.keys(made).length ? ctx.rows(orderServices).update(order.id, made, undefined, 'emitir') : order
}

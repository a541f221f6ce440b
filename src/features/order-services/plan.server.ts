import { planBill } from '#features/order-services/bill.server.ts'
import type { OrderAsked } from '#features/order-services/piece.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What an order would bring about, with what makes it: the preview shows it, and the order is made of it. */
export async function planOrder(ctx: Ctx, asked: OrderAsked) {
  const { criar_contas_a_receber } = asked.draft
  const bill = criar_contas_a_receber ? await planBill(ctx, asked) : null
  return { bill }
}
export type ServerPlan = Awaited<ReturnType<typeof planOrder>>

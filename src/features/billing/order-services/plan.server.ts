import { planBill } from '#features/billing/order-services/bill.server.ts'
import { issuerOf, offeredBy, planNote } from '#features/billing/order-services/note.server.ts'
import type { OrderRequest } from '#features/billing/order-services/piece.server.ts'
import { planSlip } from '#features/billing/order-services/slip.server.ts'
import type { Ctx } from '#server/operation.ts'

/** What an order would bring about, with what makes it: the preview shows it, and the order is made of it. */
export async function planOrder(ctx: Ctx, asked: OrderRequest) {
  const { criar_contas_a_receber, gerar_nota_fiscal, gerar_boleto } = asked.draft
  const issuer = await issuerOf(ctx, asked.client)
  const bill = criar_contas_a_receber ? await planBill(ctx, asked) : null
  const note = gerar_nota_fiscal ? await planNote(ctx, asked, issuer) : null
  const slip = gerar_boleto ? await planSlip(ctx, asked, bill) : null
  return { bill, note, slip, services: offeredBy(issuer) }
}
export type ServerPlan = Awaited<ReturnType<typeof planOrder>>

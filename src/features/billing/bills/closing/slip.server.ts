import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { issueBoleto } from '#features/billing/bills/boleto/boleto.server.ts'
import { registerBoletoAgain } from '#features/billing/bills/registration/api.ts'
import { layRegistration } from '#features/billing/bills/registration/lay.server.ts'
import { clearRefusal, liveSlip } from '#features/billing/bills/slip/slips.server.ts'
import { record } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'

/**
 * Issues the boleto of a bill in the caller's transaction, into `account` where the bill has none; one that its provider refused, or
 * that the queue gave up, is registered again.
 */
export async function issueSlipOfBill(ctx: Ctx, id: number, account: number | null): Promise<void> {
  const held = await ctx.rows(bills).hold(id)
  if (held.checking_account_id === null && account !== null)
    await ctx.rows(bills).put(id, { checking_account_id: account })
  const { fresh } = await issueBoleto(ctx, id)
  const slip = fresh ? null : await liveSlip(ctx.sql, id)
  if (!slip || slip.registered_at) return
  if (slip.provider === null) {
    if (slip.refused_at)
      throw problem('conflict', 'O banco recusou este boleto: cancele-o na conta, acerte o motivo e emita outro.')
    return
  }
  if (!can(ctx.user, registerBoletoAgain.id))
    throw problem('forbidden', 'O boleto não foi registrado, e quem pediu o fechamento não repete registros.')
  const item = await layRegistration(ctx, id)
  if (!item?.laid) return
  await clearRefusal(ctx, slip.id)
  await record(ctx, bills, id, 'registrar-boleto', {})
  ctx.tell({ of: bills, uuid: held.uuid })
}

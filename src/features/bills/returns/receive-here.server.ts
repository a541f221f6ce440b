import { problem } from '#kernel/problem.ts'
import { showMoney } from '#kernel/show.ts'
import { bills } from '#features/bills/bills.ts'
import { netCents } from '#features/bills/standing.ts'
import type { Ctx } from '#server/operation.ts'

/** Money a bank's file says came in for a bill, in reais. */
interface ReturnedMoney {
  readonly paid_on: string
  readonly value: number
  readonly checking_account_id: number
  readonly source: 'retorno'
  readonly reference: string
}

/** Why what came in does not settle a bill; null where it does. */
export const shortfall = (bill: Parameters<typeof netCents>[0], cents: number) =>
  cents < netCents(bill)
    ? `Entraram ${showMoney(cents / 100)}, e a conta é de ${showMoney(netCents(bill) / 100)}: confira e dê baixa à mão.`
    : null

/** Settles a bill by what the bank received; less than it owes settles nothing. */
export async function receiveReturned(ctx: Ctx, bill: number, { value }: ReturnedMoney): Promise<void> {
  const held = await ctx.rows(bills).hold(bill)
  const short = shortfall(held, Math.round(value * 100))
  if (short) throw problem('conflict', short)
  const settled = { downloaded: true, downloaded_at: new Date().toISOString() }
  await ctx.rows(bills).put(held.id, settled, undefined, 'baixar')
}

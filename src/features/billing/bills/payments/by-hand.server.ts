import { invalid, problem, refusalIn } from '#kernel/problem.ts'
import { showMoney } from '#kernel/show.ts'
import { count, join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { splitByRate } from '#features/billing/bills/bill/charges.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { receivePayments, type TypedPayment } from '#features/billing/bills/payments/api.ts'
import { manual, paymentMethods, type PaymentMethod } from '#features/billing/bills/payments/payments.ts'
import {
  billDebt,
  receive,
  type PaymentCharges,
  type ReceivedPayment,
} from '#features/billing/bills/payments/receive.server.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

// What people write of the money that came in, for one bill or for several.

const isMethod = (name: string | null): name is PaymentMethod => name !== null && name in paymentMethods

const alreadyPaid = 'A conta já está paga. Se entrou mais dinheiro dela, confirme que é a mais.'

/** Stores a typed payment, with the given charges or those of rates. */
export async function receiveByHand(
  ctx: Ctx,
  id: string,
  body: TypedPayment,
  charges?: PaymentCharges,
): Promise<ReceivedPayment> {
  refuseOutsiders(ctx)
  const bill = await ctx.rows(bills).hold(id)
  if (bill.downloaded && !body.reference && !body.over) throw problem('conflict', alreadyPaid)
  const byRate = splitByRate(cents(body.value), billDebt(bill), body.paid_on)
  const { paid_on, value, checking_account_id, method, reference } = body
  const received = await receive(ctx, bill.id, {
    paid_on,
    value,
    checking_account_id,
    method: isMethod(method) ? method : null,
    source: manual,
    reference,
    charges: charges ?? {
      fine: byRate.fine / 100,
      interest: byRate.interest / 100,
      discount: byRate.discount / 100,
    },
  })
  // Refused after all, the transaction takes it back.
  if (received.fresh && received.over > 0 && !body.over)
    throw invalid({
      value: bill.downloaded
        ? alreadyPaid
        : `São ${showMoney(received.over)} a mais do que a conta pede. Se entraram mesmo, confirme; se não, acerte o valor.`,
    })
  return received
}

const billText = { one: 'conta', many: 'contas', gender: 'f' } as const
const received = { one: 'conta recebida', many: 'contas recebidas', gender: 'f' } as const

/**
 * Receives several bills, each in a transaction of its own. As with the lines of a bank's return, what is refused is stated and the
 * others go on; a repeat with the same reference finds what was recorded, also after a kill half-way.
 */
export const receiveMany = serve(receivePayments, async (ctx, { body }) => {
  refuseOutsiders(ctx)
  const { payments, paid_on, method, checking_account_id, reference } = body
  const done: { bill: string; value: number; left: number; fresh: boolean }[] = []
  const refused: { bill: string; why: string }[] = []
  for (const { bill, value } of payments) {
    try {
      const { left, fresh } = await ctx.transact(async inner => {
        const { checking_account_id: usual } = await inner.rows(bills).hold(bill)
        const account = checking_account_id ?? usual
        const money = { paid_on, value, method, checking_account_id: account, over: false }
        return receiveByHand(inner, bill, { ...money, reference: `${reference} ${bill}` })
      })
      done.push({ bill, value, left, fresh })
    } catch (thrown) {
      refused.push({ bill, why: refusalIn(thrown).join(' ') })
    }
  }
  const sum = done.reduce((all, { value }) => all + cents(value), 0) / 100
  const words = [
    ...(done.length ? [`${count(done.length, received)}, ${showMoney(sum)}`] : []),
    ...(refused.length ? [`${count(refused.length, billText)} de fora`] : []),
  ]
  return doneAnswer(200, `${join(words)}.`, { received: done, refused })
})

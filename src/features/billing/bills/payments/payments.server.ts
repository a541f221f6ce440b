import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { costOn } from '#features/billing/bills/bill/charges.ts'
import { lateCharges } from '#features/billing/bills/bill/late-charges.ts'
import {
  readBillQuote,
  receiveAdjustedPayment,
  receivePayment,
  reversePayment,
  type TypedPayment,
} from '#features/billing/bills/payments/api.ts'
import { receiveByHand, receiveMany } from '#features/billing/bills/payments/by-hand.server.ts'
import { billPayments, returnSource } from '#features/billing/bills/payments/payments.ts'
import { billDebt, reverse, type ReceivedPayment } from '#features/billing/bills/payments/receive.server.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, type AnyOperation } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

const quote = serve(readBillQuote, async (ctx, { id }) => {
  const bill = await ctx.rows(bills).find(id, [])
  const { day: today } = dayIn(new Date())
  const debt = billDebt(bill)
  const { days, fine, interest, discount, total } = costOn(debt, today)
  return {
    today,
    due_date: bill.due_date,
    left: debt.left / 100,
    fees: bill.fees ?? 0,
    rates: debt.rates,
    early: debt.early && { value: debt.early.cents / 100, until: debt.early.until },
    days,
    fine: fine / 100,
    interest: interest / 100,
    discount: discount / 100,
    total: total / 100,
    checking_account_id: bill.checking_account_id,
    checking_account: bill.checking_account?.name ?? null,
    adjusts: can(ctx.user, receiveAdjustedPayment.id),
  }
})

function answerOf({ value }: TypedPayment, { payment, fresh, left, over }: ReceivedPayment) {
  const message = !fresh
    ? 'Este recebimento já estava registrado.'
    : left > 0
      ? `Recebidos ${showMoney(value)}: faltam ${showMoney(left)}.`
      : `Recebidos ${showMoney(value)}: a conta está paga${over > 0 ? `, com ${showMoney(over)} a mais` : ''}.`
  return new Answer(fresh ? 201 : 200, doneAnswer(fresh ? 201 : 200, message, { payment, fresh, left, over }))
}

/** A repeat finds its payment and is a 200; a new payment is a 201 with the same body. */
const orCreated = (route: AnyOperation): AnyOperation => {
  const { 200: answer = 'empty' } = route.answers
  return { ...route, answers: { 200: answer, 201: answer } }
}
const receiveTyped = orCreated(
  serve(receivePayment, async (ctx, { id, body }) => answerOf(body, await receiveByHand(ctx, id, body))),
)
const receiveAdjusted = orCreated(
  serve(receiveAdjustedPayment, async (ctx, { id, body }) => answerOf(body, await receiveByHand(ctx, id, body, body))),
)

const takeBack = serve(reversePayment, async (ctx, { id, body }) => {
  refuseOutsiders(ctx)
  const payment = await reverse(ctx, id, body.reason)
  const waits = payment.source === returnSource ? ' O dinheiro espera em Dinheiro sem conta.' : ''
  return doneAnswer(200, `Estornados ${showMoney(payment.value)}: a conta volta a dever.${waits}`, payment)
})

export const paymentsExtension = extend(billPayments, {
  lockedAfter: ['bill'],
  operations: [quote, receiveTyped, receiveAdjusted, receiveMany, takeBack],
  derived: { state: alias => `case when ${alias}.reversed_at is null then 'recebido' else 'estornado' end` },
})

const plainNumber = (column: string) =>
  `replace(trim(trailing '.' from trim(trailing '0' from ${column}::text)), '.', ',')`
export const lateChargesExtension = extend(lateCharges, {
  derived: {
    name: alias =>
      `'Multa de ' || ${plainNumber(`${alias}.fine`)} || ' % e juros de ' || ${plainNumber(`${alias}.interest`)} || ' % ao mês'`,
  },
})

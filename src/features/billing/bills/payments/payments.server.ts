import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { costOn, splitByRate } from '#features/billing/bills/bill/charges.ts'
import { lateCharges } from '#features/billing/bills/bill/late-charges.ts'
import {
  readBillQuote,
  receiveAdjustedPayment,
  receivePayment,
  reversePayment,
  type TypedPayment,
} from '#features/billing/bills/payments/api.ts'
import {
  billPayments,
  paymentMethods,
  returnSource,
  type PaymentMethod,
} from '#features/billing/bills/payments/payments.ts'
import { billDebt, receive, reverse, type PaymentCharges } from '#features/billing/bills/payments/receive.server.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

/** The source of what people write. */
export const manual = 'manual'

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

const isMethod = (name: string | null): name is PaymentMethod => name !== null && name in paymentMethods

/** Stores a typed payment, with the given charges or those of rates. */
async function receiveByHand(ctx: Ctx, id: string, body: TypedPayment, charges?: PaymentCharges) {
  refuseOutsiders(ctx)
  const bill = await ctx.rows(bills).hold(id)
  if (bill.downloaded && !body.reference && !body.over)
    throw problem('conflict', 'A conta já está paga. Se entrou mais dinheiro dela, confirme que é a mais.')
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
  const { payment, fresh, left, over } = received
  // Refused after all, the transaction takes it back.
  if (fresh && over > 0 && !body.over)
    throw invalid({
      value: `São ${showMoney(over)} a mais do que a conta pede. Se entraram mesmo, confirme; se não, acerte o valor.`,
    })
  const said = !fresh
    ? 'Este recebimento já estava registrado.'
    : left > 0
      ? `Recebidos ${showMoney(value)}: faltam ${showMoney(left)}.`
      : `Recebidos ${showMoney(value)}: a conta está paga${over > 0 ? `, com ${showMoney(over)} a mais` : ''}.`
  return new Answer(fresh ? 201 : 200, doneAnswer(fresh ? 201 : 200, said, { payment, fresh, left, over }))
}

/** A repeat finds its payment and is a 200; a new payment is a 201 with the same body. */
const orCreated = (route: AnyOperation): AnyOperation => {
  const { 200: answer = 'empty' } = route.answers
  return { ...route, answers: { 200: answer, 201: answer } }
}
const receiveTyped = orCreated(serve(receivePayment, (ctx, { id, body }) => receiveByHand(ctx, id, body)))
const receiveAdjusted = orCreated(
  serve(receiveAdjustedPayment, (ctx, { id, body }) => receiveByHand(ctx, id, body, body)),
)

const takeBack = serve(reversePayment, async (ctx, { id, body }) => {
  refuseOutsiders(ctx)
  const payment = await reverse(ctx, id, body.reason)
  const waits = payment.source === returnSource ? ' O dinheiro espera em Dinheiro sem conta.' : ''
  return doneAnswer(200, `Estornados ${showMoney(payment.value)}: a conta volta a dever.${waits}`, payment)
})

export const paymentsExtension = extend(billPayments, {
  lockedAfter: ['bill'],
  operations: [quote, receiveTyped, receiveAdjusted, takeBack],
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

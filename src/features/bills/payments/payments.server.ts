import * as z from 'zod'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { boolean, doneJson, integer, maybe, rowJson, shape, string } from '#kernel/json.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { day, oneLine, required } from '#kernel/schema.ts'
import { showMoney } from '#kernel/show.ts'
import { bills } from '#features/bills/bill/bills.ts'
import { chargeOn, ratesOf, splitByRate } from '#features/bills/bill/charges.ts'
import { lateCharges } from '#features/bills/bill/late-charges.ts'
import { billPayments, paymentMethods, returnSource, type PaymentMethod } from '#features/bills/payments/payments.ts'
import { lateRates, leftCents, receive, reverse, type PaymentCharges } from '#features/bills/payments/receive.server.ts'
import { cents } from '#features/bills/bill/standing.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, operation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'

/** The source of what people write. */
export const manual = 'manual'

const ofBill = { access: 'permission', scope: bills, params: z.object({ id: key }) } as const
const number = { type: 'number' } as const

/** What a bill owes today and how that comes about: what a dialog reckons with for any other day. */
const quote = operation<{ id: string }>({
  ...ofBill,
  id: 'bills-to-receive.recebimento',
  summary: 'Ver quanto falta de uma conta, com multa e juros',
  method: 'GET',
  url: '/api/v1/bills-to-receive/:id/recebimento',
  rate: 'read',
  audit: null,
  answers: {
    200: shape({
      today: string,
      due_date: string,
      left: number,
      fees: number,
      rates: shape({ since: string, fine: number, interest: number }),
      days: integer,
      fine: number,
      interest: number,
      checking_account_id: maybe(integer),
      checking_account: maybe(string),
      adjusts: boolean,
    }),
  },
  handle: async (ctx, { params }) => {
    const bill = await ctx.rows(bills).find(params.id, [])
    const { day: today } = dayIn(new Date())
    const left = leftCents(bill)
    const rates = ratesOf(await lateRates(ctx.sql), bill)
    const { days, fine, interest } = chargeOn(left, bill.due_date, today, rates)
    return {
      today,
      due_date: bill.due_date,
      left: left / 100,
      fees: bill.fees ?? 0,
      rates,
      days,
      fine: fine / 100,
      interest: interest / 100,
      checking_account_id: bill.checking_account_id,
      checking_account: bill.checking_account?.name ?? null,
      adjusts: can(ctx.user, 'bills-to-receive.receber.ajustado'),
    }
  },
})

const money = (least: number, said: string) =>
  z
    .number(said)
    .min(least, said)
    .max(9_999_999_999, said)
    .refine(value => Number(value.toFixed(2)) === value, 'Use no máximo dois algarismos depois da vírgula.')
const paymentSchema = z.strictObject({
  paid_on: day,
  value: money(0.01, 'Informe quanto entrou.'),
  checking_account_id: z.int().positive().nullable().default(null),
  method: z.enum(Object.keys(paymentMethods), 'Escolha uma forma da lista.').nullable().default(null),
  /** Says that this is one payment, however often it is sent. */
  reference: oneLine(120).refine(Boolean, required).nullable().default(null),
  /** The caller confirms by it that the payment may exceed the debt. */
  over: z.boolean().default(false),
})
const adjusted = paymentSchema.extend({
  fine: money(0, 'Informe a multa, ou zero.'),
  interest: money(0, 'Informe os juros, ou zero.'),
  discount: money(0, 'Informe o desconto, ou zero.').default(0),
})
const isMethod = (name: string | null): name is PaymentMethod => name !== null && name in paymentMethods

/** Stores a typed payment, with the given charges or those of rates. */
async function receiveByHand(ctx: Ctx, id: string, body: z.infer<typeof paymentSchema>, charges?: PaymentCharges) {
  refuseOutsiders(ctx)
  const bill = await ctx.rows(bills).hold(id)
  if (bill.downloaded && !body.reference && !body.over)
    throw problem('conflict', 'A conta já está paga. Se entrou mais dinheiro dela, confirme que é a mais.')
  const debt = { left: leftCents(bill), due: bill.due_date, on: body.paid_on }
  const rates = ratesOf(await lateRates(ctx.sql), bill)
  const byRate = splitByRate(cents(body.value), { ...debt, rates })
  const { paid_on, value, checking_account_id, method, reference } = body
  const received = await receive(ctx, bill.id, {
    paid_on,
    value,
    checking_account_id,
    method: isMethod(method) ? method : null,
    source: manual,
    reference,
    charges: charges ?? { fine: byRate.fine / 100, interest: byRate.interest / 100, discount: 0 },
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

const answers = {
  200: doneJson(shape({ payment: rowJson(billPayments), fresh: boolean, left: number, over: number })),
  201: doneJson(shape({ payment: rowJson(billPayments), fresh: boolean, left: number, over: number })),
}

const receiveOperation = operation<{ id: string }, unknown, z.infer<typeof paymentSchema>>({
  ...ofBill,
  id: 'bills-to-receive.receber',
  summary: 'Registrar o que entrou de uma conta, inteira ou em parte',
  method: 'POST',
  url: '/api/v1/bills-to-receive/:id/receber',
  rate: 'write',
  audit: 'bills-to-receive.receber',
  body: paymentSchema,
  answers,
  handle: (ctx, { params, body }) => receiveByHand(ctx, params.id, body),
})

const receiveAdjusted = operation<{ id: string }, unknown, z.infer<typeof adjusted>>({
  ...ofBill,
  id: 'bills-to-receive.receber.ajustado',
  summary: 'Registrar o que entrou com outra multa, outros juros ou desconto',
  method: 'POST',
  url: '/api/v1/bills-to-receive/:id/receber-ajustado',
  rate: 'write',
  audit: 'bills-to-receive.receber',
  body: adjusted,
  answers,
  handle: (ctx, { params, body }) => receiveByHand(ctx, params.id, body, body),
})

const reversing = z.strictObject({
  reason: z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(500, 'Use no máximo 500 caracteres.'),
})
const reverseOperation = operation<{ id: string }, unknown, z.infer<typeof reversing>>({
  id: 'bill-payments.estornar',
  summary: 'Estornar um recebimento',
  method: 'PUT',
  url: '/api/v1/bill-payments/:id/estornar',
  access: 'permission',
  scope: billPayments,
  rate: 'write',
  audit: 'bill-payments.estornar',
  params: z.object({ id: key }),
  body: reversing,
  answers: { 200: doneJson(rowJson(billPayments)) },
  handle: async (ctx, { params, body }) => {
    refuseOutsiders(ctx)
    const payment = await reverse(ctx, params.id, body.reason)
    const waits = payment.source === returnSource ? ' O dinheiro espera em Dinheiro sem conta.' : ''
    return doneAnswer(200, `Estornados ${showMoney(payment.value)}: a conta volta a dever.${waits}`, payment)
  },
})

export const paymentsExtension = extend(billPayments, {
  lockedAfter: ['bill'],
  operations: [quote, receiveOperation, receiveAdjusted, reverseOperation],
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

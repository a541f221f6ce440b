import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day, oneLine, required } from '#kernel/schema.ts'
import { doneShape, listShape, rowShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billPayments, paymentMethods } from '#features/billing/bills/payments/payments.ts'
import { clients } from '#features/clients/clients/clients.ts'

/** What a bill owes today, in reais, and how that comes about: a dialog calculates any other day from it. */
const quote = z.object({
  today: z.string(),
  due_date: z.string(),
  left: z.number(),
  fees: z.number(),
  rates: z.object({ fine: z.number(), interest: z.number() }),
  /** A discount for paying all of it up to a day. */
  early: z.object({ value: z.number(), until: z.string() }).nullable(),
  days: z.int(),
  fine: z.number(),
  interest: z.number(),
  discount: z.number(),
  /** What pays all of it today. */
  total: z.number(),
  checking_account_id: z.int().nullable(),
  checking_account: z.string().nullable(),
  /** Whether the reader may charge otherwise than the rates say. */
  adjusts: z.boolean(),
})
export type BillQuote = z.infer<typeof quote>

export const readBillQuote = call.get('/bills-to-receive/:id/recebimento', {
  id: 'bills-to-receive.recebimento',
  summary: 'Ver quanto falta de uma conta, com multa e juros',
  of: bills,
  answer: quote,
})

const money = (least: number, refusal: string) =>
  z
    .number(refusal)
    .min(least, refusal)
    .max(9_999_999_999, refusal)
    .refine(value => Number(value.toFixed(2)) === value, 'Use no máximo dois algarismos depois da vírgula.')
const payment = z.strictObject({
  paid_on: day,
  value: money(0.01, 'Informe quanto entrou.'),
  checking_account_id: z.int().positive().nullable().default(null),
  method: z.enum(Object.keys(paymentMethods), 'Escolha uma forma da lista.').nullable().default(null),
  /** It identifies one payment, however often it is sent. */
  reference: oneLine(120).refine(Boolean, required).nullable().default(null),
  /** The caller confirms by it that the payment may exceed the debt. */
  over: z.boolean().default(false),
})
export type TypedPayment = z.infer<typeof payment>
const adjusted = payment.extend({
  fine: money(0, 'Informe a multa, ou zero.'),
  interest: money(0, 'Informe os juros, ou zero.'),
  discount: money(0, 'Informe o desconto, ou zero.').default(0),
})

const received = doneShape(
  z.object({
    payment: rowShape(billPayments),
    /** False where the same reference had counted already. */
    fresh: z.boolean(),
    left: z.number(),
    over: z.number(),
  }),
)

export const receivePayment = call.post('/bills-to-receive/:id/receber', {
  id: 'bills-to-receive.receber',
  summary: 'Registrar o que entrou de uma conta, inteira ou em parte',
  of: bills,
  writes: [billPayments, clients],
  body: payment,
  answer: received,
})

export const receiveAdjustedPayment = call.post('/bills-to-receive/:id/receber-ajustado', {
  id: 'bills-to-receive.receber.ajustado',
  summary: 'Registrar o que entrou com outra multa, outros juros ou desconto',
  of: bills,
  writes: [billPayments, clients],
  audit: 'bills-to-receive.receber',
  body: adjusted,
  answer: received,
})

/** Most bills of one act: a page of a list. */
const mostReceived = 100
const severalPayments = payment.pick({ paid_on: true, checking_account_id: true, method: true }).extend({
  /** It identifies the act, however often it is sent: each bill is received once under it. */
  reference: oneLine(80).refine(Boolean, required),
  payments: z
    .array(z.strictObject({ bill: z.uuid('Escolha as contas.'), value: payment.shape.value }))
    .min(1, 'Marque ao menos uma conta.')
    .max(mostReceived, `Receba no máximo ${mostReceived} contas por vez.`)
    .refine(all => new Set(all.map(({ bill }) => bill)).size === all.length, 'Uma conta está aí mais de uma vez.'),
})
export const receivePayments = call.post('/bills-to-receive/receber', {
  id: 'bills-to-receive.receber-varias',
  summary: 'Registrar de uma vez o que entrou de várias contas; as recusadas ficam de fora, com o motivo',
  of: bills,
  writes: [billPayments, clients],
  rate: 'heavy',
  audit: 'bills-to-receive.receber',
  // Each bill is received in a transaction of its own.
  transaction: 'own',
  body: severalPayments,
  answer: doneShape(
    z.object({
      received: listShape(z.object({ bill: z.string(), value: z.number(), left: z.number(), fresh: z.boolean() })),
      refused: listShape(z.object({ bill: z.string(), why: z.string() })),
    }),
  ),
})

export const reversePayment = call.put('/bill-payments/:id/estornar', {
  id: 'bill-payments.estornar',
  summary: 'Estornar um recebimento',
  of: billPayments,
  writes: [bills, clients],
  body: z.strictObject({
    reason: z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(500, 'Use no máximo 500 caracteres.'),
  }),
  answer: doneShape(rowShape(billPayments)),
})

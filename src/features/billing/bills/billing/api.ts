import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { doneShape, keyShape, listShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { dueMonths } from '#features/billing/bills/billing/kinds.ts'
import { billingException, plannedBill } from '#features/billing/bills/billing/schema.ts'
import { clients } from '#features/clients/clients/clients.ts'

const billingRun = z.object({
  uuid: z.string(),
  created_at: z.string(),
  by: z.string().nullable(),
  bills: z.int(),
  total: z.number(),
  /** Of its bills, those with money, settled or called off: they stay. */
  kept: z.int(),
  /** Of the others, those under a boleto: they stay until it is cancelled. */
  slipped: z.int(),
})
/** A billing that was done: what it made, and what of that can still be undone. */
export type BillingRun = z.infer<typeof billingRun>

const billingPreview = z.object({
  month: z.string(),
  due: keyShape(dueMonths),
  rolls: z.boolean(),
  finance_type: z.object({ id: z.int(), name: z.string() }).nullable(),
  bills: listShape(plannedBill),
  exceptions: listShape(billingException),
  runs: listShape(billingRun),
})
export type BillingPreview = z.infer<typeof billingPreview>

const month = z
  .string('Informe um mês, como 2026-11.')
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Informe um mês, como 2026-11.')
const dueIn = z
  .enum(Object.keys(dueMonths), 'Escolha mesmo ou seguinte.')
  .transform(name => (name === 'mesmo' ? 'mesmo' : 'seguinte'))

export const previewBilling = call.get('/bills-to-receive/faturar', {
  id: 'bills-to-receive.faturar.previa',
  summary: 'Ver o que se fatura num mês, pelos contratos',
  of: bills,
  rate: 'heavy',
  query: z.strictObject({ month, due: dueIn.optional() }),
  answer: billingPreview,
})

const chosenBill = z.strictObject({
  client: z.uuid(),
  lines: z.array(z.string().max(40)).min(1, 'Marque ao menos um item.').max(100),
  /** Reais and day that were shown: what is another by now is not made. */
  total: z.number(),
  due: z.string().max(10),
})
export type ChosenBill = z.output<typeof chosenBill>
const chosenMonth = z.strictObject({
  month,
  due: dueIn,
  finance_type_id: z.int('Escolha o tipo.').positive(),
  checking_account_id: z.int().positive().nullable().default(null),
  bills: z
    .array(chosenBill)
    .min(1, 'Marque ao menos um cliente.')
    .max(5_000, 'Fature no máximo 5.000 clientes por vez.'),
})
export type ChosenMonth = z.output<typeof chosenMonth>

const unbilled = z.object({ client: z.string(), reason: z.string() })
/** Why a bill was not made, or not undone. */
export type Unbilled = z.infer<typeof unbilled>

const billingResult = z.object({ bills: z.int(), total: z.number(), left: listShape(unbilled) })
export type BillingResult = z.infer<typeof billingResult>

export const billMonth = call.post('/bills-to-receive/faturar', {
  id: 'bills-to-receive.faturar',
  summary: 'Faturar um mês pelos contratos',
  of: bills,
  writes: [clients],
  rate: 'heavy',
  audit: 'bills-to-receive.store',
  body: chosenMonth,
  answer: doneShape(billingResult),
})

export const undoBilling = call.put('/bills-to-receive/faturar/:run/desfazer', {
  id: 'bills-to-receive.faturar.desfazer',
  summary: 'Desfazer o faturamento de um mês',
  of: bills,
  writes: [clients],
  rate: 'heavy',
  audit: 'bills-to-receive.destroy',
  params: z.object({ run: z.string().max(40) }),
  answer: doneShape(z.object({ bills: z.int(), left: listShape(unbilled) })),
})

import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, keyShape, listShape, rowShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { boletoMonth } from '#features/billing/bills/slip/month.ts'
import { providers } from '#features/billing/bills/slip/registrations.ts'
import { slipStates } from '#features/billing/bills/slip/sheet.ts'
import { exports } from '#features/platform/exports/jobs.ts'
import { integrationQueues } from '#parts/integration/queues.ts'

export const issueBillBoleto = call.put('/bills-to-receive/:id/emitir-boleto', {
  id: 'bills-to-receive.emitir-boleto',
  summary: 'Emitir o boleto de uma conta a receber',
  of: bills,
  writes: [integrationQueues],
  answer: doneShape(rowShape(bills)),
})

export const cancelBillBoleto = call.put('/bills-to-receive/:id/cancelar-boleto', {
  id: 'bills-to-receive.cancelar-boleto',
  summary: 'Cancelar o boleto de uma conta a receber',
  of: bills,
  writes: [integrationQueues],
  answer: doneShape(rowShape(bills)),
})

/** How a bill is paid, while it is open. */
const payment = z.object({
  /** Digits that a bank takes, of our boleto or of another issuer's. */
  line: z.string().nullable(),
  /** To the office: digits of our boleto that no bank takes yet. */
  unregistered: z.string().nullable(),
  /** Why there are no digits to pay with. */
  why: z.string().nullable(),
  /** Nosso número; null where the boleto is none of ours. */
  number: z.string().nullable(),
  state: keyShape(slipStates).nullable(),
  /** Why the bank did not take it. */
  refusal: z.string().nullable(),
  /** Copia e cola, over `total`. */
  pix: z.string().nullable(),
  /** Reais that pay all of it today. */
  total: z.number(),
  /** Where the line contradicts the bill. */
  warnings: listShape(z.string()),
  /** To the office: who registers the boleto; null where a person does. */
  provider: keyShape(providers).nullable(),
  /** To the office: the due day that the boleto has, if it may be changed by a remittance. */
  changeable_due: z.string().nullable(),
  /** It is registered where nothing is paid for real. */
  test: z.boolean(),
  /** To the office: what waits or failed at providers about boletos of the bill, the cancelled ones included. */
  progress: listShape(
    z.object({
      act: z.enum(['registrar', 'cancelar']),
      number: z.string(),
      provider: z.string(),
      /** False: nobody tries any more. */
      waits: z.boolean(),
      attempts: z.int(),
      last_at: z.string().nullable(),
      next_at: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
})
export type BillPaying = z.infer<typeof payment>

export const readBillPaying = call.get('/bills-to-receive/:id/pagamento', {
  id: 'bills-to-receive.pagamento',
  summary: 'Ver como uma conta se paga: a linha digitável e o Pix copia e cola',
  of: bills,
  answer: dataShape(payment),
})

export const downloadBoleto = call.get('/bills-to-receive/:id/boleto', {
  id: 'bills-to-receive.boleto',
  summary: 'Baixar o boleto de uma conta em PDF',
  of: bills,
  rate: 'heavy',
  gives: ['application/pdf'],
  answer: 'file',
})

export const requestMonthBoletos = call.post('/bills-to-receive/boletos', {
  id: 'bills-to-receive.boletos',
  summary: 'Pedir os boletos de um mês em um ZIP, feito em segundo plano e guardado entre as exportações',
  of: bills,
  writes: [exports],
  rate: 'heavy',
  audit: 'exports.store',
  body: boletoMonth,
  status: 201,
  answer: doneShape(rowShape(exports)),
})

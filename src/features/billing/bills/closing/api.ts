import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import {
  chosenBills,
  closingMonth,
  closingRequest,
  closingRow,
  issuingCompany,
} from '#features/billing/bills/closing/schema.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'

const closingBoard = z.object({
  rows: listShape(closingRow),
  /** Companies of these bills. */
  companies: listShape(issuingCompany),
})
export type ClosingBoard = z.infer<typeof closingBoard>

export const readClosing = call.post('/bills-to-receive/fechamento', {
  id: 'bills-to-receive.fechamento',
  summary: 'Ver o fechamento de um mês, ou de contas escolhidas: conta, nota, boleto, e-mail e pagamento',
  of: bills,
  rate: 'read',
  audit: null,
  body: z.union([z.strictObject({ month: closingMonth }), z.strictObject({ bills: chosenBills })]),
  answer: dataShape(closingBoard),
})

export const closeBilling = call.post('/bills-to-receive/fechar', {
  id: 'bills-to-receive.fechar',
  summary: 'Fechar o faturamento: emitir notas e boletos de contas, e enviá-los aos clientes',
  of: bills,
  writes: [billClosings, serviceInvoices],
  rate: 'heavy',
  audit: 'bill-closings.store',
  body: closingRequest,
  answer: doneShape(z.object({ closing: z.string().nullable(), bills: z.int(), left: z.int() })),
})

import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { dataShape, doneShape, keyShape, listShape, rowShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { remittedMovements } from '#features/billing/bills/remittance/orders.ts'
import { bankRemittances, remittanceOrders } from '#features/billing/bills/remittance/remitted.ts'

/** A sum of boletos that wait, in reais. */
const waitingSum = z.object({ count: z.int(), value: z.number() })

const waitingAccount = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  /** '756 · Sicoob'. */
  bank: z.string(),
  /** Of the next file. */
  number: z.int(),
  /** What the account lacks for any remittance. */
  lacks: listShape(z.string()),
  /** The manual that the layout follows; null where there is no layout. */
  manual: z.string().nullable(),
  /** What no manual states: the office checks it with the bank. */
  doubts: listShape(z.string()),
  registrations: waitingSum,
  writeOffs: waitingSum,
  dueChanges: waitingSum,
  /** Those that cannot go, by reason. */
  blocked: listShape(z.object({ why: z.string(), count: z.int() })),
})
export type WaitingAccount = z.infer<typeof waitingAccount>

export const readWaitingRemittances = call.get('/bank-remittances/esperam', {
  id: 'bank-remittances.esperam',
  summary: 'Ver, por conta corrente, os boletos que esperam uma remessa ao banco',
  of: bankRemittances,
  answer: dataShape(listShape(waitingAccount)),
})

const waitingOrder = z.object({
  slip: z.int(),
  movement: keyShape(remittedMovements),
  /** Why a write-off is needed, or the due day before its change; null for a registration. */
  reason: z.string().nullable(),
  bill: z.string(),
  client: z.object({ uuid: z.string(), name: z.string() }),
  number: z.string(),
  due_date: z.string(),
  value: z.number(),
  /** Why it cannot go, and where that is put right; null where it can. */
  refusal: z.object({ why: z.string(), path: z.string() }).nullable(),
})
export type WaitingOrder = z.infer<typeof waitingOrder>

export const previewRemittance = call.get('/bank-remittances/previa', {
  id: 'bank-remittances.previa',
  summary: 'Ver os boletos que irão na próxima remessa de uma conta corrente, e os que não podem ir',
  of: bankRemittances,
  query: z.strictObject({ account: z.uuid('Escolha a conta corrente.') }),
  answer: dataShape(listShape(waitingOrder)),
})

export const generateRemittance = call.post('/bank-remittances/gerar', {
  id: 'bank-remittances.gerar',
  summary: 'Gerar a remessa ao banco dos boletos que esperam numa conta corrente',
  of: bankRemittances,
  writes: [remittanceOrders],
  rate: 'heavy',
  audit: 'bank-remittances.store',
  // The bytes reach the disk outside any transaction.
  transaction: 'own',
  body: z.strictObject({ account: z.uuid('Escolha a conta corrente.') }),
  status: 201,
  answer: doneShape(rowShape(bankRemittances)),
})

export const changeDueDay = call.put('/bills-to-receive/:id/mudar-vencimento', {
  id: 'bills-to-receive.mudar-vencimento',
  summary: 'Mudar o vencimento de uma conta com boleto registrado por remessa: o banco é avisado na próxima',
  of: bills,
  writes: [bankRemittances],
  body: z.strictObject({ due_date: day }),
  answer: doneShape(rowShape(bills)),
})

export const undoRemittance = call.put('/bank-remittances/:id/desfazer', {
  id: 'bank-remittances.desfazer',
  summary: 'Desfazer uma remessa que não foi enviada: os boletos dela voltam a esperar, e o número fica anulado',
  of: bankRemittances,
  writes: [remittanceOrders],
  rate: 'heavy',
  body: z.strictObject({
    reason: z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(500, 'Use no máximo 500 caracteres.'),
  }),
  answer: doneShape(rowShape(bankRemittances)),
})

export const downloadRemittance = call.get('/bank-remittances/:id/original', {
  id: 'bank-remittances.original',
  summary: 'Baixar uma remessa ao banco como ela foi gerada',
  of: bankRemittances,
  answer: 'file',
})

import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { draftSchema } from '#kernel/schema.ts'
import { dataShape, doneShape, listedRowShape, listShape, pageShape, rowShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { endedPieces } from '#features/billing/order-services/end.ts'
import { newOrder, orderServices, orderSketch } from '#features/billing/order-services/orders.ts'

export const listOrders = call.get('/clients/:id/order-services', {
  id: 'clients.order-services',
  summary: 'Ver as ordens de serviço do cliente',
  of: clients,
  lists: orderServices,
  answer: pageShape(listedRowShape(orderServices)),
})

export const createOrder = call.post('/clients/:id/order-services', {
  id: 'clients.order-services.store',
  summary: 'Registrar uma ordem de serviço, com a conta, a nota e o boleto que ela pede',
  of: clients,
  writes: [orderServices, bills, serviceInvoices],
  audit: 'order-services.store',
  body: draftSchema(newOrder.fields),
  status: 201,
  answer: doneShape(rowShape(orderServices)),
})

/** Where something is corrected, when that is not in the order itself. */
const link = z.object({ label: z.string(), path: z.string() }).nullable()
/** `field`: the name, on the wire, of what has to change. */
const refusal = z.object({ text: z.string(), field: z.string(), link })
export type PlanRefusal = z.infer<typeof refusal>

/** One piece as it would be made, or why it would not; null where the order does not want it. */
const pieceOf = <S extends z.ZodType>(made: S) =>
  z.object({ made: made.nullable(), refusal: refusal.nullable() }).nullable()

const orderedBill = z.object({
  due_date: z.string(),
  value: z.number(),
  /** What it is for, as the boleto prints it. */
  subject: z.string(),
  finance_type: z.string(),
})
export type OrderedBill = z.infer<typeof orderedBill>

const orderedNote = z.object({
  company: z.string(),
  /** The number it would take if it were issued now: another order may come first. */
  number: z.int().nullable(),
  serie: z.int().nullable(),
  service: z.string(),
  /** 'AAAA-MM-DD'. */
  competence: z.string(),
  value: z.number(),
  /** Percent and reais; null where the company's tax regime settles it elsewhere. */
  iss_rate: z.number().nullable(),
  iss_value: z.number().nullable(),
  /** Who takes the service, line by line, as the note prints it. */
  taker: listShape(z.string()),
  /** Who issues it: a city's system, or the built-in issuer, whose notes have no value for the tax office. */
  issuer: z.string(),
  /** What does not stop it, and is to be known before. */
  warnings: listShape(z.string()),
})
export type OrderedNote = z.infer<typeof orderedNote>

const orderedSlip = z.object({ bank: z.string(), account: z.string(), due_date: z.string(), value: z.number() })
export type OrderedSlip = z.infer<typeof orderedSlip>

const offeredService = z.object({ codigo: z.string(), descricao: z.string() })
export type OfferedService = z.infer<typeof offeredService>

const plan = z.object({
  bill: pieceOf(orderedBill),
  note: pieceOf(orderedNote),
  slip: pieceOf(orderedSlip),
  /** What the company serves: the note is for one of these. */
  services: listShape(offeredService),
})
/** What an order would bring about. */
export type OrderPlan = z.infer<typeof plan>

export const previewOrder = call.post('/clients/:id/order-services/previa', {
  id: 'clients.order-services.previa',
  summary: 'Ver o que uma ordem de serviço geraria, sem gerar nada',
  of: clients,
  rate: 'read',
  audit: null,
  // It writes nothing: there is nothing to do once, nor to undo.
  transaction: 'own',
  body: draftSchema(orderSketch.fields),
  answer: dataShape(plan),
})

const pieceEnd = z.object({
  piece: z.enum(endedPieces),
  /** It ends with the order; or it stays as it is, and `text` says why. */
  ends: z.boolean(),
  text: z.string(),
  /** Where the user ends what stays. */
  link,
})
/** What becomes of one piece when its order is cancelled. */
export type PieceEnd = z.infer<typeof pieceEnd>

export const previewCancel = call.get('/order-services/:id/cancelamento', {
  id: 'order-services.cancelamento',
  summary: 'Ver o que acontece com a conta, a nota e o boleto de uma ordem se ela for cancelada',
  of: orderServices,
  answer: dataShape(listShape(pieceEnd)),
})

const lookFirst = 'Veja antes o que acontece com cada um.'
export const cancelOrder = call.put('/order-services/:id/cancelar', {
  id: 'order-services.cancelar',
  summary: 'Cancelar uma ordem de serviço, com o que dela ainda se desfaz',
  of: orderServices,
  writes: [bills, serviceInvoices],
  /** `ends`: the pieces that `previewCancel` answered would end. */
  body: z.strictObject({ ends: z.array(z.enum(endedPieces, lookFirst), lookFirst) }),
  answer: doneShape(rowShape(orderServices)),
})

export const waiveNote = call.put('/order-services/:id/dispensar-nota', {
  id: 'order-services.dispensar-nota',
  summary: 'Dispensar o cancelamento da nota de uma ordem cancelada: a nota continua valendo, com o motivo registrado',
  of: orderServices,
  body: z.strictObject({
    reason: z.string('Diga por quê.').trim().min(3, 'Diga por quê.').max(500, 'Use no máximo 500 caracteres.'),
  }),
  answer: doneShape(rowShape(orderServices)),
})

const paperAddress = dataShape(z.object({ url: z.string(), name: z.string() }))
const pdf = { rate: 'heavy', gives: ['application/pdf'], answer: 'file' } as const

export const locateNote = call.get('/order-services/:id/nota-fiscal-url', {
  id: 'order-services.nota-fiscal-url',
  summary: 'Ver onde se baixa a nota fiscal de uma ordem de serviço',
  of: orderServices,
  answer: paperAddress,
})
export const downloadNote = call.get('/order-services/:id/nota-fiscal', {
  id: 'order-services.nota-fiscal',
  summary: 'Baixar a nota fiscal de uma ordem de serviço, em PDF',
  of: orderServices,
  ...pdf,
})
export const locateSlip = call.get('/order-services/:id/boleto-url', {
  id: 'order-services.boleto-url',
  summary: 'Ver onde se baixa o boleto de uma ordem de serviço',
  of: orderServices,
  answer: paperAddress,
})
export const downloadSlip = call.get('/order-services/:id/boleto', {
  id: 'order-services.boleto',
  summary: 'Baixar o boleto de uma ordem de serviço, em PDF',
  of: orderServices,
  ...pdf,
})

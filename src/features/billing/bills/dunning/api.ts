import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { doneShape, listShape } from '#kernel/wire.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { clients } from '#features/clients/clients/clients.ts'

const dunning = z.object({
  /** Why nothing comes: the ruler is off, the client is paused, the bill is not open. */
  stopped: z.string().nullable(),
  next: z.string().nullable(),
  paused: z.boolean(),
  sent: listShape(
    z.object({
      step: z.int(),
      at: z.string(),
      /** None where there was nobody to write to. */
      recipient: z.string().nullable(),
      /** Its day was past when the ruler changed: nothing was written. */
      skipped: z.boolean(),
      mail: z.string().nullable(),
    }),
  ),
})
/** What was written about a bill, and what comes next. */
export type BillDunning = z.infer<typeof dunning>

export const readDunning = call.get('/bills-to-receive/:id/cobranca', {
  id: 'bills-to-receive.cobranca',
  summary: 'Ver o que se escreveu sobre uma conta, e o que vem',
  of: bills,
  answer: dunning,
})

export const pauseDunning = call.put('/clients/:id/cobranca', {
  id: 'clients.cobranca.pausar',
  summary: 'Pausar ou retomar a cobrança de um cliente',
  of: clients,
  writes: [bills],
  body: z.strictObject({
    paused: z.boolean('Diga se pausa ou não.'),
    reason: z.string().trim().max(500, 'Use no máximo 500 caracteres.').default(''),
  }),
  answer: doneShape(z.object({ paused: z.boolean() })),
})

const rulerPreview = z.object({
  /** The one in force, another, none, or one nobody can read. */
  state: z.enum(['igual', 'nova', 'desligada', 'errada']),
  /** The first day on which it writes. */
  day: z.string(),
  /** Clients it writes to on that day, about steps from today on; and those it has only steps of earlier days for. */
  clients: z.int(),
  past: z.int(),
  /** Clients of both who have no address. */
  mute: z.int(),
  /** The three are of the clients that the reader sees; the ruler is of all: these are clients and past of the others. */
  unseen: z.int(),
  unseen_past: z.int(),
})
export type RulerPreview = z.infer<typeof rulerPreview>

export const previewRuler = call.get('/bills-to-receive/regua', {
  id: 'bills-to-receive.regua',
  summary: 'Ver a quantos clientes uma régua de cobrança escreveria',
  of: bills,
  rate: 'heavy',
  query: z.strictObject({ ruler: z.string().max(500, 'Use no máximo 500 caracteres.').default('') }),
  answer: rulerPreview,
})

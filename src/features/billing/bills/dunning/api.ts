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

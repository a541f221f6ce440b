import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { line } from '#kernel/schema.ts'
import { doneShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'
import { ticketMessages, tickets } from '#features/support/tickets/ticket/tickets.ts'

export const askClient = call.put('/collects/:id/perguntar', {
  id: 'collects.perguntar',
  summary: 'Perguntar ao cliente sobre uma coleta, que volta a ele',
  of: collects,
  writes: [tickets, ticketMessages],
  body: z.strictObject({ content: line(10_000).refine(Boolean, 'Escreva a pergunta.') }),
  answer: doneShape(z.object({ ticket: z.object({ id: z.int(), uuid: z.string() }) })),
})

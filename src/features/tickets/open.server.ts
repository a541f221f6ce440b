import * as z from 'zod'
import { doneJson, rowJson } from '#kernel/json.ts'
import { line } from '#kernel/schema.ts'
import { writeMessage } from '#features/tickets/messages.server.ts'
import { ticketMessages, tickets } from '#features/tickets/tickets.ts'
import { newDraftIn } from '#server/crud.ts'
import { Answer, done, operation } from '#server/operation.ts'

const opened = z.strictObject({
  ticket: z.record(z.string(), z.unknown(), 'Informe o chamado.'),
  content: line(10_000).refine(Boolean, 'Conte o que houve, com datas e números.'),
})

/** A ticket with what is asked in it: both or neither. */
export const openOperation = operation<unknown, unknown, z.infer<typeof opened>>({
  id: 'tickets.abrir',
  summary: 'Abrir um chamado com a primeira mensagem',
  method: 'POST',
  url: '/api/v1/tickets/abrir',
  access: 'permission',
  scope: tickets,
  rate: 'write',
  audit: 'tickets.store',
  body: opened,
  answers: { 201: doneJson(rowJson(ticketMessages)) },
  handle: async (ctx, { body: { ticket, content } }) => {
    const made = await ctx.rows(tickets).create(newDraftIn(tickets, ctx, ticket))
    const message = await writeMessage(ctx, { ticket: made.id, content })
    return new Answer(201, done(201, `Chamado #${made.id} aberto.`, message))
  },
})

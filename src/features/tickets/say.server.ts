import * as z from 'zod'
import { can, isStaff } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { line } from '#kernel/schema.ts'
import { barsOfChange, changeTicket, refuseUnpermitted, ticketChange } from '#features/tickets/change.server.ts'
import { writeMessage } from '#features/tickets/messages.server.ts'
import { ticketMessages, tickets } from '#features/tickets/tickets.ts'
import { key } from '#server/crud.ts'
import { Answer, done, operation } from '#server/operation.ts'

const messageSchema = z.strictObject({
  content: line(10_000).refine(Boolean, 'Escreva a mensagem.'),
  internal: z.boolean().default(false),
  mentions: z
    .array(z.strictObject({ person_id: z.int().positive() }))
    .max(20)
    .default([]),
  change: ticketChange,
})

/** Says something and changes the ticket with it: both or neither. */
export const sayOperation = operation<{ id: string }, unknown, z.infer<typeof messageSchema>>({
  id: 'tickets.dizer',
  summary: 'Escrever no chamado e mudá-lo, de uma vez',
  method: 'POST',
  url: '/api/v1/tickets/:id/dizer',
  access: 'permission',
  scope: tickets,
  rate: 'write',
  audit: 'ticket-messages.store',
  params: z.object({ id: key }),
  body: messageSchema,
  answers: { 201: doneJson(rowJson(ticketMessages)) },
  handle: async (ctx, { params, body: { content, internal, mentions, change } }) => {
    if (!isStaff(ctx.user) || !can(ctx.user, 'ticket-messages.store')) throw problem('forbidden')
    refuseUnpermitted(ctx.user, change)
    const ticket = await ctx.rows(tickets).hold(params.id)
    const bars = (await barsOfChange(ctx, [ticket], change)).get(ticket.id)
    if (bars) throw problem('conflict', bars.join(' '))
    const called = mentions.map(({ person_id }) => person_id)
    const message = await writeMessage(ctx, { ticket: ticket.id, content, internal, mentions: called })
    await changeTicket(ctx, ticket, change)
    return new Answer(201, done(201, 'Mensagem enviada.', message))
  },
})

import { can, isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { postMessage } from '#features/support/tickets/ticket/api.ts'
import { barsOfChange, changeTicket, refuseUnpermitted } from '#features/support/tickets/changes/change.server.ts'
import { writeMessage } from '#features/support/tickets/messages/messages.server.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { Answer, doneAnswer } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

export const postingRoute = serve(postMessage, async (ctx, { id, body: { content, internal, mentions, change } }) => {
  if (!isStaff(ctx.user) || !can(ctx.user, 'ticket-messages.store')) throw problem('forbidden')
  refuseUnpermitted(ctx.user, change)
  const ticket = await ctx.rows(tickets).hold(id)
  const bars = (await barsOfChange(ctx, [ticket], change)).get(ticket.id)
  if (bars) throw problem('conflict', bars.join(' '))
  const called = mentions.map(({ person_id }) => person_id)
  const message = await writeMessage(ctx, { ticket: ticket.id, content, internal, mentions: called })
  await changeTicket(ctx, ticket, change)
  return new Answer(201, doneAnswer(201, 'Mensagem enviada.', message))
})

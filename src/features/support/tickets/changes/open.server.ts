import { isStaff } from '#kernel/access.ts'
import { invalid } from '#kernel/problem.ts'
import { openTicket } from '#features/support/tickets/ticket/api.ts'
import { writeMessage } from '#features/support/tickets/messages/messages.server.ts'
import { addSteps } from '#features/support/tickets/steps/steps.server.ts'
import { ticketTemplates } from '#features/support/tickets/ticket/templates.ts'
import { officeFieldsOf } from '#features/support/tickets/templates/templates.server.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { newDraftIn } from '#server/crud.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

async function templateOf(ctx: Ctx, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null
  const found = await ctx.rows(ticketTemplates).seek(id)
  if (!found?.active) throw invalid({ template: 'Este modelo não está mais em uso.' })
  return found.id
}

export const openingRoute = serve(openTicket, async (ctx, { body: { ticket, content, template: named } }) => {
  const template = await templateOf(ctx, named)
  // Client users cannot fill in the office's own fields; their template does.
  const house = template === null || isStaff(ctx.user) ? {} : await officeFieldsOf(ctx, template)
  const made = await ctx.rows(tickets).create({ ...newDraftIn(tickets, ctx, ticket), ...house })
  if (template !== null) await addSteps(ctx, made.id, template)
  const message = await writeMessage(ctx, { ticket: made.id, content })
  return new Answer(201, doneAnswer(201, `Chamado #${made.id} aberto.`, message))
})

import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { invalid } from '#kernel/problem.ts'
import { line } from '#kernel/schema.ts'
import { writeMessage } from '#features/tickets/messages.server.ts'
import { addSteps } from '#features/tickets/steps.server.ts'
import { ticketTemplates } from '#features/tickets/templates.ts'
import { houseFieldsOf } from '#features/tickets/templates.server.ts'
import { ticketMessages, tickets } from '#features/tickets/tickets.ts'
import { newDraftIn } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const opened = z.strictObject({
  ticket: z.record(z.string(), z.unknown(), 'Informe o chamado.'),
  content: line(10_000).refine(Boolean, 'Conte o que houve, com datas e números.'),
  /** The template it began with: its steps go along. */
  template: z.int().positive().optional(),
})

async function templateOf(ctx: Ctx, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null
  const found = await ctx.rows(ticketTemplates).seek(id)
  if (!found?.active) throw invalid({ template: 'Este modelo não está mais em uso.' })
  return found.id
}

/** Creates a ticket with its first message: both or neither. */
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
  handle: async (ctx, { body: { ticket, content, template: named } }) => {
    const template = await templateOf(ctx, named)
    // Client users cannot fill in the office's own fields; their template does.
    const house = template === null || isStaff(ctx.user) ? {} : await houseFieldsOf(ctx, template)
    const made = await ctx.rows(tickets).create({ ...newDraftIn(tickets, ctx, ticket), ...house })
    if (template !== null) await addSteps(ctx, made.id, template)
    const message = await writeMessage(ctx, { ticket: made.id, content })
    return new Answer(201, done(201, `Chamado #${made.id} aberto.`, message))
  },
})

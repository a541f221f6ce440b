import { sql } from 'kysely'
import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { doneJson, rowJson } from '#kernel/json.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { refuseOverflow, type FileShelf } from '#parts/file/shelf.server.ts'
import { receiveFile } from '#parts/file/store.server.ts'
import { fileCalled, takesFile } from '#parts/file/taken.server.ts'
import { refuseOthers, signed } from '#parts/note/note.server.ts'
import { firstReply } from '#parts/setting/setting.ts'
import { statusOf } from '#parts/status/status.server.ts'
import { ticketMessages, tickets, ticketUploads } from '#features/tickets/tickets.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const notTheirs = 'Só quem escreveu a mensagem pode mudá-la.'

const told = z.strictObject({ name: fileCalled })
const shelf: FileShelf = {
  table: 'ticket_uploads',
  by: 'ticket_id',
  of: 'tickets',
  limit: 200 * 1024 ** 2,
  all: 'Os anexos deste chamado',
  among: 'os anexos do chamado',
}

const attach = operation<{ id: string }, z.infer<typeof told>, Buffer>({
  id: 'ticket-messages.anexar',
  summary: 'Anexar um arquivo à mensagem',
  method: 'POST',
  url: '/api/v1/ticket-messages/:id/anexar',
  access: 'permission',
  scope: ticketMessages,
  rate: 'write',
  audit: 'ticket-uploads.store',
  ...takesFile,
  params: z.object({ id: key }),
  query: told,
  answers: { 201: doneJson(rowJson(ticketUploads)) },
  handle: async (ctx, { params, query, body }) => {
    const message = await ctx.rows(ticketMessages).find(params.id)
    refuseOthers(message.user_id, ctx, notTheirs)
    await refuseClosed(message.ticket_id, ctx)
    await refuseOverflow(ctx, shelf, message.ticket_id, body.length)
    const file = await receiveFile(ctx, query.name, body)
    const made = await ctx.transact(inner =>
      inner
        .rows(ticketUploads)
        .create({ ...file, ticket_id: message.ticket_id, message_id: message.id, user_id: ctx.user.id }),
    )
    return new Answer(201, done(201, 'Arquivo anexado com sucesso.', made))
  },
})

async function refuseClosed(id: number, ctx: Ctx) {
  const ticket = await ctx.rows(tickets).seek(id)
  if (ticket && (isLocked(tickets, ticket) || !ticket.active))
    throw problem('conflict', 'O chamado está fechado: reabra antes de escrever.')
}

/**
 * The hours of its module's configuration after it was opened, while nobody of the team wrote in it. Messages are counted, rather
 * than one looked for: for one of them the planner reads those of all tickets.
 */
const replyBy = (alias: string) => `
  select ${alias}.created_at + make_interval(hours => left(m->>'value', 4)::int)
  from module_configurations c, jsonb_array_elements(c.metas_only_father) m
  where c.module_id = ${alias}.module_id and c.active and c.deleted_at is null
    and m->>'internal_key' = '${firstReply.key}' and m->>'value' ~ '^[1-9][0-9]{0,3}$'
    and (
      select count(*) from ticket_messages x join users u on u.id = x.user_id join profiles p on p.id = u.profile_id
      where x.ticket_id = ${alias}.id and x.deleted_at is null and p.audience = 'equipe') = 0
  order by c.id limit 1`

const extensions = [
  extend(tickets, {
    derived: { reply_by: replyBy },
    beforeCreate: async (draft, ctx) => ({
      ...draft,
      status_id: await statusOf(ctx, 'Ticket', 'em-aberto'),
      opened_user_id: ctx.user.id,
    }),
    /** People of a client see what they opened themselves. */
    visible: ({ user, alias, declared }) =>
      isStaff(user) ? declared : sql`(${declared} and ${sql.ref(`${alias}.opened_user_id`)} = ${user.id})`,
    actions: {
      finalizar: async ({ id }, ctx) =>
        ctx
          .rows(tickets)
          .update(
            id,
            { status_id: await statusOf(ctx, 'Ticket', 'finalizado'), closed_user_id: ctx.user.id },
            undefined,
            'finalizar',
          ),
      reabrir: async ({ id }, ctx) =>
        ctx
          .rows(tickets)
          .update(
            id,
            { status_id: await statusOf(ctx, 'Ticket', 'em-aberto'), closed_user_id: null },
            undefined,
            'reabrir',
          ),
    },
  }),
  extend(ticketUploads, {
    guard: ({ user_id, ticket_id }, ctx) => {
      refuseOthers(user_id, ctx, 'Só quem enviou o anexo pode excluí-lo.')
      return refuseClosed(ticket_id, ctx)
    },
  }),
  extend(ticketMessages, {
    operations: [attach],
    guard: ({ user_id, ticket_id }, ctx) => {
      refuseOthers(user_id, ctx, notTheirs)
      return refuseClosed(ticket_id, ctx)
    },
    beforeCreate: async (draft, ctx) => {
      await refuseClosed(draft.ticket_id, ctx)
      if (draft.parent_id) {
        const parent = await ctx.rows(ticketMessages).seek(draft.parent_id)
        if (parent && parent.ticket_id !== draft.ticket_id)
          throw invalid({ parent_id: 'Esta mensagem é de outro chamado.' })
      }
      return signed(draft, ctx)
    },
    beforeUpdate: (draft, row) => {
      if (draft.ticket_id !== undefined && draft.ticket_id !== row.ticket_id)
        throw invalid({ ticket_id: 'Uma mensagem não muda de chamado.' })
      return draft
    },
  }),
]

export const ticketsOnServer: ServerFeature = { extensions, files: [{ of: ticketUploads, sent: true, passing: true }] }

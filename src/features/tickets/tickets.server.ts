import { isStaff } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { sql } from 'kysely'
import { statusOf } from '#parts/status/status.server.ts'
import { ticketMessages, tickets } from '#features/tickets/tickets.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'

/** What somebody wrote is theirs to change. */
function refuseOthers(author: number | null | undefined, { user }: Ctx) {
  if (author !== user.id) throw problem('conflict', 'Só quem escreveu a mensagem pode mudá-la.')
}

export const ticketsOnServer = [
  extend(tickets, {
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
  extend(ticketMessages, {
    beforeCreate: async (draft, ctx) => {
      const ticket = await ctx.rows(tickets).seek(draft.ticket_id)
      if (ticket && (isLocked(tickets, ticket) || !ticket.active))
        throw problem('conflict', 'O chamado está fechado: reabra antes de escrever.')
      if (draft.parent_id) {
        const parent = await ctx.rows(ticketMessages).seek(draft.parent_id)
        if (parent && parent.ticket_id !== draft.ticket_id)
          throw invalid({ parent_id: 'Esta mensagem é de outro chamado.' })
      }
      return { ...draft, user_id: ctx.user.id }
    },
    beforeUpdate: (draft, row, ctx) => {
      refuseOthers(row.user_id, ctx)
      if (draft.ticket_id !== undefined && draft.ticket_id !== row.ticket_id)
        throw invalid({ ticket_id: 'Uma mensagem não muda de chamado.' })
      return draft
    },
    beforeRemove: ({ user_id }, ctx) => refuseOthers(user_id, ctx),
  }),
] as const

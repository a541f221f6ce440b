import { ticketUploads, type TicketMessage } from '#features/support/tickets/ticket/tickets.ts'
import type { FileShelf } from '#parts/file/shelf.server.ts'
import type { receiveFile } from '#parts/file/store.server.ts'
import type { Ctx } from '#server/operation.ts'

export const ticketShelf: FileShelf = {
  table: 'ticket_uploads',
  by: 'ticket_id',
  of: 'tickets',
  client: 'client_id',
  limit: 200 * 1024 ** 2,
  all: 'Os anexos deste chamado',
  among: 'os anexos do chamado',
}

/** Attaches a stored file to a message as `ctx.user`. */
export const attachStored = (
  ctx: Ctx,
  message: Pick<TicketMessage, 'id' | 'ticket_id'>,
  file: Awaited<ReturnType<typeof receiveFile>>,
) =>
  ctx
    .rows(ticketUploads)
    .create({ ...file, ticket_id: message.ticket_id, message_id: message.id, user_id: ctx.user.id })

import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { oneLine } from '#kernel/schema.ts'
import { doneShape, rowShape } from '#kernel/wire.ts'
import { incomingMails } from '#features/support/incoming-mail/incoming.ts'
import { ticketMessages, tickets, ticketUploads } from '#features/support/tickets/ticket/tickets.ts'

const ofMail = {
  of: incomingMails,
  writes: [tickets, ticketMessages, ticketUploads],
  // The handler opens its own transaction: the mail is parsed again and its files are stored before it.
  transaction: 'own',
  answer: doneShape(rowShape(incomingMails)),
} as const

export const joinMail = call.put('/incoming-mails/:id/juntar', {
  ...ofMail,
  id: 'incoming-mails.juntar',
  summary: 'Juntar um e-mail recebido a um chamado',
  body: z.strictObject({ ticket_id: z.int('Informe o chamado.').positive() }),
})

const ticketOfMail = z.strictObject({
  client_id: z.int('Informe o cliente.').positive(),
  module_id: z.int('Informe o módulo.').positive(),
  type_id: z.int('Informe o tipo.').positive(),
  /** The subject of the mail by default. */
  name: oneLine(160).optional(),
})
/** A new ticket, as a mail opens it. */
export type TicketOfMail = z.infer<typeof ticketOfMail>

export const openMailTicket = call.put('/incoming-mails/:id/abrir', {
  ...ofMail,
  id: 'incoming-mails.abrir',
  summary: 'Abrir um chamado com um e-mail recebido',
  body: ticketOfMail,
})

export const readOriginalMail = call.get('/incoming-mails/:id/original', {
  id: 'incoming-mails.original',
  summary: 'Baixar um e-mail recebido como ele chegou',
  of: incomingMails,
  answer: 'file',
})

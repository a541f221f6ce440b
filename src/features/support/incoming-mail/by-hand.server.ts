import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { incomingMails, type IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import { quietTray } from '#features/support/incoming-mail/bell.server.ts'
import { attachedIn, sayMail, threadMail, type MailToPut } from '#features/support/incoming-mail/put.server.ts'
import { passSeries } from '#features/support/incoming-mail/series.server.ts'
import { ticketMessages, tickets, ticketUploads } from '#features/support/tickets/ticket/tickets.ts'
import { contextOf } from '#server/context.ts'
import type { House } from '#server/house.ts'
import type { Ctx } from '#server/operation.ts'

/** Who wrote, if they are of this client; null if not. */
export async function memberOf({ sql: db }: Ctx, client: number, person: number | null): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join profiles p on p.id = u.profile_id
    join clients_client_users l on l.user_id = u.id and l.parent_id = ${client}
    where u.id = ${person}::bigint and u.active and u.deleted_at is null and p.audience = 'clientes'`.execute(db)
  return rows[0]?.id ?? null
}

interface ChosenTicket {
  readonly ticket: number
  readonly opened: boolean
}
/**
 * Adds a mail to the ticket a user chose. A mail by a person of the ticket's client is posted as theirs, as automatic filing
 * does; any other becomes an internal note of the user, since clients must not read a stranger's text.
 */
export async function settleBy(
  house: House,
  ctx: Ctx,
  mail: IncomingMail,
  { ticket, opened }: ChosenTicket,
  put: MailToPut,
) {
  const { client_id } = await ctx.rows(tickets).find(ticket, [])
  const author = await writerOf(house, ctx, client_id, mail.person_id, ticket)
  const whose =
    [mail.sender_name, mail.sender && `<${mail.sender}>`].filter(Boolean).join(' ') || 'remetente desconhecido'
  const message = author
    ? await sayMail(author, ticket, put)
    : await sayMail(ctx, ticket, put, { note: `Por e-mail, de ${whose}:` })
  if (author) await threadMail(author, { ticket_id: message.ticket_id, person_id: author.user.id }, put.reading)
  const { empresa_responsavel_id: empresa_id } = await ctx.rows(clients).find(client_id, [])
  const said = {
    state: 'mensagem',
    why: null,
    // Users who see the client see the mail from now on.
    empresa_id,
    ticket_id: message.ticket_id,
    client_id,
    opened,
    attached: attachedIn(put),
  } as const
  const by = { settler_id: ctx.user.id, settled_at: new Date().toISOString() }
  await passSeries(ctx.sql, mail)
  await sql`update incoming_mails set message_id = ${message.id} where id = ${mail.id}`.execute(ctx.sql)
  const settled = await ctx
    .rows(incomingMails)
    .update(mail.id, { ...said, ...by }, undefined, opened ? 'abrir' : 'juntar')
  await quietTray(ctx)
  return settled
}

/** Acts as the sender in the same transaction, if they belong to the client and see the ticket. */
async function writerOf(
  house: House,
  ctx: Ctx,
  client: number,
  person: number | null,
  ticket: number,
): Promise<Ctx | null> {
  const member = await memberOf(ctx, client, person)
  const own = member && (await contextAs(house, ctx, member))
  if (!own || own.user.redefinir_senha_apos_login || !can(own.user, 'ticket-messages.store')) return null
  return (await own.rows(tickets).seek(ticket)) ? own : null
}

/** Acts as another user in the same transaction, so that what they wrote remains theirs. */
async function contextAs(house: House, ctx: Ctx, person: number): Promise<Ctx | null> {
  const user = await house.person(ctx.sql, person)
  if (!user) return null
  const effects: (() => Promise<void>)[] = []
  ctx.after(async () => {
    for (const effect of effects) await effect()
  })
  const own = { ...user, empresa_visualizacao_id: null }
  return contextOf(house, { user: own, session_id: 0 }, ctx.request, ctx.sql, effects)
}

/** Takes back what a mail became: its message goes, with its files, and the ticket it opened; the mail waits again. */
export async function undoMail(house: House, mail: IncomingMail, ctx: Ctx) {
  const { rows } = await sql<{ message: number | null }>`
    update incoming_mails m set message_id = null from incoming_mails was
    where m.id = ${mail.id} and was.id = m.id returning was.message_id as message`.execute(ctx.sql)
  const ticket = mail.ticket_id && (await ctx.rows(tickets).seek(mail.ticket_id))
  if (!ticket) throw problem('conflict', 'O chamado não está mais lá.')
  const back = {
    state: 'bandeja',
    why: 'Estava num chamado, e foi tirado de lá.',
    ticket_id: null,
    opened: false,
    ...(mail.person_id === null && { client_id: null }),
  } as const
  const by = { settler_id: ctx.user.id, settled_at: new Date().toISOString() }
  const row = await ctx.rows(incomingMails).update(mail.id, { ...back, ...by }, undefined, 'desfazer')
  await removeSaid(house, ctx, rows[0]?.message ?? 0)
  if (mail.opened) await removeOpened(ctx, ticket.id)
  return row
}

/** Deletes the message with its files as its author; does nothing if its author has deleted it. */
async function removeSaid(house: House, ctx: Ctx, id: number) {
  const message = await ctx.rows(ticketMessages).seek(id)
  if (!message) return
  const own = message.user_id === null ? null : await contextAs(house, ctx, message.user_id)
  if (!own) throw problem('conflict', 'Quem escreveu não pode mais entrar no sistema: exclua a mensagem no chamado.')
  const { rows } = await sql<{ id: number }>`
    select id from ticket_uploads where message_id = ${message.id} and deleted_at is null order by id`.execute(ctx.sql)
  for (const file of rows) await own.rows(ticketUploads).remove(file.id)
  await own.rows(ticketMessages).remove(message.id)
}

/** Deletes the ticket a mail opened; refuses if it has other messages. */
async function removeOpened(ctx: Ctx, id: number) {
  const { rows } =
    await sql`select 1 from ticket_messages where ticket_id = ${id} and deleted_at is null limit 1`.execute(ctx.sql)
  if (rows.length) throw problem('conflict', 'O chamado que este e-mail abriu já tem outras mensagens: continue nele.')
  if (!can(ctx.user, 'tickets.destroy'))
    throw problem('forbidden', 'O seu perfil não exclui chamados: peça a quem pode.')
  await ctx.rows(tickets).remove(id)
}

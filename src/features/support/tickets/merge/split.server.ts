import { sql } from 'kysely'
import { can, isStaff } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { count } from '#kernel/text.ts'
import { moveThreads } from '#features/support/tickets/messages/answer-mail.server.ts'
import { splitTicket } from '#features/support/tickets/ticket/api.ts'
import { replyDue } from '#features/support/tickets/due/due.server.ts'
import { tellTicket } from '#features/support/tickets/messages/messages.server.ts'
import { presentIn } from '#features/support/tickets/presence/presence.server.ts'
import { ticketMessages, tickets, type Ticket } from '#features/support/tickets/ticket/tickets.ts'
import { deskFactsOf, hearersOf } from '#features/support/tickets/ticket/who.server.ts'
import { record } from '#server/audit.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

interface MovedMessage {
  readonly id: number
  readonly uuid: string
  readonly internal: boolean
}
/** The messages of the ticket that go; refuses those that are not its own, and all of it: that would only be another name. */
async function messagesOf(
  { sql: db }: Ctx,
  ticket: number,
  uuids: readonly string[],
): Promise<readonly MovedMessage[]> {
  const { rows } = await sql<MovedMessage & { goes: boolean }>`
    select id, uuid, internal, uuid = any(${[...uuids]}::uuid[]) as goes from ticket_messages
    where ticket_id = ${ticket} and deleted_at is null order by id for no key update`.execute(db)
  const going = rows.filter(({ goes }) => goes)
  if (going.length < new Set(uuids.map(uuid => uuid.toLowerCase())).size)
    throw problem('missing', 'Alguma das mensagens não está mais neste chamado. Nada foi separado.')
  if (going.length === rows.length)
    throw problem('conflict', 'Deixe ao menos uma mensagem no chamado: todas juntas já são um chamado só.')
  return going
}

/**
 * Opens a ticket of the same client with the same requester, if still one of its users; one of notes alone has no requester, who
 * would read its title.
 */
async function openBeside(ctx: Ctx, from: Ticket, name: string, isAsked: boolean): Promise<Ticket> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from clients_client_users where parent_id = ${from.client_id} and user_id = ${from.requester_id}::bigint`.execute(
    ctx.sql,
  )
  const made = await ctx.rows(tickets).create({
    name,
    client_id: from.client_id,
    module_id: from.module_id,
    type_id: from.type_id,
    priority: from.priority,
    owner_id: from.owner_id,
    team_id: from.team_id,
    requester_id: (isAsked && rows[0]?.user_id) || null,
    related: [{ ticket_id: from.id }],
  })
  // The user who opened the conversation can still see all they saw of it.
  if (isAsked)
    await sql`update tickets set opened_user_id = ${from.opened_user_id}::bigint where id = ${made.id}`.execute(ctx.sql)
  return made
}

/** Messages in another ticket, as they are: their numbers, authors, hours, notes and files. */
async function moveMessages(ctx: Ctx, messages: readonly MovedMessage[], from: number, into: number) {
  const ids = messages.map(({ id }) => id)
  await sql`update ticket_messages set ticket_id = ${into} where id = any(${ids}::bigint[])`.execute(ctx.sql)
  await sql`update ticket_uploads set ticket_id = ${into} where message_id = any(${ids}::bigint[])`.execute(ctx.sql)
  // An answer to a message now in the other ticket loses its parent.
  await sql`
    update ticket_messages m set parent_id = null from ticket_messages p
    where p.id = m.parent_id and p.ticket_id <> m.ticket_id and m.ticket_id in (${from}, ${into})`.execute(ctx.sql)
  // A mail leads to the ticket its message is in now.
  await sql`update incoming_mails set ticket_id = ${into}, opened = false where message_id = any(${ids}::bigint[])`.execute(
    ctx.sql,
  )
  for (const id of ids) await record(ctx, ticketMessages, id, 'dividir', { ticket_id: [from, into] })
}

/** Updates a ticket by its last messages: when the last one was written, and when the office's answer is due. */
async function standAnew(ctx: Ctx, ticket: Ticket, due: string | null) {
  const owed = due ?? (await replyDue(ctx.sql, ticket, new Date()))
  await sql`
    update tickets t set spoken_at = w.created_at, spoken_user_id = w.user_id,
      reply_by = case when w.asked and s.slug = 'em-aberto' then ${owed}::timestamptz end
    from (select ${ticket.id}::bigint as id) self left join lateral (
      select m.created_at, m.user_id, p.audience <> 'equipe' as asked from ticket_messages m
      left join users u on u.id = m.user_id left join profiles p on p.id = u.profile_id
      where m.ticket_id = self.id and m.deleted_at is null and not m.internal order by m.id desc limit 1) w on true
    , statuses s
    where t.id = self.id and s.id = t.status_id`.execute(ctx.sql)
}

/** To the screens on which the conversation may be open; of notes alone, to colleagues. */
async function tellMoved(ctx: Ctx, from: number, going: readonly MovedMessage[]) {
  const hearers = await hearersOf(ctx, await deskFactsOf(ctx, from))
  const colleagues = await presentIn(ctx, from)
  for (const { uuid, internal } of going)
    ctx.tell({
      of: ticketMessages,
      uuid,
      users: internal ? colleagues : [...colleagues, ...hearers.map(({ id }) => id)],
    })
}

export const splitRoute = serve(splitTicket, async (ctx, { id, body }) => {
  if (!isStaff(ctx.user) || !can(ctx.user, 'tickets.store')) throw problem('forbidden')
  const from = await ctx.rows(tickets).hold(id)
  if (isLocked(tickets, from) || !from.active)
    throw problem('conflict', 'O chamado está fechado: reabra antes de separar.')
  const going = await messagesOf(ctx, from.id, body.messages)
  const made = await openBeside(
    ctx,
    from,
    body.name,
    going.some(({ internal }) => !internal),
  )
  await moveMessages(ctx, going, from.id, made.id)
  for (const each of [from, made]) await standAnew(ctx, each, from.reply_by)
  await moveThreads(ctx, made, going.map(({ uuid }) => uuid)) // prettier-ignore
  await record(ctx, tickets, from.id, 'dividir', {})
  await tellMoved(ctx, from.id, going)
  await tellTicket(ctx, made.id)
  const moved = count(going.length, { one: 'mensagem', many: 'mensagens', gender: 'f' })
  return new Answer(201, doneAnswer(201, `${moved} no chamado #${made.id}.`, await ctx.rows(tickets).find(made.id)))
})

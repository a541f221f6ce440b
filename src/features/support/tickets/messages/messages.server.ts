import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { isLocked } from '#kernel/resource.ts'
import { postAnswer } from '#features/support/tickets/messages/answer-mail.server.ts'
import { replyDue } from '#features/support/tickets/due/due.server.ts'
import { presentIn } from '#features/support/tickets/presence/presence.server.ts'
import { ticketMessages, tickets, type Ticket, type TicketMessage } from '#features/support/tickets/ticket/tickets.ts'
import { tellMessage, type MessageNotice } from '#features/support/tickets/ticket/notify.server.ts'
import { deskFactsOf, hearersOf, refuseBlind, type DeskFacts } from '#features/support/tickets/ticket/who.server.ts'
import { statusOf } from '#parts/status/status.server.ts'
import type { StoredOf } from '#kernel/resource.ts'
import type { Ctx } from '#server/operation.ts'

/** What somebody says in a ticket, whether by a request, a mail or a job. */
export interface WrittenMessage {
  /** The ticket's id. */
  readonly ticket: number
  readonly content: string
  /** Among colleagues alone. */
  readonly internal?: boolean
  /** The id of the message it answers. */
  readonly parent?: number | null
  /** Ids of colleagues it calls. */
  readonly mentions?: readonly number[]
  /** Of a mail: what it quotes. */
  readonly quoted?: string | null
  /** It came by mail. */
  readonly byMail?: boolean
}

/**
 * Writes a message as `ctx.user`, with the state, notifications and mails that follow. A merged ticket passes it to the one that
 * continues it; a client's message reopens a settled ticket.
 */
export async function writeMessage(ctx: Ctx, said: WrittenMessage): Promise<TicketMessage> {
  const ticket = await lockLive(ctx, said.ticket)
  if (isLocked(tickets, ticket) && !isStaff(ctx.user)) await reopenTicket(ctx, ticket)
  return ctx.rows(ticketMessages).create({
    ticket_id: ticket.id,
    content: said.content,
    internal: said.internal ?? false,
    parent_id: said.parent ?? null,
    mentions: (said.mentions ?? []).map(person_id => ({ person_id })),
    ...(said.quoted && { quoted: said.quoted }),
    ...(said.byMail && { by_mail: true }),
  })
}

/** The ticket in which this one goes on, or itself, locked: nobody finishes or merges it before the message is written. */
export async function lockLive(ctx: Ctx, id: number): Promise<Ticket> {
  const ticket = await ctx.rows(tickets).lock((await liveTicket(ctx, id)).id)
  return ticket.merged_id === null ? ticket : lockLive(ctx, ticket.id)
}

/** The ticket in which this one goes on, or itself. */
async function liveTicket(ctx: Ctx, id: number): Promise<Ticket> {
  const seen = new Set<number>()
  for (let at = id; ;) {
    const ticket = await ctx.rows(tickets).find(at)
    if (ticket.merged_id === null || seen.has(at)) return ticket
    seen.add(at)
    at = ticket.merged_id
  }
}

/** Returns a ticket to the queue for an answer; the hours count from now. */
export async function reopenTicket(
  ctx: Ctx,
  ticket: Ticket,
  event = 'reabrir',
  more: Partial<StoredOf<typeof tickets>> = {},
) {
  if (ticket.merged_id !== null)
    throw problem('conflict', `O chamado continua no #${ticket.merged_id}: escreva nele, ou separe os dois antes.`)
  await tellTicket(ctx, ticket.id)
  return ctx.rows(tickets).update(
    ticket.id,
    {
      ...more,
      status_id: await statusOf(ctx, 'Ticket', 'em-aberto'),
      closed_user_id: null,
      reply_by: await replyDue(ctx.sql, ticket, new Date()),
    },
    undefined,
    event,
  )
}

/** Notifies screens on which the ticket may be open that it has changed. */
export async function tellTicket(ctx: Ctx, id: number) {
  const ticket = await deskFactsOf(ctx, id)
  const hearers = await hearersOf(ctx, ticket)
  ctx.tell({
    of: tickets,
    uuid: ticket.uuid,
    users: [...(await presentIn(ctx, id)), ...hearers.map(hearer => hearer.id)],
  })
}

export async function refuseClosed(id: number, ctx: Ctx) {
  const ticket = await ctx.rows(tickets).seek(id)
  if (ticket && (isLocked(tickets, ticket) || !ticket.active))
    throw problem('conflict', 'O chamado está fechado: reabra antes de escrever.')
}

/** Refuses a message in a closed ticket, an answer across tickets, or a mention of somebody who could not read it. */
export async function refuseMisplaced(draft: StoredOf<typeof ticketMessages>, ctx: Ctx) {
  await sql`select 1 from tickets where id = ${draft.ticket_id} for no key update`.execute(ctx.sql)
  await refuseClosed(draft.ticket_id, ctx)
  if (draft.parent_id) {
    const parent = await ctx.rows(ticketMessages).seek(draft.parent_id)
    if (parent && parent.ticket_id !== draft.ticket_id)
      throw invalid({ parent_id: 'Esta mensagem é de outro chamado.' })
  }
  await refuseUncalled(draft, draft.ticket_id, ctx)
}

/** Refuses to call somebody who could not read the ticket. */
export async function refuseUncalled(
  { mentions = [] }: Pick<StoredOf<typeof ticketMessages>, 'mentions'>,
  ticket: number,
  ctx: Ctx,
) {
  if (!mentions.length) return
  const found = await ctx.rows(tickets).seek(ticket)
  const drawn = mentions.map(({ person_id }, i) => ({ person: person_id, at: `mentions.${i}.person_id` }))
  if (found) await refuseBlind(ctx, found.client_id, drawn)
}

/** Applies what follows from a message, in its transaction. A note leaves the ticket as it was, or a client could detect it. */
export async function followMessage({ id }: Pick<TicketMessage, 'id'>, ctx: Ctx) {
  const message = await wordsOf(ctx, id)
  const ticket = await deskFactsOf(ctx, message.ticket_id)
  const hearers = await hearersOf(ctx, ticket)
  if (!message.internal) {
    await stand(ctx, ticket)
    if (isStaff(ctx.user)) await postAnswer(ctx, ticket, message, hearers)
  }
  await forgetSent(ctx, message)
  await tellMessage(ctx, ticket, message, hearers)
  const colleagues = [...(await presentIn(ctx, ticket.id)), ...(ticket.owner_id === null ? [] : [ticket.owner_id])]
  // The screens on which the conversation may be open.
  const users = message.internal ? colleagues : [...colleagues, ...hearers.map(hearer => hearer.id)]
  ctx.tell({ of: ticketMessages, uuid: message.uuid, users })
}

/** What was sent is unsent no more, though the screen it was typed on is gone; other words that wait stay. */
const forgetSent = (
  { sql: db, user }: Ctx,
  { ticket_id, internal, content }: MessageNotice & { readonly ticket_id: number },
) => {
  const column = sql.ref(internal ? 'note' : 'answer')
  return sql`
    update ticket_drafts set ${column} = '' where ticket_id = ${ticket_id} and user_id = ${user.id} and btrim(${column}) = ${content}`.execute(
    db,
  )
}

/** Reads all of a message: its author may not be shown every field. */
async function wordsOf({ sql: db }: Ctx, id: number): Promise<MessageNotice & { readonly ticket_id: number }> {
  const { rows } = await sql<MessageNotice & { readonly ticket_id: number }>`
    select m.uuid, m.content, m.internal, m.ticket_id,
      array(select l.person_id from ticket_messages_mentions l where l.parent_id = m.id order by l.position) as mentions
    from ticket_messages m where m.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw problem('missing')
  return found
}

/** A staff message clears the answer deadline; a client's sets it if unset. */
async function stand(ctx: Ctx, ticket: DeskFacts) {
  const answered = isStaff(ctx.user)
  const due = answered || ticket.reply_by !== null ? null : await replyDue(ctx.sql, ticket, new Date())
  // What is reckoned of messages is no change of the ticket by anybody: its version and its history are left alone.
  await sql`
    update tickets set spoken_at = date_trunc('milliseconds', now()), spoken_user_id = ${ctx.user.id || null}::bigint,
      reply_by = ${answered ? sql`null` : sql`coalesce(reply_by, ${due}::timestamptz)`}
      ${answered ? sql`` : sql`, remind_on = null, remind_user_id = null`}
    where id = ${ticket.id}`.execute(ctx.sql)
  if (!answered && ticket.state === 'aguardando-cliente')
    await ctx
      .rows(tickets)
      .update(ticket.id, { status_id: await statusOf(ctx, 'Ticket', 'em-aberto') }, undefined, 'retomar')
}

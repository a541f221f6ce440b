import { sql } from 'kysely'
import { problem } from '#kernel/problem.ts'
import type { MessageNotice } from '#features/support/tickets/ticket/notify.server.ts'
import type { DeskFacts, Hearer } from '#features/support/tickets/ticket/who.server.ts'
import { post, type MailThread, type Posted } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { writeAbove } from '#parts/reply/above.ts'
import { noteInThread, threadOf } from '#parts/reply/reply.server.ts'
import { publicUrl } from '#server/config.ts'
import type { Ctx, Sql } from '#server/operation.ts'

type AnsweredTicket = Pick<DeskFacts, 'id' | 'uuid' | 'name' | 'client_id'>

/** Mails the office's answer, with a link, to the client's requesters; throws for a note. */
export async function postAnswer(ctx: Ctx, ticket: AnsweredTicket, message: MessageNotice, hearers: readonly Hearer[]) {
  if (message.internal) throw new Error('a note is nobody’s mail')
  const others = hearers.filter(({ id }) => id !== ctx.user.id)
  for (const hearer of others) await postTo(ctx, ticket, message, hearer)
}

/** One letter, in the thread of its reader. */
async function postTo(ctx: Ctx, ticket: AnsweredTicket, message: MessageNotice, hearer: Hearer) {
  const of = { ticket_id: ticket.id, person_id: hearer.id }
  const thread = await threadOf(ctx, of)
  const [posted] = await post(ctx, [answerMail(ctx, ticket, message, hearer, thread)])
  if (thread && posted) await noteInThread(ctx.sql, of, posted.message_id)
}

function answerMail(
  { config }: Pick<Ctx, 'config'>,
  { id, uuid, name, client_id }: AnsweredTicket,
  message: MessageNotice,
  hearer: Hearer,
  thread: MailThread | null,
): Posted {
  const path = `/tickets/${uuid}?mensagem=${message.uuid}`
  return {
    kind: 'resposta-chamado',
    to: hearer.email,
    person_id: hearer.id,
    client_id,
    about: { text: `Chamado #${id}: ${name}`, path },
    thread,
    letter: {
      name: hearer.name,
      subject: `Resposta no chamado #${id}: ${name}`,
      ...(thread && { above: `— ${writeAbove} —` }),
      reason: `Há uma resposta no seu chamado #${id}, “${name}”. Ela está logo abaixo; para responder, ${thread ? 'responda a este e-mail ou ' : ''}abra a conversa:`,
      link: `${publicUrl(config)}${path}`,
      label: 'Ver e responder',
      terms: message.content.split(/\n{2,}/),
    },
  }
}

/** An answer that was taken back meanwhile is not sent, nor one of a ticket that is no longer there. */
export const prepareAnswer: Prepare = async (trx, { about_path }) => {
  const uuid = /mensagem=([0-9a-f-]{36})/.exec(about_path ?? '')?.[1] ?? ''
  const { rows } = await sql`
    select 1 from ticket_messages m join tickets t on t.id = m.ticket_id join clients c on c.id = t.client_id
    where m.uuid::text = ${uuid} and not m.internal and m.active and m.deleted_at is null
      and t.active and t.deleted_at is null and c.active and c.deleted_at is null`.execute(trx)
  if (!rows.length) throw problem('conflict', 'A resposta foi retirada antes de sair: não foi enviada.')
  return {}
}

/** Returns the ticket that has the last message of ours this person's mail answers; null if it answers none. */
export async function ticketAnswered(db: Sql, person: number, references: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ ticket_id: number }>`
    select m.ticket_id from mails x
    join ticket_messages m on m.uuid::text = substring(x.about_path from 'mensagem=([0-9a-f-]{36})') and m.deleted_at is null
    where x.message_id = any(${[...references]}::text[]) and x.person_id = ${person}
    order by x.id desc limit 1`.execute(db)
  return rows[0]?.ticket_id ?? null
}

/** Moves mail threads along with messages that moved to another ticket, so that answers reach it. */
export async function moveThreads(
  ctx: Ctx,
  { client_id, id: ticket_id }: Pick<DeskFacts, 'id' | 'client_id'>,
  messages: readonly string[],
) {
  const { rows } = await sql<{ message_id: string; person_id: number }>`
    select message_id, person_id from mails
    where client_id = ${client_id} and substring(about_path from 'mensagem=([0-9a-f-]{36})') = any(${[...messages]}::text[])
      and person_id is not null order by id`.execute(ctx.sql)
  for (const { message_id, person_id } of rows)
    if (await threadOf(ctx, { ticket_id, person_id })) await noteInThread(ctx.sql, { ticket_id, person_id }, message_id)
}

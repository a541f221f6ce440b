import { sql } from 'kysely'
import type { MailFacts, MailWriter } from '#features/support/incoming-mail/judge.ts'
import type { MailReading } from '#features/support/incoming-mail/read.ts'
import { ownAddresses } from '#features/support/incoming-mail/reading.server.ts'
import { mailOpens, mailOpensFor, mailsPerHour, mailTrusts } from '#features/support/incoming-mail/settings.server.ts'
import { ticketAnswered } from '#features/support/tickets/messages/answer-mail.server.ts'
import { holderOfReply, tokenIn } from '#parts/reply/reply.server.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/operation.ts'

/** Loads what is known about a mail and its sender. */
export async function factsOf(db: Sql, config: Config, id: number, reading: MailReading): Promise<MailFacts> {
  const address = reading.from[0]?.address ?? ''
  const writer = await writerOf(db, address)
  return {
    own: ownAddresses(config),
    isOurs: reading.messageId !== null && (await sentOf(db, [reading.messageId])) !== null,
    lately: await latelyOf(db, address, id),
    perHour: config.of(mailsPerHour),
    trusted: config.of(mailTrusts) ?? null,
    writer,
    contactOf: writer ? [] : await contactsOf(db, address),
    reply: await replyOf(db, config, reading),
    reportedOn: reading.report && (await sentOf(db, reading.report.about)),
    opens: config.of(mailOpens) === undefined ? null : config.of(mailOpensFor),
  }
}

/** The owner of the ticket, or of our mail, that a mail names, whatever its sender. */
export interface MailOwner {
  readonly client: number | null
  readonly company: number | null
}
export async function mailOwnerOf(db: Sql, { reply, reportedOn }: MailFacts): Promise<MailOwner | null> {
  const ticket = reply && reply !== 'none' ? reply.ticket_id : null
  const { rows } = await sql<MailOwner>`
    select c.id as client, c.empresa_responsavel_id as company from tickets t join clients c on c.id = t.client_id
    where t.id = ${ticket}::bigint
    union all select client_id, empresa_id from mails where id = ${reportedOn?.id ?? null}::bigint
    limit 1`.execute(db)
  return rows[0] ?? null
}

async function replyOf(db: Sql, config: Config, reading: MailReading): Promise<MailFacts['reply']> {
  const token = tokenIn(config, reading)
  if (token === null) return null
  const holder = await holderOfReply(db, token)
  if (!holder) return 'none'
  const { rows } = await sql<{ name: string }>`select name from users where id = ${holder.person_id}`.execute(db)
  // The message it answers may have moved to another ticket.
  const ticket_id = (await ticketAnswered(db, holder.person_id, reading.references)) ?? holder.ticket_id
  return { ...holder, ticket_id, name: rows[0]?.name ?? 'outra pessoa' }
}

async function writerOf(db: Sql, address: string): Promise<MailWriter | null> {
  const { rows } = await sql<Omit<MailWriter, 'clients'>>`
    select u.id, u.name, p.audience = 'equipe' as "isStaff",
      u.active and p.active and p.deleted_at is null and not u.redefinir_senha_apos_login as welcome
    from users u join profiles p on p.id = u.profile_id where u.email = ${address} and u.deleted_at is null`.execute(db)
  const [writer] = rows
  if (!writer) return null
  const clients = await sql<{ id: number; name: string }>`
    select distinct c.id, c.name from clients c join clients_client_users m on m.parent_id = c.id
    where m.user_id = ${writer.id} and c.active and c.deleted_at is null order by c.id`.execute(db)
  return { ...writer, clients: clients.rows }
}

async function contactsOf(db: Sql, address: string) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from clients c where deleted_at is null
      and (email = ${address} or exists (select 1 from clients_mails m where m.parent_id = c.id and m.mail = ${address}))
    order by id limit 2`.execute(db)
  return rows
}

async function latelyOf(db: Sql, address: string, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from incoming_mails where sender = ${address} and id <> ${id} and created_at > now() - interval '1 hour'`.execute(
    db,
  )
  return (rows[0]?.n ?? 0) + 1
}

/** The mail of ours that has one of these Message-IDs. */
async function sentOf(db: Sql, ids: readonly string[]): Promise<MailFacts['reportedOn']> {
  const { rows } = await sql<{ id: number; subject: string; recipient: string }>`
    select id, subject, recipient from mails where message_id = any(${[...ids]}::text[]) limit 1`.execute(db)
  return rows[0] ?? null
}

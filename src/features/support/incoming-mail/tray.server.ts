import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { joinMail, openMailTicket, readOriginalMail } from '#features/support/incoming-mail/api.ts'
import { incomingMails, mailLimit, type IncomingMail } from '#features/support/incoming-mail/incoming.ts'
import { memberOf, settleBy } from '#features/support/incoming-mail/by-hand.server.ts'
import { keepFilesOf, type MailToPut } from '#features/support/incoming-mail/put.server.ts'
import { emptyMail } from '#features/support/incoming-mail/read.ts'
import { readMails } from '#features/support/incoming-mail/reading.server.ts'
import { ticketTitleOf } from '#features/support/incoming-mail/settle.server.ts'
import { tickets } from '#features/support/tickets/ticket/tickets.ts'
import { sendStored } from '#parts/file/sent.server.ts'
import { newDraftIn } from '#server/crud.ts'
import type { House } from '#server/house.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** A person decides where mails nobody could assign belong. */
export const mailTrayRoutes = (house: () => House): readonly AnyOperation[] => [
  serve(joinMail, async (ctx, { id, body }) => {
    const put = await preparedOf(ctx, id)
    const row = await ctx.transact(async inner => {
      const mail = await heldInTray(inner, id)
      const ticket = await inner.rows(tickets).find(body.ticket_id)
      return settleBy(house(), inner, mail, { ticket: ticket.id, opened: false }, put)
    })
    return doneAnswer(200, `No chamado #${row.ticket_id}.`, row)
  }),
  serve(openMailTicket, async (ctx, { id, body: { client_id: named, name, ...kind } }) => {
    if (!can(ctx.user, 'tickets.store')) throw problem('forbidden', 'O seu perfil não abre chamados: peça a quem pode.')
    const put = await preparedOf(ctx, id)
    const row = await ctx.transact(async inner => {
      const mail = await heldInTray(inner, id)
      const client = await inner.rows(clients).find(named, [])
      const requester = await memberOf(inner, client.id, mail.person_id)
      const draft = newDraftIn(tickets, inner, {
        ...kind,
        name: name || ticketTitleOf(mail.subject),
        client_id: client.id,
        ...(requester && { requester_id: requester }),
      })
      const made = await inner.rows(tickets).create(draft)
      return settleBy(house(), inner, mail, { ticket: made.id, opened: true }, put)
    })
    return doneAnswer(200, `Chamado #${row.ticket_id} aberto.`, row)
  }),
  serve(readOriginalMail, async (ctx, { id }) => {
    const mail = await ctx.rows(incomingMails).find(id)
    const sha256 = await hashOf(ctx, mail)
    if (!sha256) throw problem('missing', 'O original não está mais guardado.')
    return sendStored(ctx, { name: `email-${mail.id}.eml`, sha256 })
  }),
]

/** Returns the hash of its bytes, which no row exposes; null if they are not stored. */
async function hashOf({ sql: db }: Ctx, { id }: Pick<IncomingMail, 'id'>): Promise<string | null> {
  const { rows } = await sql<{ sha256: string | null }>`select sha256 from incoming_mails where id = ${id}`.execute(db)
  return rows[0]?.sha256 ?? null
}

const refuseSettled = ({ state }: Pick<IncomingMail, 'state'>) => {
  if (state !== 'bandeja') throw problem('conflict', 'Este e-mail não está mais na bandeja.')
}

/** Returns the mail as read, with its files checked and stored; if it is unreadable now, what its row has. */
async function preparedOf(ctx: Ctx, id: string): Promise<MailToPut> {
  const mail = await ctx.rows(incomingMails).find(id)
  refuseSettled(mail)
  const sha256 = mail.size > mailLimit ? null : await hashOf(ctx, mail)
  const [read] = sha256 ? await readMails(ctx.config, [sha256]) : []
  const { reading, files } = read ?? { reading: null, files: [] }
  const known = { subject: mail.subject, text: { said: mail.body ?? '', quoted: mail.quoted ?? '' } }
  return keepFilesOf(ctx, reading ?? { ...emptyMail, ...known }, files)
}

/** Returns the mail locked: a user who settles it at the same moment waits. */
async function heldInTray(ctx: Ctx, id: string) {
  const mail = await ctx.rows(incomingMails).hold(id)
  refuseSettled(mail)
  return mail
}

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { MailAtDoor } from '#features/support/incoming-mail/arrive.server.ts'
import { takeIn } from '#features/support/incoming-mail/arrive.server.ts'
import { composed } from './letters.ts'
import { dataOf, openWorld, type Row, type World } from './world.ts'

/** Where answers come to, in the houses of these tests. */
export const support = 'suporte@outorga.example'
/** A mail that came in, as it is told. */
export type ToldMail = Row &
  Readonly<Record<'subject' | 'sender' | 'state' | 'why' | 'body' | 'quoted' | 'attached', string>> &
  Readonly<Record<'ticket_id' | 'client_id' | 'message_id' | 'size', number | null>> & { readonly opened: boolean }
export interface SaidInTicket {
  readonly id: number
  readonly content: string
  readonly quoted: string | null
  readonly user_id: number
  readonly internal: boolean
}

/** A house that takes mail, for the tests of one `describe`: a client's person, and whom they write to. */
export function mailing(env: Readonly<Record<string, string>> = {}) {
  let opened: World | undefined
  beforeAll(async () => {
    opened = await openWorld({
      env: {
        MAIL_REPLY_TO: support,
        MAIL_OPENS: 'outro/duvida',
        MAIL_OPENS_FOR: 'known',
        MAILS_PER_HOUR: '500',
        ...env,
      },
    })
  })
  afterAll(() => opened?.close())
  const world = () => {
    if (!opened) throw new Error('the house is not open yet')
    return opened
  }
  const call: World['call'] = (...given) => world().call(...given)
  const emailOf = async (who: keyof World['people']) => {
    const { rows } = await sql<{ email: string }>`select email from users where id = ${world().people[who]}`.execute(
      world().db,
    )
    return rows[0]?.email ?? ''
  }
  /** The mails, taken in and put where they belong. */
  async function receive(...mails: readonly (Buffer | MailAtDoor)[]) {
    for (const mail of mails)
      await takeIn(world().house, Buffer.isBuffer(mail) ? { size: mail.length, bytes: Readable.from([mail]) } : mail)
    return turn()
  }
  /** What the house does every minute. */
  async function turn() {
    const chore = world().house.chores.chores.find(({ name }) => name === 'correio-recebido')
    return chore?.run(world().house, { now: new Date(), byHand: false, signal: AbortSignal.timeout(180_000) })
  }
  const told = async (subject: string, who = 'superAdmin') => {
    const { body } = await call(who, 'GET', `incoming-mails?search=${encodeURIComponent(subject)}&sort=id`)
    const [row] = body.data as readonly Row[]
    if (!row) return null
    const { rows } = await sql<{ message_id: number | null }>`
      select message_id from incoming_mails where id = ${row.id}`.execute(world().db)
    return { ...dataOf(await call(who, 'GET', `incoming-mails/${row.id}`)), ...rows[0] } as ToldMail
  }
  /** A ticket of client A1, which its person opened. */
  const ticketOf = async (who = 'clientA', client = world().target('clients', 'A1')?.id) => {
    const { rows } = await sql<{ module: number; type: number }>`
      select (select min(id) from module_tickets where slug = 'outro') as module, (select min(id) from ticket_types where slug = 'duvida') as type`.execute(
      world().db,
    )
    const body = { name: 'Estação fora do ar', client_id: client, module_id: rows[0]?.module, type_id: rows[0]?.type }
    return dataOf(await call(who, 'POST', 'tickets', { body }))
  }
  const saidIn = async (ticket: number, who = 'superAdmin') => {
    const { body } = await call(who, 'GET', `ticket-messages?filter[ticket_id]=${ticket}&sort=id&pagination=false`)
    return body.data as readonly SaidInTicket[]
  }
  /** Where this person answers this ticket by mail, once the house wrote to them. */
  const replyAddress = async (ticket: number, person: number) => {
    const { rows } = await sql<{ token: string }>`
      select token from reply_addresses where ticket_id = ${ticket} and person_id = ${person}`.execute(world().db)
    return `suporte+${rows[0]?.token}@outorga.example`
  }
  /** Somebody of the house answers; whoever is answered gets a mail. */
  const answer = (ticket: number, content = 'Vimos, e já mandamos alguém.', who = 'staffA') =>
    call(who, 'POST', 'ticket-messages', { body: { ticket_id: ticket, content } })
  const files = async (ticket: number) => {
    const { body } = await call(
      'superAdmin',
      'GET',
      `ticket-uploads?filter[ticket_id]=${ticket}&sort=id&pagination=false`,
    )
    return (body.data as readonly { name: string; message_id: number }[]).map(({ name }) => name)
  }
  return { world, call, emailOf, receive, turn, told, ticketOf, saidIn, replyAddress, answer, files, composed }
}

import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { problem } from '#kernel/problem.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { leftSql } from '#features/billing/bills/bill/sums.server.ts'
import { subjectSql } from '#features/billing/bills/bill/subject.server.ts'
import { sheetsOf } from '#features/billing/bills/boleto/sheets.server.ts'
import { waysToPay } from '#features/billing/bills/boleto/ways.server.ts'
import { waysInWords, whyNoLine, type WaysToPay } from '#features/billing/bills/boleto/ways.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import { closingRights } from '#features/billing/bills/closing/steps.ts'
import { printSlips } from '#features/billing/bills/slip/print.server.ts'
import { readReplyAddress } from '#features/billing/bills/statement/reply.server.ts'
import { financeContacts } from '#features/billing/bills/statement/statement.server.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { countedResult } from '#parts/chore/chore.ts'
import { readStored } from '#parts/file/store.server.ts'
import { write, type Posted } from '#parts/outbox/outbox.server.ts'
import type { Prepare } from '#parts/outbox/prepare.server.ts'
import { publicUrl, type Config } from '#server/config.ts'
import type { Chore, House } from '#server/house.ts'
import type { Attachment } from '#server/mail.ts'
import type { Sql } from '#server/operation.ts'

/** Items `i` of bills `b` whose mail is wanted and was not written yet. */
const waiting = sql.raw(`i.wants_mail and i.mail_id is null and i.mail_error is null
  and not b.downloaded and not b.called_off and b.active and b.deleted_at is null
  and not exists (select 1 from bill_closings c where c.id = i.closing_id and c.state in ('cancelado', 'falhou'))`)

/** SQL: nothing that the mail of item `i` and bill `b` waits for may still come. */
const settled = sql.raw(`i.made and not exists (select 1 from service_invoices n
    where n.bill_id = i.bill_id and n.deleted_at is null and n.state in ('pendente', 'processando'))
  and not (i.awaits_slip and exists (select 1 from bill_slips s
    where s.bill_id = i.bill_id and s.cancelled_at is null and s.registered_at is null and s.refused_at is null))`)

/** Clients that have a mail to come and nothing to wait for. */
async function waitingClients(db: Sql): Promise<readonly number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select i.client_id::float8 as client_id from bill_closing_items i join bills_to_receive b on b.id = i.bill_id
    where ${waiting} group by i.client_id having bool_and(${settled}) order by 1`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

/** SQL: the mail of item `i` went without the note, or the boleto, that its bill has by now. */
export const lateNote = sql.raw(`(i.wants_note and i.mail_id is not null and i.with_note is false and exists (
  select 1 from service_invoices n where n.bill_id = i.bill_id and n.deleted_at is null and n.state = 'autorizada'))`)
export const lateSlip =
  sql.raw(`(i.wants_slip and i.awaits_slip and i.mail_id is not null and i.with_slip is false and exists (
  select 1 from bill_slips s where s.bill_id = i.bill_id and s.cancelled_at is null and s.registered_at is not null))`)

interface MailedBill {
  readonly id: number
  /** Who closed it. */
  readonly user_id: number
  readonly client_id: number
  readonly client: string
  readonly client_uuid: string
  readonly text: string
  readonly due_date: string
  /** Cents. */
  readonly left: number
  readonly ready: boolean
  readonly has_note: boolean
  readonly has_slip: boolean
}

type MailingHouse = Pick<House, 'config' | 'person'>
/**
 * Writes the mail of each of these clients, all its bills in one, in the caller's transaction; of two callers the second finds
 * them written. Answers how many.
 */
async function mailReady(db: Sql, { config, person }: MailingHouse, clients: readonly number[]) {
  // A client's items are taken whole: who waits here for another caller reads them again.
  await sql`select id from clients where id = any(${[...clients]}::bigint[]) order by id for no key update`.execute(db)
  const { rows } = await sql<MailedBill>`
    select b.id::float8 as id, k.user_id::float8 as user_id, b.client_id::float8 as client_id, c.name as client, c.uuid as client_uuid,
      concat_ws(' · ', ${sql.raw(subjectSql('b'))}, 'nº ' || coalesce(b.billet_number, b.id::text)) as text,
      b.due_date::text as due_date, (100 * ${leftSql('b')})::float8 as left, (${settled}) as ready,
      exists (select 1 from service_invoices n join service_invoice_files f on f.invoice_id = n.id and f.kind = 'pdf'
        where n.bill_id = b.id and n.state = 'autorizada') as has_note,
      exists (select 1 from bill_slips s where s.bill_id = b.id and s.cancelled_at is null and s.registered_at is not null) as has_slip
    from bill_closing_items i join bills_to_receive b on b.id = i.bill_id join clients c on c.id = b.client_id
    join bill_closings k on k.id = i.closing_id
    where i.client_id = any(${[...clients]}::bigint[]) and ${waiting} order by b.client_id, b.due_date, b.id`.execute(
    db,
  )
  const today = dayIn(new Date()).day
  const ways = await waysToPay(
    db,
    rows.map(({ id }) => id),
    today,
  )
  const contacts = await financeContacts({ sql: db }, clients)
  const replyTo = await readReplyAddress(db)
  const mailers = new Map<number, boolean>()
  for (const id of new Set(rows.map(({ user_id }) => user_id))) {
    const user = await person(db, id)
    mailers.set(id, user !== null && can(user, closingRights.mail))
  }
  const refuse = (ids: readonly number[], why: string) =>
    sql`update bill_closing_items set mail_error = ${why} where bill_id = any(${[...ids]}::bigint[])`.execute(db)
  let written = 0
  for (const [client, all] of grouped(rows, ({ client_id }) => client_id)) {
    if (!all.every(({ ready }) => ready)) continue
    const own = all.filter(({ user_id }) => mailers.get(user_id))
    const ids = own.map(({ id }) => id)
    await refuse(
      all.flatMap(({ id }) => (ids.includes(id) ? [] : [id])),
      lostMailer,
    )
    const [contact] = contacts.get(client) ?? []
    if (!contact) await refuse(ids, noContact)
    if (!contact || !ids.length) continue
    const lines = own.flatMap(bill => {
      const paid = ways.get(bill.id)
      return paid ? [{ ...bill, paid }] : []
    })
    const [laid] = await write(db, config, [invoiceLetter(config, lines, { ...contact, replyTo })])
    await sql`update bill_closing_items set mail_id = ${laid?.id ?? null} where bill_id = any(${ids}::bigint[])`.execute(
      db,
    )
    written++
  }
  return written
}
const lostMailer = 'Quem pediu o fechamento não envia e-mails a clientes: quem pode tenta de novo.'
export const noContact = 'O cliente não tem e-mail no cadastro, nem usuário.'

interface PayableLine extends MailedBill {
  readonly paid: WaysToPay
}
function invoiceLetter(
  config: Config,
  lines: readonly PayableLine[],
  contact: { name: string; email: string; replyTo: string | null },
): Posted {
  const [first] = lines
  const path = `/clients/${first?.client_uuid}?tab=financeiro`
  const subject = `Fatura de ${first?.client}`
  return {
    kind: 'fatura',
    to: contact.email,
    replyTo: contact.replyTo,
    client_id: first?.client_id ?? 0,
    about: { text: subject, path },
    letter: {
      name: contact.name,
      subject: `${config.APP_NAME}: ${subject}`,
      reason: 'O que há a pagar está abaixo, com o modo de pagar.',
      link: `${publicUrl(config)}${path}`,
      label: 'Ver as contas em aberto',
      terms: lines.flatMap(({ text, due_date, left, paid, has_note, has_slip }) => {
        const { days, total } = paid.cost
        const attached = [...(has_slip ? ['o boleto'] : []), ...(has_note ? ['a nota fiscal'] : [])]
        return [
          `- ${text}, ${days > 0 ? 'venceu' : 'vence'} em ${showDate(due_date)}: ${showMoney(left / 100)}${
            total === left
              ? ''
              : `; ${total > left ? 'com multa e juros' : 'com o desconto'}, hoje: ${showMoney(total / 100)}`
          }`,
          ...waysInWords({ ...paid, why: whyNoLine(paid) }, contact.replyTo ? 'mail' : 'office'),
          ...(attached.length ? [`Em anexo: ${join(attached)}.`] : []),
        ]
      }),
    },
  }
}

/** Puts boletos and notes into a mail as it goes; what is not owed any more is not sent. */
export const prepareInvoiceMail =
  (config: Config): Prepare =>
  async (trx, { id }, now) => {
    const { rows } = await sql<{ id: number; number: string | null; hash: string | null; registered: boolean }>`
      select b.id::float8 as id, n.nfse_number as number, f.sha256 as hash, s.id is not null as registered
      from bill_closing_items i join bills_to_receive b on b.id = i.bill_id
      left join service_invoices n on n.bill_id = b.id and n.state = 'autorizada' and n.deleted_at is null
      left join service_invoice_files f on f.invoice_id = n.id and f.kind = 'pdf'
      left join bill_slips s on s.bill_id = b.id and s.cancelled_at is null and s.registered_at is not null
      where i.mail_id = ${id} and not b.downloaded and not b.called_off and b.active and b.deleted_at is null
      order by b.due_date, b.id`.execute(trx)
    if (!rows.length) throw problem('conflict', 'Nada disso está mais em aberto.')
    // What comes after this moment is not in the mail, and is sent in another.
    await sql`
      update bill_closing_items i set with_note = x.noted, with_slip = x.slipped
      from json_to_recordset(${JSON.stringify(rows.map(({ id: bill, hash, registered }) => ({ bill, noted: hash !== null, slipped: registered })))}::json)
        as x (bill bigint, noted boolean, slipped boolean)
      where i.bill_id = x.bill`.execute(trx)
    const sheets = [
      ...(
        await sheetsOf(
          trx,
          rows.filter(({ registered }) => registered).map(bill => bill.id),
        )
      ).values(),
    ]
    const printed = sheets.length ? await printSlips(sheets, { user: 0, patient: true }, now) : []
    const attachments: Attachment[] = printed.map((content, at) => ({
      filename: `boleto-${sheets[at]?.document ?? at}.pdf`,
      content,
      contentType: 'application/pdf',
    }))
    for (const { number, hash } of rows)
      if (hash !== null)
        attachments.push({
          filename: `nfse-${number ?? ''}.pdf`,
          content: Buffer.from(await readStored(config, hash)),
          contentType: 'application/pdf',
        })
    return { attachments }
  }

/** Clients of one transaction. */
const clientsAtATime = 20
/** Sends what waited for a note or a bank. */
export async function sendWaiting({ database, mail, ...house }: MailingHouse & Pick<House, 'database' | 'mail'>) {
  const clients = await waitingClients(database.kysely)
  let written = 0
  for (let at = 0; at < clients.length; at += clientsAtATime)
    written += await database.kysely
      .transaction()
      .execute(trx => mailReady(trx, house, clients.slice(at, at + clientsAtATime)))
  if (written) mail.sender?.nudge()
  return written
}

export const closingChore: Chore = {
  name: 'fechamento-envios',
  title: 'Faturas que esperavam',
  about: 'Envia ao cliente a fatura que esperava pela nota ou pelo registro do boleto no banco.',
  every: 5,
  soonAfter: [billClosings, serviceInvoices, bills],
  run: async house => countedResult(await sendWaiting(house), 'fatura enviada', 'faturas enviadas', 'f'),
}

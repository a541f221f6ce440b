import { readReplyAddress } from '#features/billing/bills/statement/reply.server.ts'
import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { grouped } from '#kernel/grouped.ts'
import { problem } from '#kernel/problem.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { join } from '#kernel/text.ts'
import { leftSql } from '#features/billing/bills/bill/sums.server.ts'
import { subjectSql } from '#features/billing/bills/bill/subject.server.ts'
import { sheetsOf } from '#features/billing/bills/boleto/sheets.server.ts'
import { waysToPay } from '#features/billing/bills/boleto/ways.server.ts'
import { waysInWords, whyNoLine, type WaysToPay } from '#features/billing/bills/boleto/ways.ts'
import { printSlips } from '#features/billing/bills/slip/print.server.ts'
import { financeContacts } from '#features/billing/bills/statement/statement.server.ts'
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
const settled = sql.raw(`(not i.wants_note or i.note_error is not null or exists (
    select 1 from service_invoices n where n.bill_id = i.bill_id and n.deleted_at is null))
  and not exists (select 1 from service_invoices n
    where n.bill_id = i.bill_id and n.deleted_at is null and n.state in ('pendente', 'processando'))
  and (not i.wants_slip or i.slip_error is not null or b.bar_code is not null or exists (
    select 1 from bill_slips s where s.bill_id = i.bill_id and s.cancelled_at is null))
  and not (i.awaits_slip and exists (select 1 from bill_slips s
    where s.bill_id = i.bill_id and s.cancelled_at is null and s.registered_at is null and s.refused_at is null))`)

/** Clients of a closing, or of all, that have a mail to come and nothing to wait for. */
export async function waitingClients(db: Sql, closing: string | null): Promise<readonly number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select i.client_id::float8 as client_id from bill_closing_items i join bills_to_receive b on b.id = i.bill_id
    where ${waiting} group by i.client_id having bool_and(${settled})
      and (${closing}::text is null or bool_or(i.closing_id = (select id from bill_closings where uuid::text = ${closing})))
    order by 1`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

interface MailedBill {
  readonly id: number
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

/**
 * Writes the mail of each of these clients, all its bills in one, in the caller's transaction; of two callers the second finds
 * them written. Answers how many.
 */
export async function mailReady(
  { sql: db, config }: Pick<House, 'config'> & { readonly sql: Sql },
  clients: readonly number[],
) {
  // A client's items are taken whole: who waits here for another caller reads them again.
  await sql`select id from clients where id = any(${[...clients]}::bigint[]) order by id for no key update`.execute(db)
  const { rows } = await sql<MailedBill>`
    select b.id::float8 as id, b.client_id::float8 as client_id, c.name as client, c.uuid as client_uuid,
      concat_ws(' · ', ${sql.raw(subjectSql('b'))}, 'nº ' || coalesce(b.billet_number, b.id::text)) as text,
      b.due_date::text as due_date, (100 * ${leftSql('b')})::float8 as left, (${settled}) as ready,
      exists (select 1 from service_invoices n join service_invoice_files f on f.invoice_id = n.id and f.kind = 'pdf'
        where n.bill_id = b.id and n.state = 'autorizada') as has_note,
      exists (select 1 from bill_slips s where s.bill_id = b.id and s.cancelled_at is null and s.registered_at is not null) as has_slip
    from bill_closing_items i join bills_to_receive b on b.id = i.bill_id join clients c on c.id = b.client_id
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
  let written = 0
  for (const [client, own] of grouped(rows, ({ client_id }) => client_id)) {
    if (!own.every(({ ready }) => ready)) continue
    const ids = own.map(({ id }) => id)
    const [contact] = contacts.get(client) ?? []
    if (!contact) {
      await sql`update bill_closing_items set mail_error = ${noContact} where bill_id = any(${ids}::bigint[])`.execute(
        db,
      )
      continue
    }
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
export async function sendWaiting({ database, config, mail }: Pick<House, 'database' | 'config' | 'mail'>) {
  const clients = await waitingClients(database.kysely, null)
  let written = 0
  for (let at = 0; at < clients.length; at += clientsAtATime)
    written += await database.kysely
      .transaction()
      .execute(trx => mailReady({ sql: trx, config }, clients.slice(at, at + clientsAtATime)))
  if (written) mail.sender?.nudge()
  return written
}

export const closingChore: Chore = {
  name: 'fechamento-envios',
  title: 'Faturas que esperavam',
  about: 'Envia ao cliente a fatura que esperava pela nota ou pelo registro do boleto no banco.',
  every: 5,
  run: async house => countedResult(await sendWaiting(house), 'fatura enviada', 'faturas enviadas', 'f'),
}

import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { waysToPay } from '#features/billing/bills/boleto/ways.server.ts'
import { waysInWords, whyNoLine } from '#features/billing/bills/boleto/ways.ts'
import { cents, isBillState } from '#features/billing/bills/bill/standing.ts'
import type {
  ClientStatement,
  OpenBill,
  StatementContact,
  StatementLine,
} from '#features/billing/bills/statement/api.ts'
import { subjectSql } from '#features/billing/bills/bill/subject.server.ts'
import { leftSql, netSql } from '#features/billing/bills/bill/sums.server.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { billStateSql } from '#features/billing/bills/bill/state.server.ts'
import type { Ctx } from '#server/operation.ts'

interface StatementMovement {
  readonly day: string
  readonly kind: StatementLine['kind']
  readonly text: string
  readonly note: string | null
  readonly cents: number
  readonly bill: string
}

/** Reads a client's bills and payments by day, without cancelled bills and reversed payments. */
async function movementsOf(ctx: Ctx, client: number, to: string): Promise<readonly StatementMovement[]> {
  const { rows } = await sql<StatementMovement>`
    select * from (
      select b.issue_date::text as day, 'conta' as kind, b.id, b.uuid as bill,
        concat_ws(' · ', ${sql.raw(subjectSql('b'))}, case when b."order" is not null then 'parcela ' || b."order" end,
          'nº ' || coalesce(b.billet_number, b.id::text)) as text,
        'vence em ' || to_char(b.due_date, 'DD/MM/YYYY') as note, (100 * ${netSql('b')})::float8 as cents
      from bills_to_receive b
      where b.client_id = ${client} and b.deleted_at is null and b.active and not b.called_off and b.issue_date <= ${to}::date
      union all
      select p.paid_on::text, 'recebimento', p.id, b.uuid, 'Recebido · nº ' || coalesce(b.billet_number, b.id::text),
        nullif(concat_ws('; ',
          case when p.fine + p.interest > 0 then 'e mais ' || (p.fine + p.interest)::text || ' de multa e juros' end,
          case when p.discount > 0 then p.discount::text || ' de desconto' end), ''),
        (-100 * (p.settled + p.over))::float8
      from bill_payments p join bills_to_receive b on b.id = p.bill_id
      where b.client_id = ${client} and b.deleted_at is null and b.active and not b.called_off
        and p.deleted_at is null and p.reversed_at is null and p.paid_on <= ${to}::date) m
    order by day, kind, id`.execute(ctx.sql)
  return rows
}

/** Every open bill of a client, the oldest first, with what it costs today. */
async function openOf(ctx: Ctx, client: number, today: string): Promise<readonly OpenBill[]> {
  const { rows } = await sql<{ id: number; uuid: string; text: string; state: string; due: string; left: number }>`
    select b.id::float8 as id, b.uuid, concat_ws(' · ', ${sql.raw(subjectSql('b'))}, 'nº ' || coalesce(b.billet_number, b.id::text)) as text,
      ${sql.raw(billStateSql('b'))} as state, b.due_date::text as due, (100 * ${leftSql('b')})::float8 as left
    from bills_to_receive b
    where b.client_id = ${client} and b.deleted_at is null and b.active and not b.downloaded and not b.called_off
    order by b.due_date, b.id`.execute(ctx.sql)
  const ways = await waysToPay(
    ctx.sql,
    rows.map(({ id }) => id),
    today,
  )
  return rows.flatMap(({ id, state, left, ...bill }) => {
    const paid = ways.get(id)
    if (!paid || !isBillState(state)) return []
    const { cost, line, pix } = paid
    return [
      { ...bill, state, days: cost.days, left: left / 100, today: cost.total / 100, line, pix, why: whyNoLine(paid) },
    ]
  })
}

/** What a client owed before a day, what moved it until another, and what is open today. */
export async function statementOf(
  ctx: Ctx,
  key: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ClientStatement> {
  const { id, uuid, name } = await ctx.rows(clients).find(key, [])
  const today = dayIn(new Date()).day
  const all = await movementsOf(ctx, id, to)
  let balance = all.filter(({ day }) => day < from).reduce((sum, each) => sum + Math.round(each.cents), 0)
  const opening = balance / 100
  const lines = all
    .filter(({ day }) => day >= from)
    .map(({ day, kind, text, note, cents: moved, bill }): StatementLine => {
      balance += Math.round(moved)
      return { day, kind, text, note: saidNote(note), amount: Math.abs(moved) / 100, balance: balance / 100, bill }
    })
  return {
    client: { id, uuid, name },
    from,
    to,
    today,
    opening,
    closing: balance / 100,
    lines,
    open: await openOf(ctx, id, today),
  }
}
/** '12.50 de desconto' → 'R$ 12,50 de desconto'. */
const saidNote = (note: string | null) =>
  note?.replace(/\d+\.\d\d(?= de)/g, amount => showMoney(cents(Number(amount)) / 100)) ?? null

/** What a statement says by mail, in paragraphs: what is open first. */
export function statementParts(
  { open, opening, closing, lines, from, to }: ClientStatement,
  replyTo: string | null,
): readonly string[] {
  const owed = open.reduce((sum, { left }) => sum + cents(left), 0) / 100
  return [
    open.length ? `Em aberto: ${showMoney(owed)}` : 'Nada em aberto.',
    ...open.flatMap(bill => [
      [
        `- ${bill.text}, ${bill.days > 0 ? 'venceu' : 'vence'} em ${showDate(bill.due)}: ${showMoney(bill.left)}`,
        ...(bill.today > bill.left ? [`com multa e juros, hoje: ${showMoney(bill.today)}`] : []),
        ...(bill.today < bill.left ? [`com o desconto, hoje: ${showMoney(bill.today)}`] : []),
      ].join('; '),
      ...waysInWords(bill, replyTo ? 'mail' : 'office'),
    ]),
    `Movimento de ${showDate(from)} a ${showDate(to)}: devia ${showMoney(opening)} antes, deve ${showMoney(closing)} no fim.`,
    ...lines.map(
      ({ day, kind, text, amount }) =>
        `- ${showDate(day)}: ${text}, ${kind === 'conta' ? '' : '−'}${showMoney(amount)}`,
    ),
  ]
}

/** Who of some clients is written to about money: whom the record calls so first, then its people, then its own address. */
export async function financeContacts(
  ctx: Pick<Ctx, 'sql'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly StatementContact[]>> {
  const { rows } = await sql<StatementContact & { readonly client_id: number }>`
    select client_id, name, email, finance from (
      select m.parent_id as client_id, coalesce(m.responsible, c.name) as name, m.mail as email,
        exists (select 1 from unnest(m.types) u where plain(u) like '%financ%') as finance, 0 as rank, m.position::bigint as at
      from clients_mails m join clients c on c.id = m.parent_id
      where m.parent_id = any(${[...ids]}::bigint[]) and m.active and m.mail is not null
      union all
      select l.parent_id, u.name, u.email, false, 2, u.id from clients_client_users l join users u on u.id = l.user_id and u.active and u.deleted_at is null
      where l.parent_id = any(${[...ids]}::bigint[]) and u.email is not null
      union all
      select c.id, coalesce(c.phone_name, c.name), c.email, false, 1, 0 from clients c
      where c.id = any(${[...ids]}::bigint[]) and c.email is not null) k
    order by client_id, finance desc, rank, at`.execute(ctx.sql)
  const found = new Map<number, StatementContact[]>()
  for (const { client_id, ...contact } of rows) {
    const contacts = found.get(client_id) ?? []
    if (!contacts.some(({ email }) => email === contact.email)) found.set(client_id, [...contacts, contact])
  }
  return found
}

import { sql } from 'kysely'
import { companyOf, isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { closeBilling, readClosing } from '#features/billing/bills/closing/api.ts'
import { billsAmong, billsOfMonth, closingBoardOf } from '#features/billing/bills/closing/board.server.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import { closingChore, prepareInvoiceMail } from '#features/billing/bills/closing/mails.server.ts'
import { closeMonth, lackingRight } from '#features/billing/bills/closing/pieces.server.ts'
import type { ClosingRequest } from '#features/billing/bills/closing/schema.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { jobActions } from '#parts/progress/actions.server.ts'
import type { Config } from '#server/config.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

const board = serve(readClosing, async (ctx, { body }) => {
  refuseOutsiders(ctx)
  const ids = 'month' in body ? await billsOfMonth(ctx, body.month) : await billsAmong(ctx, body.bills)
  return { data: await closingBoardOf(ctx, ids) }
})

/** Of these bills, those of which a requested piece is neither there nor being made. */
async function unmadeOf(ctx: Ctx, ids: readonly number[], { note, slip, mail, hurry }: ClosingRequest) {
  const { rows } = await sql<{ id: number }>`
    select b.id::float8 as id from bills_to_receive b
    left join bill_closing_items i on i.bill_id = b.id
    left join bill_closings k on k.id = i.closing_id and k.state in ('na-fila', 'processando')
    left join mails m on m.id = i.mail_id
    where b.id = any(${[...ids]}::bigint[]) and not b.called_off and (
      ${note} and not (k.id is not null and i.wants_note) and not exists (
        select 1 from service_invoices n where n.bill_id = b.id and n.state <> 'cancelada' and n.deleted_at is null)
      or ${slip} and not b.downloaded and b.bar_code is null and not (k.id is not null and i.wants_slip) and not exists (
        select 1 from bill_slips s where s.bill_id = b.id and s.cancelled_at is null)
      or ${mail} and not b.downloaded and not (k.id is not null and i.wants_mail and not (${hurry} and i.awaits_slip))
        and (i.mail_id is null or m.state in ('recusado', 'desistiu', 'dispensado')))
    order by 1`.execute(ctx.sql)
  return rows.map(({ id }) => id)
}

/** Writes down what is wanted of each bill; what an earlier act wanted and did not get is still wanted. */
async function wantPieces(
  ctx: Ctx,
  closing: number,
  ids: readonly number[],
  { note, slip, mail, hurry, services }: ClosingRequest,
) {
  const chosen = services.map(({ company, code }) => ({ company, code }))
  await sql`
    insert into bill_closing_items (bill_id, closing_id, client_id, wants_note, wants_slip, wants_mail, awaits_slip, service)
    select b.id, ${closing}, b.client_id, ${note}, ${slip}, ${mail}, ${!hurry}, v.code
    from bills_to_receive b join clients c on c.id = b.client_id
    left join json_to_recordset(${JSON.stringify(chosen)}::json) as v(company bigint, code text) on v.company = c.empresa_responsavel_id
    where b.id = any(${[...ids]}::bigint[])
    on conflict (bill_id) do update set closing_id = excluded.closing_id,
      wants_note = bill_closing_items.wants_note or excluded.wants_note,
      wants_slip = bill_closing_items.wants_slip or excluded.wants_slip,
      wants_mail = bill_closing_items.wants_mail or excluded.wants_mail,
      awaits_slip = case when excluded.wants_mail then excluded.awaits_slip else bill_closing_items.awaits_slip end,
      service = coalesce(excluded.service, bill_closing_items.service),
      note_error = null, note_cure = null, slip_error = null, slip_cure = null, mail_error = null,
      mail_id = case when excluded.wants_mail and exists (select 1 from mails m
          where m.id = bill_closing_items.mail_id and m.state in ('recusado', 'desistiu', 'dispensado')) then null
        else bill_closing_items.mail_id end`.execute(ctx.sql)
}

const billText = { one: 'conta', many: 'contas', gender: 'f' } as const

const close = serve(closeBilling, async (ctx, { body }) => {
  refuseOutsiders(ctx)
  const lacking = lackingRight(ctx, body)
  if (lacking) throw problem('forbidden', lacking)
  const seen = await billsAmong(ctx, body.bills)
  const left = new Set(body.bills).size - seen.length
  if (!seen.length) throw problem('missing')
  // Two who close the same month wait for each other here.
  await sql`select pg_advisory_xact_lock(hashtext('bill_closings'))`.execute(ctx.sql)
  const ids = await unmadeOf(ctx, seen, body)
  if (!ids.length) {
    const { rows } = await sql<{ uuid: string }>`
      select k.uuid from bill_closing_items i join bill_closings k on k.id = i.closing_id and k.state in ('na-fila', 'processando')
      where i.bill_id = any(${[...seen]}::bigint[]) order by k.id desc limit 1`.execute(ctx.sql)
    const closing = rows[0]?.uuid ?? null
    return doneAnswer(200, closing ? 'Isto já está sendo feito.' : 'Nada ficou por fazer nestas contas.', {
      closing,
      bills: 0,
      left,
    })
  }
  const what = count(ids.length, billText)
  const row = await ctx.rows(billClosings).create({
    name: body.month ? `Faturamento de ${monthInWords(body.month)}, ${what}` : `Faturamento de ${what}`,
    competence: body.month,
    empresa_id: companyOf(ctx.user),
    user_id: ctx.user.id,
    state: 'na-fila',
    rows_done: 0,
    rows_total: ids.length,
  })
  await wantPieces(ctx, row.id, ids, body)
  await ctx.jobs.send(closeMonth, row, {})
  const lost = left ? ` ${left === 1 ? 'Uma não foi encontrada' : `${left} não foram encontradas`}.` : ''
  return doneAnswer(200, `${what} na fila.${lost}`, { closing: row.uuid, bills: ids.length, left })
})

/** Who closes a month looks after that: nobody else stops it. */
const extension = extend(billClosings, {
  operations: [board, close],
  guard: ({ user_id }, { user }) => {
    if (user_id !== user.id && !isSuperAdmin(user))
      throw problem('forbidden', 'Só quem pediu o fechamento, ou um superadministrador, pode mexer nele.')
  },
  actions: jobActions((ctx, id, changes, event) => ctx.rows(billClosings).update(id, changes, undefined, event)),
})

/** The month of bills as a whole: notes, boletos and mails in one act. */
export const closingOnServer = (config: Config): ServerFeature => ({
  extensions: [extension],
  works: [closeMonth],
  chores: [closingChore],
  mails: { fatura: prepareInvoiceMail(config) },
})

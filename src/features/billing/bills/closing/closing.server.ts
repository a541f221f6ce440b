import { sql } from 'kysely'
import { can, companyOf, isSuperAdmin } from '#kernel/access.ts'
import { problem } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { monthInWords } from '#features/billing/bills/bill/months.ts'
import { closeBilling, readClosing } from '#features/billing/bills/closing/api.ts'
import { billsAmong, billsOfMonth, closingBoardOf } from '#features/billing/bills/closing/board.server.ts'
import { billClosings } from '#features/billing/bills/closing/closings.ts'
import { closingChore, lateNote, lateSlip, prepareInvoiceMail } from '#features/billing/bills/closing/mails.server.ts'
import { closeMonth } from '#features/billing/bills/closing/pieces.server.ts'
import type { ClosingRequest } from '#features/billing/bills/closing/schema.ts'
import { closingRights, stepNames } from '#features/billing/bills/closing/steps.ts'
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

/** SQL: the mail of item `i` and mail `m` did not arrive, or lacks what came after it, or what is wanted with it now. */
const remailed = ({
  note,
  slip,
}: ClosingRequest) => sql`(i.mail_id is null or m.state in ('recusado', 'desistiu', 'dispensado')
  or coalesce(m.state, 'enviado') = 'enviado' and (${lateNote} or ${lateSlip}
    or ${note} and i.with_note is false and exists (
      select 1 from service_invoices n where n.bill_id = i.bill_id and n.state = 'rejeitada' and n.deleted_at is null)
    or ${slip} and i.awaits_slip and i.with_slip is false and exists (
      select 1 from bill_slips s where s.bill_id = i.bill_id and s.cancelled_at is null and s.refused_at is not null)))`

/** SQL: the item of the queue with this key was given up. */
const givenUp = (key: string) =>
  sql.raw(`exists (select 1 from integration_queues q where q.key = ${key} and q.state = 'falhou'
  and q.integration in ('nfse-local', 'nfse-nacional', 'asaas', 'asaas-cobranca', 'bb-cobranca'))`)

/** Of these bills, those of which a requested piece is neither there nor being made. */
async function unmadeOf(ctx: Ctx, ids: readonly number[], request: ClosingRequest) {
  const { note, slip, mail, hurry } = request
  const { rows } = await sql<{ id: number }>`
    select b.id::float8 as id from bills_to_receive b
    left join bill_closing_items i on i.bill_id = b.id
    left join bill_closings k on k.id = i.closing_id and k.state in ('na-fila', 'processando')
    left join mails m on m.id = i.mail_id
    where b.id = any(${[...ids]}::bigint[]) and not b.called_off and (
      ${note} and not (k.id is not null and i.wants_note) and not exists (
        select 1 from service_invoices n where n.bill_id = b.id and n.state not in ('cancelada', 'rejeitada') and n.deleted_at is null
          and not (n.state in ('pendente', 'processando') and ${givenUp("n.uuid || ':emitir'")}))
      or ${slip} and not b.downloaded and b.bar_code is null and not (k.id is not null and i.wants_slip) and not exists (
        select 1 from bill_slips s where s.bill_id = b.id and s.cancelled_at is null and s.refused_at is null
          and not (s.registered_at is null and s.provider is not null and ${givenUp("s.uuid || ':registrar'")}))
      or ${mail} and not b.downloaded and not (k.id is not null and i.wants_mail and not (${hurry} and i.awaits_slip))
        and ${remailed(request)})
    order by 1`.execute(ctx.sql)
  return rows.map(({ id }) => id)
}

/** Writes down what is wanted of each bill; what an earlier act wanted and did not get is still wanted. */
async function wantPieces(ctx: Ctx, closing: number, ids: readonly number[], request: ClosingRequest) {
  const { note, slip, mail, hurry, services, accounts } = request
  const again = sql`
    select i.bill_id from bill_closing_items i left join mails m on m.id = i.mail_id
    where i.bill_id = any(${[...ids]}::bigint[]) and ${mail} and ${remailed(request)}`
  await sql`update bill_closing_items set mail_id = null where bill_id in (${again})`.execute(ctx.sql)
  await sql`
    insert into bill_closing_items (bill_id, closing_id, client_id, wants_note, wants_slip, wants_mail, awaits_slip, made, service, account_id)
    select b.id, ${closing}, b.client_id, ${note}, ${slip}, ${mail}, ${!hurry}, false, v.code, a.id
    from bills_to_receive b join clients c on c.id = b.client_id
    left join json_to_recordset(${JSON.stringify(services)}::json) as v(company bigint, code text) on v.company = c.empresa_responsavel_id
    left join json_to_recordset(${JSON.stringify(accounts)}::json) as w(company bigint, account bigint) on w.company = c.empresa_responsavel_id
    left join checking_accounts a on a.id = w.account and a.empresa_id = w.company and a.active and a.deleted_at is null
    where b.id = any(${[...ids]}::bigint[])
    on conflict (bill_id) do update set closing_id = excluded.closing_id, made = false,
      wants_note = bill_closing_items.wants_note or excluded.wants_note,
      wants_slip = bill_closing_items.wants_slip or excluded.wants_slip,
      wants_mail = bill_closing_items.wants_mail or excluded.wants_mail,
      awaits_slip = case when excluded.wants_mail then excluded.awaits_slip else bill_closing_items.awaits_slip end,
      service = coalesce(excluded.service, bill_closing_items.service),
      account_id = coalesce(excluded.account_id, bill_closing_items.account_id),
      note_error = null, note_cure = null, slip_error = null, slip_cure = null, mail_error = null`.execute(ctx.sql)
}

const ownActs = { note: 'emite notas', slip: 'emite boletos', mail: 'envia e-mails a clientes' } as const

const billText = { one: 'conta', many: 'contas', gender: 'f' } as const

const close = serve(closeBilling, async (ctx, { body }) => {
  refuseOutsiders(ctx)
  for (const step of stepNames)
    if (body[step] && !can(ctx.user, closingRights[step]))
      throw problem('forbidden', `Seu perfil não ${ownActs[step]}: peça a quem cuida das permissões.`)
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

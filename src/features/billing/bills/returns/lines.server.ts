import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { listQuery } from '#kernel/page.ts'
import { showDate, showMoney } from '#kernel/show.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { returnSource } from '#features/billing/bills/payments/payments.ts'
import { receive, reverse } from '#features/billing/bills/payments/receive.server.ts'
import {
  explainReturnLine,
  placeReturnLine,
  proposeBills,
  reopenReturnLine,
  sendBackReturnLine,
  sumWaitingMoney,
} from '#features/billing/bills/returns/api.ts'
import { proposedBills } from '#features/billing/bills/returns/proposals.server.ts'
import { lineStates, returnLines, type BankReturnLine } from '#features/billing/bills/returns/returned.ts'
import { takeTurn } from '#features/billing/bills/returns/turn.server.ts'
import { doneAnswer, type AnyOperation, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

// Money that a return brought and that settles no bill by itself: placed on a bill, sent back, or explained.

/** Lines that are summed at most: those of many years that nobody placed. */
const MOST_WAITING = 200_000

const waiting = serve(sumWaitingMoney, async ctx => {
  const ids = await ctx.rows(returnLines).keys(listQuery(returnLines, { 'filter[state]': 'espera' }), MOST_WAITING)
  const { rows } = await sql<{ lines: number; paid: number; unread: number }>`
      select count(*)::int as lines, coalesce(sum(paid), 0)::float8 as paid, (count(*) filter (where paid is null and verdict <> 'estorno'))::int as unread
      from bank_return_lines where id = any(${[...ids]}::bigint[])`.execute(ctx.sql)
  return rows[0] ?? { lines: 0, paid: 0, unread: 0 }
})

const proposals = serve(proposeBills, async (ctx, { id }) => ({
  data: await proposedBills(ctx, await ctx.rows(returnLines).find(id)),
}))

const place = serve(placeReturnLine, async (ctx, { id, body }) => {
  refuseOutsiders(ctx)
  await takeTurn(ctx)
  // The bill is locked before the line, in the order in which a payment that is taken back locks them.
  const bill = await ctx.rows(bills).hold(body.bill_id)
  const line = await lineWaiting(ctx, id)
  if (line.verdict === 'estorno')
    throw problem('conflict', 'Esta linha é de dinheiro que voltou ao pagador: não há o que colocar. Explique-a.')
  const stored = await ownOf(ctx, line.id)
  const value = line.paid ?? body.value
  const paid_on = line.occurred_on ?? body.paid_on
  if (!value) throw invalid({ value: 'O banco não diz quanto entrou: informe o valor.' })
  if (!paid_on) throw invalid({ paid_on: 'O banco não diz o dia: informe quando entrou.' })
  const isOwn = line.bill_id === bill.id
  const { payment, over, left } = await receive(ctx, bill.id, {
    paid_on,
    value,
    checking_account_id: line.checking_account_id,
    method: 'boleto',
    source: returnSource,
    reference: stored.reference,
    // The bank's interest is that of its own boleto, and says nothing of another bill.
    ...(isOwn &&
      (line.interest > 0 || line.discount > 0) && {
        charges: { fine: 0, interest: line.interest, discount: line.discount },
      }),
  })
  // Refused after all, the transaction takes it back.
  if (over > 0 && !body.over)
    throw invalid({
      over: `São ${showMoney(over)} a mais do que a conta pede. Se o dinheiro é mesmo dela, confirme; se não, escolha outra.`,
    })
  await sql`update bank_return_lines set payment_id = ${payment.id} where id = ${line.id}`.execute(ctx.sql)
  const row = await settle(ctx, line, { state: 'colocada', bill_id: bill.id, reason: null }, 'colocar')
  ctx.tell({ of: bills, uuid: bill.uuid })
  const rest = left > 0 ? `: faltam ${showMoney(left)}` : over > 0 ? `, com ${showMoney(over)} a mais` : ''
  return doneAnswer(200, `${showMoney(value)} em ${bill.name}${rest}.`, row)
})

const sendBack = serve(sendBackReturnLine, async (ctx, { id, body: { returned_on, reason } }) => {
  refuseOutsiders(ctx)
  await takeTurn(ctx)
  if (returned_on > dayIn(new Date()).day) throw invalid({ returned_on: 'Informe um dia que já chegou.' })
  const line = await lineWaiting(ctx, id)
  if (line.occurred_on && returned_on < line.occurred_on)
    throw invalid({ returned_on: `O dinheiro só entrou em ${showDate(line.occurred_on)}.` })
  const row = await settle(ctx, line, { state: 'devolvida', returned_on, reason }, 'devolver')
  return doneAnswer(200, `Devolvido em ${showDate(returned_on)}.`, row)
})

const explain = serve(explainReturnLine, async (ctx, { id, body: { reason } }) => {
  refuseOutsiders(ctx)
  await takeTurn(ctx)
  const line = await lineWaiting(ctx, id)
  const row = await settle(ctx, line, { state: 'explicada', reason }, 'explicar')
  return doneAnswer(200, 'Linha explicada.', row)
})

const reopen = serve(reopenReturnLine, async (ctx, { id: which, body: { reason } }) => {
  refuseOutsiders(ctx)
  await takeTurn(ctx)
  const { id } = await ctx.rows(returnLines).find(which)
  const { payment } = await ownOf(ctx, id)
  if (payment !== null && !can(ctx.user, 'bill-payments.estornar'))
    throw problem('forbidden', 'A linha tem um recebimento, e o seu perfil não estorna: peça a quem pode.')
  // Its payment is taken back, and with it the line waits.
  if (payment !== null) await reverse(ctx, payment, reason)
  const line = await ctx.rows(returnLines).hold(id)
  if (payment === null && line.state !== 'devolvida' && line.state !== 'explicada')
    throw problem('conflict', `Não há o que reabrir. A situação desta linha é: ${lineStates[line.state]}.`)
  const row = await settle(ctx, line, { state: 'espera', returned_on: null, reason: null }, 'reabrir')
  return doneAnswer(200, 'De volta a Dinheiro sem conta.', row)
})

/** The line, locked: other decisions about it wait until this one is written. */
async function lineWaiting(ctx: Ctx, id: string) {
  const line = await ctx.rows(returnLines).hold(id)
  if (line.state !== 'espera')
    throw problem('conflict', `Esta linha não espera mais: ${lineStates[line.state].toLowerCase()}.`)
  return line
}

/** What no answer contains: the bank's reference, and the id of the payment unless it was taken back. */
async function ownOf(ctx: Ctx, id: number) {
  const { rows } = await sql<{ reference: string; payment: number | null }>`
    select l.reference, p.id::float8 as payment from bank_return_lines l
    left join bill_payments p on p.id = l.payment_id and p.reversed_at is null where l.id = ${id}`.execute(ctx.sql)
  const [row] = rows
  if (!row) throw problem('missing')
  return row
}

type LineDecision = Partial<Pick<BankReturnLine, 'state' | 'bill_id' | 'returned_on' | 'reason'>>
const settle = (ctx: Ctx, { id }: Pick<BankReturnLine, 'id'>, decision: LineDecision, event: string) =>
  ctx
    .rows(returnLines)
    .update(id, { ...decision, settler_id: ctx.user.id, settled_at: new Date().toISOString() }, undefined, event)

export const lineRoutes: readonly AnyOperation[] = [waiting, proposals, place, sendBack, explain, reopen]

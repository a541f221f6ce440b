import { markRefused, markRegistered, moveDue } from '#features/billing/bills/slip/slips.server.ts'
import { sql } from 'kysely'
import { refusalIn } from '#kernel/problem.ts'
import { count } from '#kernel/text.ts'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { returnSource } from '#features/billing/bills/payments/payments.ts'
import { receive, type ReceivedMoney } from '#features/billing/bills/payments/receive.server.ts'
import { applyReturn, previewReturn } from '#features/billing/bills/returns/api.ts'
import type { ReturnLine } from '#features/billing/bills/returns/cnab240.ts'
import { lineRoutes } from '#features/billing/bills/returns/lines.server.ts'
import {
  bringsNews,
  planReturn,
  refuseDoubts,
  returnInWords,
  refuseOtherFile,
} from '#features/billing/bills/returns/plan.server.ts'
import { bankReturns, returnLines } from '#features/billing/bills/returns/returned.ts'
import { storeReading, type AppliedLine } from '#features/billing/bills/returns/store.server.ts'
import { applied } from '#features/billing/bills/returns/verdicts.ts'
import { takeTurn } from '#features/billing/bills/returns/turn.server.ts'
import { returnFileRoute, undoReturnRoute } from '#features/billing/bills/returns/undo.server.ts'
import type { PlannedLine } from '#features/billing/bills/returns/verdict.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { fitFileName } from '#parts/file/inspect.server.ts'
import { keepFile } from '#parts/file/store.server.ts'
import { extend } from '#server/extend.ts'
import { doneAnswer, type Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

const preview = serve(previewReturn, async (ctx, { query, body }) => ({
  data: returnInWords(fitFileName(query.name), await planReturn(ctx, body)),
}))

const apply = serve(applyReturn, async (ctx, { query, body }) => {
  refuseOutsiders(ctx)
  const file = { name: fitFileName(query.name), size: body.length }
  // What is refused leaves no bytes behind.
  const seen = await planReturn(ctx, body)
  refuseOtherFile(seen, query.sha256)
  if (query.checked === 'false') refuseDoubts(seen)
  await keepFile(ctx, body)
  const { plan, lines } = await ctx.transact(async inner => {
    await takeTurn(inner)
    // Written as its bytes were stored: the chore that removes files without a row waits.
    await sql`select 1 from loose_files where name = ${query.sha256} for update`.execute(inner.sql)
    const planned = await planReturn(inner, body)
    refuseOtherFile(planned, query.sha256)
    if (query.checked === 'false') refuseDoubts(planned)
    const all: AppliedLine[] = []
    for (const each of planned.lines) all.push(await settled(inner, planned.account.id, each))
    if (bringsNews(planned)) await storeReading(inner, file, planned, all)
    return { plan: { ...planned, lines: all }, lines: all }
  })
  const written = lines.filter(each => applied.has(each.verdict)).length
  const answer = returnInWords(file.name, plan)
  const parts = [
    written
      ? `${count(written, { one: 'linha aplicada', many: 'linhas aplicadas', gender: 'f' })}.`
      : 'Nenhuma conta mudou.',
    ...(answer.waiting
      ? [`${count(answer.waiting, { one: 'espera', many: 'esperam', gender: 'f' })} em Dinheiro sem conta.`]
      : []),
  ]
  return doneAnswer(200, parts.join(' '), answer)
})

/** Does what a line asks for; what is refused is stated instead, and the others go on. */
async function settled(ctx: Ctx, account: number, each: PlannedLine): Promise<AppliedLine> {
  const { verdict: deed, slip, reference } = each
  if (!slip || !applied.has(deed)) return { ...each, payment: null }
  let payment: number | null = null
  if (deed === 'recebe') {
    try {
      const received = await receive(ctx, slip.bill_id, moneyOf(each.line, account, reference))
      payment = received.payment.id
    } catch (thrown) {
      return { ...each, verdict: 'conflito', note: refusalIn(thrown).join(' '), payment }
    }
  } else if (deed === 'vencimento') await moveDue(ctx, slip.id, slip.next_due ?? slip.due_date)
  else if (deed === 'registra') await markRegistered(ctx, slip.id)
  else await markRefused(ctx, slip.id, each.said)
  ctx.tell({ of: bills, uuid: each.bill?.uuid ?? '' })
  return { ...each, payment }
}

const moneyOf = (line: ReturnLine, account: number, reference: string): ReceivedMoney => ({
  paid_on: line.occurred_on,
  value: line.paid_cents / 100,
  checking_account_id: account,
  method: 'boleto',
  source: returnSource,
  reference,
  // What the bank charged or let go counts as it states it; where it states nothing, the rates in force do.
  ...((line.added_cents || line.discount_cents) && {
    charges: { fine: 0, interest: line.added_cents / 100, discount: line.discount_cents / 100 },
  }),
})

/** What the bank returns about boletos. */
export const returnsOnServer: ServerFeature = {
  extensions: [
    extend(bankReturns, {
      derived: {
        waiting: alias =>
          `(select count(*)::int from bank_return_lines w where w.bank_return_id = ${alias}.id and w.state = 'espera')`,
      },
      operations: [preview, apply, undoReturnRoute, returnFileRoute],
    }),
    extend(returnLines, { operations: lineRoutes }),
  ],
  files: [{ of: bankReturns }],
}

import { sql } from 'kysely'
import { isStaff } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import { invalid, problem } from '#kernel/problem.ts'
import type { StoredOf } from '#kernel/resource.ts'
import { showMoney } from '#kernel/show.ts'
import { ageingOperations } from '#features/billing/bills/receivables/ageing.server.ts'
import { billingOperations } from '#features/billing/bills/billing/billing.server.ts'
import { sumBills, type BillSum } from '#features/billing/bills/bill/api.ts'
import { bills, fixedLock, type Bill } from '#features/billing/bills/bill/bills.ts'
import { dunningChore, dunningOperations, stillOwed } from '#features/billing/bills/dunning/dunning.server.ts'
import { incomeOperations } from '#features/billing/bills/income/income.server.ts'
import { manual } from '#features/billing/bills/payments/payments.ts'
import { lateChargesExtension, paymentsExtension } from '#features/billing/bills/payments/payments.server.ts'
import { leftCents, receive, reverseAll } from '#features/billing/bills/payments/receive.server.ts'
import { accountsExtension } from '#features/billing/bills/slip/accounts.server.ts'
import { readSlip } from '#features/billing/bills/slip/numbers.ts'
import { refuseOtherwise, refuseSlipped, slipStateSql } from '#features/billing/bills/slip/slips.server.ts'
import { rateSql } from '#features/billing/bills/bill/rates.server.ts'
import { billStateSql } from '#features/billing/bills/bill/state.server.ts'
import { statementOperations, prepareStatement } from '#features/billing/bills/statement/statements.server.ts'
import { monthNameSql, subjectSql } from '#features/billing/bills/bill/subject.server.ts'
import { leftOf, leftSql, netSql } from '#features/billing/bills/bill/sums.server.ts'
import { added, cents, netCents } from '#features/billing/bills/bill/standing.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { extend } from '#server/extend.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

const now = () => new Date().toISOString()

const companyOf = (alias: string) =>
  `(select e.nome_fantasia from clients c join empresas e on e.id = c.empresa_responsavel_id where c.id = ${alias}.client_id)`
// Of no bill there is no name: concat_ws makes an empty one.
const nameOf = (
  alias: string,
) => `nullif(concat_ws(' · ', (select c.name from clients c where c.id = ${alias}.client_id),
  ${monthNameSql(`extract(month from ${alias}.due_date)`, `extract(year from ${alias}.due_date)`)},
  'parcela\u00a0' || ${alias}."order", 'nº\u00a0' || coalesce(${alias}.billet_number, ${alias}.id::text)), '')`

/** More bills than many years make. */
const mostSummed = 200_000

/** Answers the sums of a list by state, over all its rows and not one page. */
const sums = serve(sumBills, async (ctx, { query }) => {
  const ids = await ctx.rows(bills).keys(listQuery(bills, query, !isStaff(ctx.user)), mostSummed)
  const { rows } = await sql<BillSum>`
    select ${sql.raw(billStateSql('b'))} as state, count(*)::int as bills,
      sum(${netSql('b')})::float8 as net,
      coalesce(sum(${leftSql('b')}) filter (where not b.downloaded and not b.called_off), 0)::float8 as left
    from bills_to_receive b where b.id = any(${[...ids]}::bigint[]) group by 1`.execute(ctx.sql)
  return { data: rows }
})

type BillDraft = Partial<StoredOf<typeof bills>>
const amounts = ['value', 'percent', 'discount', ...added] as const
const judged: ReadonlySet<string> = new Set(['issue_date', 'due_date', 'discount_until', 'bar_code', ...amounts])

/** Throws when dates or amounts contradict each other; what nobody touched is left as it was. */
function refuseNonsense(given: BillDraft, before: BillDraft = {}) {
  if (!Object.keys(given).some(name => judged.has(name))) return
  const bill = { ...before, ...given }
  const sum = (bill.items ?? []).reduce((all, each) => all + cents(each.value), 0)
  const wrong = {
    ...(bill.items?.length &&
      sum !== cents(bill.value) && {
        value: `Os itens da conta somam ${showMoney(sum / 100)}: dê um desconto, ou cancele esta e faça outra.`,
      }),
    ...(bill.issue_date && bill.due_date && bill.due_date < bill.issue_date && { due_date: 'Vence antes da emissão.' }),
    ...(netCents({ ...bill, discount_until: null }) < 0 && { discount: 'O desconto é maior do que o que há a pagar.' }),
    ...(bill.discount_until &&
      bill.due_date &&
      bill.discount_until > bill.due_date && { discount_until: 'O desconto vale no máximo até o vencimento.' }),
    ...(given.bar_code &&
      given.bar_code !== before.bar_code &&
      !readSlip(given.bar_code, dayIn(new Date()).day) && {
        bar_code: 'Confira: são 47 algarismos, ou 48 em contas de consumo, e um deles não fecha com os verificadores.',
      }),
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}

/** Throws a 422 if a draft changes amounts or client after the first payment or a cancellation. */
function refuseFixed(given: BillDraft, row: Bill) {
  if (!row.fixed) return
  const moved = amounts.filter(name => given[name] !== undefined && cents(given[name]) !== cents(row[name]))
  const why = fixedLock.why
  const wrong = {
    ...Object.fromEntries(moved.map(name => [name, why])),
    ...(given.discount_until !== undefined && given.discount_until !== row.discount_until && { discount_until: why }),
    ...(given.client_id !== undefined && given.client_id !== row.client_id && { client_id: why }),
  }
  if (Object.keys(wrong).length) throw invalid(wrong)
}
/** A bill that comes back of a month its client was billed for again would be the second. */
async function refuseSecond(ctx: Ctx, { id, client_id, competence }: Pick<Bill, 'id' | 'client_id' | 'competence'>) {
  if (!competence) return
  const { rows } = await sql`
    select 1 from bills_to_receive where client_id = ${client_id} and competence = ${competence} and id <> ${id}
      and deleted_at is null and not called_off`.execute(ctx.sql)
  if (rows.length) throw problem('conflict', 'O cliente já tem outra conta deste mês: cancele a outra antes.')
}

/** The rest of it came in today. */
async function settleToday(row: Bill, ctx: Ctx) {
  refuseOutsiders(ctx)
  const bill = await ctx.rows(bills).hold(row.id)
  const value = leftCents(bill) / 100
  if (value > 0)
    await receive(
      ctx,
      bill.id,
      {
        paid_on: dayIn(new Date()).day,
        value,
        checking_account_id: bill.checking_account_id,
        source: manual,
        charges: { fine: 0, interest: 0, discount: 0 },
      },
      'baixar',
    )
  else
    await ctx
      .rows(bills)
      .put(
        bill.id,
        { downloaded: true, downloaded_at: now(), paid_on: dayIn(new Date()).day, fixed: true },
        undefined,
        'baixar',
      )
  return ctx.rows(bills).find(bill.id)
}

/** Is charged no more; what money came in for is not. */
export async function callOffBill(row: Bill, ctx: Ctx) {
  refuseOutsiders(ctx)
  const { id, received } = await ctx.rows(bills).hold(row.id)
  if (received > 0) throw problem('conflict', `Entraram ${showMoney(received)} desta conta: estorne antes de cancelar.`)
  return ctx.rows(bills).update(id, { called_off: true, called_off_at: now(), fixed: true }, undefined, 'cancelar')
}

async function reopen(row: Bill, ctx: Ctx) {
  refuseOutsiders(ctx)
  const bill = await ctx.rows(bills).hold(row.id)
  if (bill.called_off) await refuseSecond(ctx, bill)
  await reverseAll(ctx, bill.id, 'Conta reaberta')
  const open = { downloaded: false, downloaded_at: null, paid_on: null, called_off: false, called_off_at: null }
  return ctx.rows(bills).update(bill.id, open, undefined, 'reabrir')
}

const extension = extend(bills, {
  operations: [sums, ...billingOperations, ...ageingOperations],
  derived: {
    name: nameOf,
    state: billStateSql,
    left: alias => `(${leftOf(alias)})::float8`,
    late_fine: alias => rateSql(alias, 'fine'),
    late_interest: alias => rateSql(alias, 'interest'),
    company: companyOf,
    subject: subjectSql,
    slip_state: slipStateSql,
  },
  beforeCreate: draft => {
    refuseNonsense(draft)
    return draft
  },
  beforeUpdate: async (draft, row, ctx) => {
    refuseFixed(draft, row)
    refuseNonsense(draft, row)
    await refuseOtherwise(ctx.sql, draft, row)
    return draft
  },
  beforeRemove: async ({ id, received }, ctx) => {
    if (received > 0) throw problem('conflict', 'A conta tem recebimentos: estorne, ou cancele a conta.')
    await refuseSlipped(ctx.sql, id)
  },
  beforeRevive: (row, ctx) => refuseSecond(ctx, row),
  actions: { baixar: settleToday, cancelar: callOffBill, reabrir: reopen },
})

export const billsOnServer: ServerFeature = {
  extensions: [extension, paymentsExtension, lateChargesExtension, accountsExtension],
  operations: () => [...statementOperations, ...dunningOperations, ...incomeOperations],
  chores: [dunningChore],
  mails: { extrato: prepareStatement, cobranca: stillOwed },
}

import { sql } from 'kysely'
import { listQuery } from '#kernel/page.ts'
import {
  readAccountMoney,
  readPlanIncome,
  readTypeIncome,
  type AccountDay,
  type IncomeMonth,
} from '#features/billing/bills/income/api.ts'
import { netSql } from '#features/billing/bills/bill/sums.server.ts'
import { clientLimit, clients } from '#features/clients/clients/clients.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { financeTypes, plans } from '#features/lookups.ts'
import { todaySql } from '#server/days.ts'
import type { AnyOperation, Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

async function seenClients(ctx: Ctx) {
  refuseOutsiders(ctx)
  return [...(await ctx.rows(clients).keys(listQuery(clients, { pagination: 'false', columns: 'name' }), clientLimit))]
}

/** Of the last twelve months, the newest first: what bills that fall due in each ask, and what of them was settled. */
async function monthsOf(ctx: Ctx, seen: readonly number[], by: 'plan' | 'finance_type', id: number) {
  const which = by === 'plan' ? sql`c.plan_id = ${id}` : sql`b.finance_type_id = ${id}`
  const { rows } = await sql<IncomeMonth>`
    select to_char(b.due_date, 'YYYY-MM') as month, count(*)::int as bills, sum(${netSql('b')})::float8 as asked,
      sum(b.received)::float8 as received
    from bills_to_receive b join clients c on c.id = b.client_id
    where b.deleted_at is null and b.active and not b.called_off and ${which} and b.client_id = any(${seen}::bigint[])
      and b.due_date >= date_trunc('month', ${sql.raw(todaySql)}) - interval '11 months'
      and b.due_date < date_trunc('month', ${sql.raw(todaySql)}) + interval '1 month'
    group by 1 order by 1 desc`.execute(ctx.sql)
  return rows
}

const ofPlan = serve(readPlanIncome, async (ctx, { id: key }) => {
  const id = await ctx.rows(plans).locate(key)
  const seen = await seenClients(ctx)
  const { rows } = await sql<{ clients: number; monthly: number }>`
    select count(*)::int as clients, coalesce(sum(contract_value), 0)::float8 as monthly from clients
    where plan_id = ${id} and active and id = any(${seen}::bigint[])`.execute(ctx.sql)
  return { clients: 0, monthly: 0, ...rows[0], months: await monthsOf(ctx, seen, 'plan', id) }
})

const ofType = serve(readTypeIncome, async (ctx, { id: key }) => {
  const id = await ctx.rows(financeTypes).locate(key)
  const seen = await seenClients(ctx)
  return { clients: 0, monthly: 0, months: await monthsOf(ctx, seen, 'finance_type', id) }
})

/** The answer lists this many days. */
const shownDays = 60
const ofAccount = serve(readAccountMoney, async (ctx, { id: key }) => {
  const id = await ctx.rows(checkingAccounts).locate(key)
  const seen = await seenClients(ctx)
  const { rows } = await sql<AccountDay>`
    select day::text as day, payments, value::float8 as value, (sum(value) over (order by day))::float8 as balance from (
      select p.paid_on as day, count(*)::int as payments, sum(p.value) as value
      from bill_payments p join bills_to_receive b on b.id = p.bill_id
      where p.checking_account_id = ${id} and p.deleted_at is null and p.reversed_at is null
        and b.deleted_at is null and b.client_id = any(${seen}::bigint[])
      group by p.paid_on) d
    order by day desc`.execute(ctx.sql)
  return {
    payments: rows.reduce((sum, each) => sum + each.payments, 0),
    received: rows[0]?.balance ?? 0,
    days: rows.slice(0, shownDays),
  }
})

export const incomeOperations: readonly AnyOperation[] = [ofPlan, ofType, ofAccount]

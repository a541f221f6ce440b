import { sql, type RawBuilder } from 'kysely'
import {
  readAccountMoney,
  readPlanIncome,
  readTypeIncome,
  type AccountDay,
} from '#features/billing/bills/income/api.ts'
import { leftSql, netSql } from '#features/billing/bills/bill/sums.server.ts'
import type { IncomeMonth } from '#features/billing/bills/income/schema.ts'
import { visibleClients } from '#features/billing/bills/billing/billing.server.ts'
import { checkingAccounts } from '#features/billing/bills/slip/accounts.ts'
import { financeTypes, plans } from '#features/lookups.ts'
import { todaySql } from '#server/days.ts'
import type { AnyOperation, Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

async function seenClients(ctx: Ctx) {
  refuseOutsiders(ctx)
  return [...(await visibleClients(ctx))]
}

interface IncomeQuestion {
  /** Clients whose bills the reader may sum. */
  readonly seen: readonly number[]
  /** Months before this one, and after it. */
  readonly back: number
  readonly ahead: number
  /** SQL: which of their bills `b`, of clients `c`. */
  readonly which?: RawBuilder<unknown>
}
/** By month, the newest first: what bills that fall due in it ask, what of them was settled, and what nobody paid yet. */
export async function incomeByMonth(ctx: Ctx, { seen, back, ahead, which = sql`true` }: IncomeQuestion) {
  const { rows } = await sql<IncomeMonth>`
    select to_char(b.due_date, 'YYYY-MM') as month, count(*)::int as bills, sum(${netSql('b')})::float8 as asked,
      sum(b.received)::float8 as received, coalesce(sum(${leftSql('b')}) filter (where not b.downloaded), 0)::float8 as left
    from bills_to_receive b join clients c on c.id = b.client_id
    where b.deleted_at is null and b.active and not b.called_off and ${which} and b.client_id = any(${[...seen]}::bigint[])
      and b.due_date >= (date_trunc('month', ${sql.raw(todaySql)}) - make_interval(months => ${back}))::date
      and b.due_date < (date_trunc('month', ${sql.raw(todaySql)}) + make_interval(months => ${ahead + 1}))::date
    group by 1 order by 1 desc`.execute(ctx.sql)
  return rows
}
/** This month and the eleven before it. */
const year = { back: 11, ahead: 0 } as const

const ofPlan = serve(readPlanIncome, async (ctx, { id: key }) => {
  const id = await ctx.rows(plans).locate(key)
  const seen = await seenClients(ctx)
  const { rows } = await sql<{ clients: number; monthly: number }>`
    select count(*)::int as clients, coalesce(sum(contract_value), 0)::float8 as monthly from clients
    where plan_id = ${id} and active and id = any(${seen}::bigint[])`.execute(ctx.sql)
  return {
    clients: 0,
    monthly: 0,
    ...rows[0],
    months: await incomeByMonth(ctx, { seen, ...year, which: sql`c.plan_id = ${id}` }),
  }
})

const ofType = serve(readTypeIncome, async (ctx, { id: key }) => {
  const id = await ctx.rows(financeTypes).locate(key)
  const seen = await seenClients(ctx)
  const months = await incomeByMonth(ctx, { seen, ...year, which: sql`b.finance_type_id = ${id}` })
  return { clients: 0, monthly: 0, months }
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

import { firstDueInTime } from '#kernel/calendar.ts'
import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { listQuery } from '#kernel/page.ts'
import {
  courseMonths,
  defaultDays,
  dueBands,
  expectedMonths,
  monthsAhead,
  shownMonths,
} from '#features/billing/bills/receivables/ageing.ts'
import { readReceivables, type Receivables } from '#features/billing/bills/receivables/api.ts'
import { billingTerms, contractsOf } from '#features/billing/bills/billing/billing.server.ts'
import { billOf, isPlanned, linesTotal } from '#features/billing/bills/billing/contracts.ts'
import { incomeByMonth } from '#features/billing/bills/income/income.server.ts'
import { isLateSql } from '#features/billing/bills/bill/state.server.ts'
import { leftSql, netSql } from '#features/billing/bills/bill/sums.server.ts'
import { clientLimit, clients } from '#features/clients/clients/clients.ts'
import { previous, type Period } from '#parts/period/period.ts'
import type { Ctx } from '#server/operation.ts'
import { refuseOutsiders } from '#server/outsiders.ts'
import { serve } from '#server/serve.ts'

const debtorsShown = 50

const monthOf = ({ year, month }: Period) => `${year}-${String(month).padStart(2, '0')}`

interface OpenSum {
  readonly company: string | null
  readonly due: string
  readonly bills: number
  readonly left: number
}

/** What is owed by the day it falls due on, in whole cents, of the clients its reader sees. */
async function openByDay(ctx: Ctx, seen: readonly number[]): Promise<readonly OpenSum[]> {
  const { rows } = await sql<OpenSum>`
    select e.nome_fantasia as company, b.due_date::text as due, count(*)::int as bills, (100 * sum(${leftSql('b')}))::float8 as left
    from bills_to_receive b join clients c on c.id = b.client_id left join empresas e on e.id = c.empresa_responsavel_id
    where b.deleted_at is null and not b.downloaded and not b.called_off and b.active and b.client_id = any(${[...seen]}::bigint[])
    group by 1, 2`.execute(ctx.sql)
  return rows
}

/** Sums bills due in these days by company: net value and unpaid part. */
async function yearOf(ctx: Ctx, seen: readonly number[], { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ company: string | null; asked: number; unpaid: number }>`
    select e.nome_fantasia as company, sum(${netSql('b')})::float8 as asked,
      coalesce(sum(${leftSql('b')}) filter (where not b.downloaded), 0)::float8 as unpaid
    from bills_to_receive b join clients c on c.id = b.client_id left join empresas e on e.id = c.empresa_responsavel_id
    where b.deleted_at is null and not b.called_off and b.active and b.due_date between ${from}::date and ${to}::date
      and b.client_id = any(${[...seen]}::bigint[])
    group by 1`.execute(ctx.sql)
  return rows
}

async function debtorsOf(ctx: Ctx, seen: readonly number[]): Promise<Receivables['debtors']> {
  const { rows } = await sql<Receivables['debtors'][number]>`
    select json_build_object('id', c.id, 'uuid', c.uuid, 'name', c.name) as client, count(*)::int as bills,
      sum(${leftSql('b')})::float8 as left, min(b.due_date)::text as since
    from bills_to_receive b join clients c on c.id = b.client_id
    where b.deleted_at is null and not b.downloaded and not b.called_off and b.active and ${sql.raw(isLateSql('b.due_date'))}
      and b.client_id = any(${[...seen]}::bigint[])
    group by c.id order by sum(${leftSql('b')}) desc, c.id limit ${debtorsShown}`.execute(ctx.sql)
  return rows
}

const addUp = (rows: readonly OpenSum[]) => ({
  bills: rows.reduce((all, row) => all + row.bills, 0),
  left: Math.round(rows.reduce((all, row) => all + row.left, 0)) / 100,
})
const within = (rows: readonly OpenSum[], from: string | null, to: string | null) =>
  rows.filter(({ due }) => (from === null || due >= from) && (to === null || due <= to))

/** What is expected of contracts nobody billed yet, month by month of their due days. */
async function expectedOf(ctx: Ctx, today: string) {
  const terms = await billingTerms(ctx)
  const found = []
  for (const ahead of monthsAhead(today)) {
    const month = terms.due === 'mesmo' ? ahead.month : previous(ahead.month)
    const planned = (await contractsOf(ctx, monthOf(month)))
      .map(each => billOf(each, { ...terms, month, today }))
      .filter(isPlanned)
    found.push({
      ...ahead,
      month: monthOf(ahead.month),
      competence: monthOf(month),
      contracts: planned.length,
      expected: linesTotal(planned.map(({ total }) => ({ value: total }))),
    })
  }
  return found
}

/** What came in and what is open by the month it falls due in; a month without bills is there with nothing. */
async function courseOf(ctx: Ctx, seen: readonly number[], today: string, open: readonly OpenSum[]) {
  const found = await incomeByMonth(ctx, { seen, back: shownMonths, ahead: expectedMonths - 1 })
  const late = within(open, null, defaultDays(today).to)
  return courseMonths(today).map(month => ({
    ...(found.find(each => each.month === month) ?? { month, bills: 0, asked: 0, received: 0, left: 0 }),
    late: addUp(late.filter(({ due }) => due.startsWith(month))).left,
  }))
}

const receivables = serve(readReceivables, async ctx => {
  refuseOutsiders(ctx)
  const today = dayIn(new Date()).day
  const seen = await ctx.rows(clients).keys(listQuery(clients, { pagination: 'false', columns: 'name' }), clientLimit)
  const open = await openByDay(ctx, seen)
  const year = defaultDays(today)
  const inTime = firstDueInTime(today)
  const asked = await yearOf(ctx, seen, year)
  const companies = [...new Set([...open, ...asked].map(({ company }) => company))].toSorted((a, b) =>
    (a ?? '~').localeCompare(b ?? '~', 'pt-BR'),
  )
  return {
    today,
    year,
    bands: dueBands(today).map(band => ({ ...band, ...addUp(within(open, band.from, band.to)) })),
    months: (await expectedOf(ctx, today)).map(each => ({ ...each, ...addUp(within(open, each.from, each.to)) })),
    course: await courseOf(ctx, seen, today, open),
    companies: companies.map(company => {
      const those = open.filter(each => each.company === company)
      const sums = asked.find(each => each.company === company)
      return {
        company,
        late: addUp(those.filter(({ due }) => due < inTime)),
        coming: addUp(those.filter(({ due }) => due >= inTime)),
        asked: sums?.asked ?? 0,
        unpaid: sums?.unpaid ?? 0,
      }
    }),
    debtors: await debtorsOf(ctx, seen),
  }
})

export const ageingOperations = [receivables] as const

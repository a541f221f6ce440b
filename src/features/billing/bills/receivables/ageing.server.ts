import { firstDueInTime } from '#kernel/calendar.ts'
import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import {
  courseMonths,
  defaultDays,
  dueBands,
  monthsAhead,
  shownDays,
} from '#features/billing/bills/receivables/ageing.ts'
import { readReceivables, type Receivables } from '#features/billing/bills/receivables/api.ts'
import { billingTerms, contractsByMonth, visibleClients } from '#features/billing/bills/billing/billing.server.ts'
import { billOf, isPlanned, linesTotal } from '#features/billing/bills/billing/contracts.ts'
import { isLateSql } from '#features/billing/bills/bill/state.server.ts'
import { leftSql, netSql } from '#features/billing/bills/bill/sums.server.ts'
import { previous, type Period } from '#parts/period/period.ts'
import { amongSql } from '#parts/among/among.server.ts'
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
/** Bills that fall due on a day, of a company: all of them, and those nobody paid. Money is in whole cents. */
interface DueSum extends OpenSum {
  /** How many of them are open: `bills` counts the paid too. */
  readonly open: number
  readonly asked: number
  readonly received: number
}

/**
 * The bills of the clients its reader sees, by the day they fall due on, in one pass for all that is shown of them. What is open is
 * summed whenever it falls due, what is paid only between these days.
 */
async function sumsByDay(ctx: Ctx, ids: readonly number[], { from, to }: { from: string; to: string }) {
  const { rows } = await sql<DueSum>`
    select e.nome_fantasia as company, d.due_date::text as due, d.bills, d.open, d.asked, d.received, d.left
    from (
      select c.empresa_responsavel_id as company_id, b.due_date, count(*)::int as bills,
        (count(*) filter (where not b.downloaded))::int as open, (100 * sum(${netSql('b')}))::float8 as asked,
        (100 * sum(b.received))::float8 as received,
        coalesce(100 * sum(${leftSql('b')}) filter (where not b.downloaded), 0)::float8 as left
      from bills_to_receive b join clients c on c.id = b.client_id and ${amongSql('c.id', ids)}
      where b.deleted_at is null and not b.called_off and b.active
        and (not b.downloaded or b.due_date between ${from}::date and ${to}::date)
      group by 1, 2) d
    left join empresas e on e.id = d.company_id`.execute(ctx.sql)
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
const within = <T extends OpenSum>(rows: readonly T[], from: string | null, to: string | null): readonly T[] =>
  rows.filter(({ due }) => (from === null || due >= from) && (to === null || due <= to))

/** What is expected of contracts nobody billed yet, month by month of their due days. */
async function expectedOf(ctx: Ctx, ids: readonly number[], today: string) {
  const terms = await billingTerms(ctx)
  const months = monthsAhead(today).map(ahead => ({
    ...ahead,
    billed: terms.due === 'mesmo' ? ahead.month : previous(ahead.month),
  }))
  const contracts = await contractsByMonth(
    ctx,
    months.map(({ billed }) => monthOf(billed)),
    ids,
  )
  return months.map(({ month, from, to, billed }) => {
    const choice = { ...terms, month: billed, today }
    const competence = monthOf(billed)
    const planned = (contracts.get(competence) ?? []).map(each => billOf(each, choice)).filter(isPlanned)
    return {
      month: monthOf(month),
      from,
      to,
      competence,
      contracts: planned.length,
      expected: linesTotal(planned.map(({ total }) => ({ value: total }))),
    }
  })
}

/** What came in and what is open by the month it falls due in; a month without bills is there with nothing. */
function courseOf(sums: readonly DueSum[], today: string) {
  const { to } = defaultDays(today)
  return courseMonths(today).map(month => {
    const those = sums.filter(({ due }) => due.startsWith(month))
    return {
      month,
      bills: those.reduce((all, { bills }) => all + bills, 0),
      asked: reaisOf(those, 'asked'),
      received: reaisOf(those, 'received'),
      left: reaisOf(those, 'left'),
      late: reaisOf(within(those, null, to), 'left'),
    }
  })
}
const reaisOf = (sums: readonly DueSum[], of: 'asked' | 'received' | 'left') =>
  sums.reduce((all, each) => all + each[of], 0) / 100

const receivables = serve(readReceivables, async ctx => {
  refuseOutsiders(ctx)
  const today = dayIn(new Date()).day
  const ids = await visibleClients(ctx)
  const year = defaultDays(today)
  const inTime = firstDueInTime(today)
  const [sums, expected, debtors] = await Promise.all([
    sumsByDay(ctx, ids, shownDays(today)),
    expectedOf(ctx, ids, today),
    debtorsOf(ctx, ids),
  ])
  const open: readonly OpenSum[] = sums.flatMap(each => (each.open ? [{ ...each, bills: each.open }] : []))
  const dueInYear = within(sums, year.from, year.to)
  const companies = [...new Set([...open, ...dueInYear].map(({ company }) => company))].toSorted((a, b) =>
    (a ?? '~').localeCompare(b ?? '~', 'pt-BR'),
  )
  return {
    today,
    year,
    bands: dueBands(today).map(band => ({ ...band, ...addUp(within(open, band.from, band.to)) })),
    months: expected.map(each => ({ ...each, ...addUp(within(open, each.from, each.to)) })),
    course: courseOf(sums, today),
    companies: companies.map(company => {
      const those = open.filter(each => each.company === company)
      const billed = dueInYear.filter(each => each.company === company)
      return {
        company,
        late: addUp(those.filter(({ due }) => due < inTime)),
        coming: addUp(those.filter(({ due }) => due >= inTime)),
        asked: reaisOf(billed, 'asked'),
        unpaid: reaisOf(billed, 'left'),
      }
    }),
    debtors,
  }
})

export const ageingOperations = [receivables] as const

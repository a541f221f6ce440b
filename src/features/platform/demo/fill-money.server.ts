import { bankDayFrom } from '#kernel/calendar.ts'
import { sql } from 'kysely'
import { bills } from '#features/billing/bills/bill/bills.ts'
import { chargeOn } from '#features/billing/bills/bill/charges.ts'
import { billingDay } from '#features/billing/bills/billing/contracts.ts'
import { billPayments, type PaymentMethod } from '#features/billing/bills/payments/payments.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { daysFrom } from '#features/platform/demo/days.ts'
import type { Office } from '#features/platform/demo/base.ts'
import { howPaid, paysFor } from '#features/platform/demo/money.ts'
import type { DemoProvider } from '#features/platform/demo/providers.ts'
import { sow } from '#features/platform/demo/sow.server.ts'
import { periodOf, previous, shift } from '#parts/period/period.ts'
import type { Sql } from '#server/operation.ts'

/** Months that were billed, the last of which falls due in this one. */
const billed = 7
const methods: readonly PaymentMethod[] = ['pix', 'boleto', 'pix', 'transferencia']
const rates = { fine: 2, interest: 1 }
const moment = (day: string, hour = '10') => `${day}T${hour}:15:00-03:00`

/** A bill of one month of one provider, and what came in for it. */
function billOfMonth({ index, empresa }: DemoProvider, monthsAgo: number, today: string) {
  const { value, day, extras } = paysFor(index)
  const month = shift(periodOf(today), -monthsAgo)
  const due = billingDay(day, month)
  const total = (cents(value) + extras.reduce((sum, each) => sum + cents(each.value), 0)) / 100
  const how = due >= today ? 'not' : howPaid(index, monthsAgo)
  const last = bankDayFrom(due)
  const late = daysFrom(last, 2 + (index % 9))
  const paid_on = how === 'late' ? (late > today ? today : late) : last > today ? today : last
  const paid = how === 'part' ? cents(total / 2) : ['on-time', 'late', 'reversed'].includes(how) ? cents(total) : 0
  const charge = chargeOn(paid, due, paid_on, rates)
  return { due, total, how, paid_on, paid, charge, month: previous(month), index, empresa, value, extras }
}

/** Writes what was billed by the contracts and what came in, as a consultancy has it on any day of the month. */
export async function fillMoney(db: Sql, all: readonly DemoProvider[], { known, clients, users, today }: Office) {
  const { rows: accounts } = await sql<{ id: number }>`select id from checking_accounts order by id`.execute(db)
  // The second company billed this month already, and the first has yet to.
  const told = all
    .filter(({ active }) => active)
    .flatMap(provider =>
      Array.from({ length: billed + (provider.empresa === 1 ? 1 : 0) }, (_, n) =>
        billOfMonth(provider, billed - 1 - n, today),
      ),
    )
  const ids = await sow(
    db,
    bills,
    told.map(({ index, month, due, total, how, paid, paid_on, value, extras, empresa }, at) => {
      const stands = how === 'reversed' ? 0 : paid
      const isPaid = stands === cents(total)
      return {
        client_id: clients[index] ?? 0,
        finance_type_id: known('finance_types', 'mensalidade'),
        checking_account_id: accounts[empresa]?.id ?? null,
        issue_date: daysFrom(due, -15) > today ? today : daysFrom(due, -15),
        due_date: due,
        value: total,
        billet_number: String(240_000 + at),
        items: [{ name: 'Mensalidade', value }, ...extras],
        competence: `${month.year}-${String(month.month).padStart(2, '0')}`,
        received: stands / 100,
        downloaded: isPaid,
        downloaded_at: isPaid ? moment(paid_on) : null,
        paid_on: isPaid ? paid_on : null,
        called_off: how === 'called-off',
        called_off_at: how === 'called-off' ? moment(due) : null,
        fixed: paid > 0 || how === 'called-off',
        created_at: moment(daysFrom(due, -15) > today ? today : daysFrom(due, -15), '00'),
      }
    }),
  )
  const received = told.flatMap(({ paid, paid_on, charge, how, index, empresa }, at) => {
    if (paid === 0) return []
    const { fine, interest } = charge
    return [
      {
        bill_id: ids[at] ?? 0,
        paid_on,
        value: (paid + fine + interest) / 100,
        settled: paid / 100,
        fine: fine / 100,
        interest: interest / 100,
        fine_due: fine / 100,
        interest_due: interest / 100,
        method: methods[index % methods.length] ?? 'pix',
        checking_account_id: accounts[empresa]?.id ?? null,
        source: 'manual',
        reference: `demo-${at}`,
        user_id: users[1] ?? null,
        created_at: moment(paid_on),
        ...(how === 'reversed' && {
          reversed_at: moment(today, '09'),
          reversed_by_id: users[0] ?? null,
          reason: 'Pix devolvido pelo banco: lançado na conta errada.',
        }),
      },
    ]
  })
  await sow(db, billPayments, received)
  await tellRun(db, users[1] ?? null, today.slice(0, 7), `${today}T00:10:00-03:00`)
}

/** Writes this month's billing run, which users can undo. */
const tellRun = (db: Sql, user: number | null, competence: string, at: string) =>
  sql`
    with run as (insert into bill_runs (competence, user_id, created_at) values (${competence}, ${user}, ${at}) returning id)
    update bills_to_receive set run_id = (select id from run) where competence = ${competence}`.execute(db)

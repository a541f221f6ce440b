import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showCompetence, showMoney } from '#kernel/show.ts'
import { bills, type Bill } from '#features/billing/bills/bill/bills.ts'
import { serviceCents } from '#features/billing/bills/bill/service-value.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { issuerFacts } from '#features/billing/invoices/facts.server.ts'
import { serviceInvoices, type ServiceInvoice } from '#features/billing/invoices/invoices.ts'
import { issueInvoice } from '#features/billing/invoices/issue.server.ts'
import { lastDay, periodOf, type Period } from '#parts/period/period.ts'
import type { Ctx, Sql } from '#server/operation.ts'
import type { Key, Versioned } from '#server/rows.ts'

/** The last day of a month, and today where that is still to come: no note is of a day that has not come. */
function competenceOf(month: Period, today: string) {
  const last = lastDay(month)
  return last < today ? last : today
}

/** The note of a bill; one that was cancelled is none. */
async function noteOfBill(db: Sql, bill: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from service_invoices
    where bill_id = ${bill} and state <> 'cancelada' and deleted_at is null order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** What the bill is for, its month, and a discount that the value has already lost: the note has to state it. */
function descriptionOf(bill: Bill, { year, month }: Period) {
  const names = bill.items.map(({ name }) => name)
  const discount = cents(bill.value) - serviceCents(bill)
  return [
    `${names.length ? names.join('; ') : bill.finance_type.name}. Competência ${showCompetence(year, month)}.`,
    ...(discount > 0 ? [`Desconto incondicional de ${showMoney(discount / 100)}, já abatido do valor.`] : []),
  ].join(' ')
}

/**
 * Issues the note of a bill in the caller's transaction, over its items, the price of its service and its month; one that is there already is answered.
 * `service`: national code; where it is null, the only service of the company.
 */
export async function issueNoteOfBill(
  ctx: Ctx,
  which: Key,
  service: string | null,
): Promise<{ readonly note: Versioned<ServiceInvoice>; readonly fresh: boolean }> {
  const { id } = await ctx.rows(bills).hold(which)
  const known = await noteOfBill(ctx.sql, id)
  if (known !== null) return { note: await ctx.rows(serviceInvoices).find(known), fresh: false }
  const bill = await ctx.rows(bills).find(id)
  if (bill.called_off) throw problem('conflict', 'Esta conta foi cancelada.')
  const key = `bill:${id}`
  const { rows } = await sql<{ company: number | null; gone: boolean }>`
    select c.empresa_responsavel_id::float8 as company,
      exists (select 1 from service_invoices n where n.key = ${key}) as gone
    from clients c where c.id = ${bill.client_id}`.execute(ctx.sql)
  if (rows[0]?.gone)
    throw problem('conflict', 'A nota desta conta foi cancelada: se outra é devida, emita-a em Notas de serviço.')
  const company = rows[0]?.company ?? null
  if (company === null)
    throw invalid({ client: 'Falta dizer que empresa responde pelo cliente: é ela que emite a nota.' })
  const { services } = await issuerFacts(ctx.sql, ctx.config, company)
  const chosen = service ?? (services.length === 1 ? services[0]?.codigo : undefined)
  if (chosen === undefined && services.length)
    throw invalid({ service: `A empresa presta ${services.length} serviços: escolha de qual é a nota.` })
  const month = periodOf(bill.competence ? `${bill.competence}-01` : bill.due_date)
  const note = await issueInvoice(ctx, {
    client_id: bill.client_id,
    empresa_id: company,
    bill_id: id,
    key,
    value: serviceCents(bill) / 100,
    description: descriptionOf(bill, month),
    service: chosen ?? '',
    competence: competenceOf(month, dayIn(new Date()).day),
  })
  return { note, fresh: true }
}

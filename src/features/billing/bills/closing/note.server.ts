import { sql } from 'kysely'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { invalid, problem } from '#kernel/problem.ts'
import { showCompetence, showMoney } from '#kernel/show.ts'
import { bills, type Bill } from '#features/billing/bills/bill/bills.ts'
import { serviceCents } from '#features/billing/bills/bill/service-value.ts'
import { cents } from '#features/billing/bills/bill/standing.ts'
import { correctNote } from '#features/billing/invoices/api.ts'
import { issuerFacts } from '#features/billing/invoices/facts.server.ts'
import { serviceInvoices } from '#features/billing/invoices/invoices.ts'
import { issueInvoice, layInvoice, reissueInvoice } from '#features/billing/invoices/issue.server.ts'
import { lastDay, periodOf, type Period } from '#parts/period/period.ts'
import type { Ctx, Sql } from '#server/operation.ts'
import type { Key } from '#server/rows.ts'

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

/** Sends a rejected note again as client and company are now, or puts one back that the queue gave up; any other stays as it is. */
async function issueAgain(ctx: Ctx, id: number, billKey: string, service: string | null) {
  const held = await ctx.rows(serviceInvoices).hold(id)
  if (held.state === 'pendente' || held.state === 'processando') await layInvoice(ctx, held, 'emitir')
  if (held.state !== 'rejeitada') return
  if (!can(ctx.user, correctNote.id))
    throw problem('forbidden', 'A nota foi rejeitada, e quem pediu o fechamento não corrige notas.')
  const { value, description, service_code, competence, iss_percent, iss_retained, key } = held
  // A note of a closing has the rate of its company: a wrong one is put right there, for all its notes.
  const own = key === billKey ? {} : { iss_percent }
  const request = { value, description, service: service ?? service_code, competence, iss_retained, ...own }
  await reissueInvoice(ctx, held, request)
}

/**
 * Issues the note of a bill in the caller's transaction, over its items, the price of its service and its month; one that is there already is sent again
 * where it was rejected. `service`: national code; where it is null, the only service of the company.
 */
export async function issueNoteOfBill(ctx: Ctx, which: Key, service: string | null): Promise<void> {
  const { id } = await ctx.rows(bills).hold(which)
  const key = `bill:${id}`
  const known = await noteOfBill(ctx.sql, id)
  if (known !== null) return issueAgain(ctx, known, key, service)
  const bill = await ctx.rows(bills).find(id)
  if (bill.called_off) throw problem('conflict', 'Esta conta foi cancelada.')
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
  await issueInvoice(ctx, {
    client_id: bill.client_id,
    empresa_id: company,
    bill_id: id,
    key,
    value: serviceCents(bill) / 100,
    description: descriptionOf(bill, month),
    service: chosen ?? '',
    competence: competenceOf(month, dayIn(new Date()).day),
  })
}

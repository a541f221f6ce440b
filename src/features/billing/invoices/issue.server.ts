import { sql } from 'kysely'
import { problem, invalid } from '#kernel/problem.ts'
import { grouped } from '#kernel/grouped.ts'
import { clients } from '#features/clients/clients/clients.ts'
import { emitters, empresas, environments } from '#features/people/empresas/empresas.ts'
import { dpsId } from '#features/billing/invoices/dps/dps.ts'
import { issuerFacts, takerFacts } from '#features/billing/invoices/facts.server.ts'
import { serviceInvoices, type ServiceInvoice } from '#features/billing/invoices/invoices.ts'
import { planInvoice, type InvoiceRequest, noteFields } from '#features/billing/invoices/plan.ts'
import { houseOf, type InvoiceLack, type IssuerFacts } from '#features/billing/invoices/issuer.ts'
import { invoiceSource, keepSource, type InvoiceSource } from '#features/billing/invoices/source.server.ts'
import { enqueue, type QueuedItem } from '#parts/integration/enqueue.server.ts'
import { record } from '#server/audit.ts'
import type { Ctx } from '#server/operation.ts'
import type { Versioned } from '#server/rows.ts'

/** An order of a note has a `key`: a repeated order with the same key issues it once. */
export interface InvoiceOrder extends InvoiceRequest {
  readonly client_id: number
  readonly empresa_id: number
  readonly key: string
  /** The note it takes the place of, with who issued it. */
  readonly replaced?: Pick<ServiceInvoice, 'id' | 'emitter' | 'environment'>
  readonly bill_id?: number
}

/** Throws a 422 that names every field that is lacking or wrong. */
export function refuseLacks(lacks: readonly InvoiceLack[]) {
  if (!lacks.length) return
  const byField = grouped(lacks, ({ field }) => field)
  throw invalid(Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ message }) => message)])))
}

/** Throws a 422 where client or company are not the user's to see, or out of use. */
export async function refuseStrangers(
  ctx: Ctx,
  { client_id, empresa_id }: Pick<InvoiceOrder, 'client_id' | 'empresa_id'>,
) {
  const [client, company] = [await ctx.rows(clients).seek(client_id), await ctx.rows(empresas).seek(empresa_id)]
  if (!client) throw invalid({ client_id: 'Este cliente não existe, ou não é seu para ver.' })
  if (!company) throw invalid({ empresa_id: 'Esta empresa não existe, ou não é sua para ver.' })
  if (!client.active) throw invalid({ client_id: 'O cliente está inativo: reative antes de emitir.' })
  if (!company.active) throw invalid({ empresa_id: 'A empresa está inativa: reative antes de emitir.' })
}

/**
 * Makes a note and queues it, in the caller's transaction: a rollback takes no number. Throws a 422 that names each missing field
 * before it takes one. A repeated key answers the existing note.
 */
export async function issueInvoice(ctx: Ctx, order: InvoiceOrder): Promise<Versioned<ServiceInvoice>> {
  const { client_id, empresa_id, key } = order
  await refuseStrangers(ctx, order)
  // Numbers of a company are taken one after another.
  await sql`select 1 from empresas where id = ${empresa_id} for no key update`.execute(ctx.sql)
  const known = await issuedUnder(ctx, order)
  if (known) return known
  const issuer = await issuerFacts(ctx.sql, ctx.config, empresa_id)
  if (order.replaced) refuseOtherEmitter(order.replaced, issuer)
  const taker = await takerFacts(ctx.sql, { client: client_id, empresa: empresa_id }, issuer.emitter)
  const { lacks, dps } = planInvoice(order, issuer, taker, new Date())
  refuseLacks(lacks)
  if (!dps) throw problem('internal')
  await takeNumber(ctx, empresa_id, issuer)
  const row = await ctx.rows(serviceInvoices).create({
    client_id,
    empresa_id,
    bill_id: order.bill_id ?? null,
    key,
    emitter: issuer.emitter,
    environment: issuer.environment,
    series: dps.series,
    number: dps.number,
    state: 'pendente',
    user_id: ctx.user.id || null,
    replaces_id: order.replaced?.id ?? null,
    ...noteFields(dps),
  })
  await keepSource(ctx.sql, row.id, dps)
  await layInvoice(ctx, row, 'emitir')
  return row
}

/**
 * Makes a rejected note anew from what company and client are now, under its number, and queues it, in the caller's transaction. Who
 * calls it has locked the note. Throws a 422 that names each missing field.
 */
export async function reissueInvoice(
  ctx: Ctx,
  held: Versioned<ServiceInvoice>,
  request: InvoiceRequest,
): Promise<Versioned<ServiceInvoice>> {
  const { series, number: next, emitter, environment } = held
  const issuer = { ...(await issuerFacts(ctx.sql, ctx.config, held.empresa_id)), series, next, emitter, environment }
  // The note that it replaces is not read again.
  const replaces = (await invoiceSource(ctx.sql, held.id))?.dps.replaces
  const taker = await takerFacts(ctx.sql, { client: held.client_id, empresa: held.empresa_id }, emitter)
  const { lacks, dps } = planInvoice({ ...request, ...(replaces && { replaces }) }, issuer, taker, new Date())
  refuseLacks(lacks)
  if (!dps) throw problem('internal')
  const changed = { ...noteFields(dps), state: 'pendente', rejections: [] } as const
  const saved = await ctx.rows(serviceInvoices).update(held.id, changed, undefined, 'corrigir')
  await keepSource(ctx.sql, held.id, dps)
  await layInvoice(ctx, saved, 'emitir')
  return saved
}

/** Throws a 409: who issued a note alone knows it, and puts another in its place. */
function refuseOtherEmitter(replaced: Pick<ServiceInvoice, 'emitter' | 'environment'>, issuer: IssuerFacts) {
  if (replaced.emitter === issuer.emitter && replaced.environment === issuer.environment) return
  const of = (at: Pick<IssuerFacts, 'emitter' | 'environment'>) =>
    `${emitters[at.emitter]}, ${environments[at.environment].toLowerCase()}`
  throw problem(
    'conflict',
    `A nota é de ${of(replaced)}, e a empresa emite hoje por ${of(issuer)}: só quem emitiu a nota a substitui.`,
  )
}

async function issuedUnder(ctx: Ctx, { key, client_id, empresa_id, value }: InvoiceOrder) {
  const { rows } = await sql<{ id: number; same: boolean }>`
    select id, client_id = ${client_id} and empresa_id = ${empresa_id} and value = ${value} as same
    from service_invoices where key = ${key}`.execute(ctx.sql)
  const [found] = rows
  if (!found) return null
  if (!found.same) throw problem('conflict', 'Este pedido já gerou outra nota, de outro cliente, empresa ou valor.')
  return ctx.rows(serviceInvoices).find(found.id)
}

async function takeNumber(ctx: Ctx, empresa: number, { next, series }: IssuerFacts) {
  await sql`
    update empresas set serie = ${series}, proximo_numero = ${next + 1}, version = version + 1, updated_at = now()
    where id = ${empresa}`.execute(ctx.sql)
  await record(ctx, empresas, empresa, 'numerar', { proximo_numero: [next, next + 1] })
}

export type InvoiceAct = 'emitir' | 'cancelar'

/** What surrounds what is sent: where to, as which file, and which of the client's own fields are in it. */
const surroundingsOf = ({ environment, emitter, dps }: InvoiceSource, act: InvoiceAct) => ({
  environment,
  file: act === 'emitir' && emitter !== 'asaas' ? `${dpsId(dps)}.xml` : null,
  fields: act === 'emitir' ? dps.mapped : [],
})

/** Lays a note to be issued or cancelled, under a key of its own: what waits already is not laid again. */
export async function layInvoice(
  ctx: Ctx,
  row: Pick<ServiceInvoice, 'id' | 'uuid' | 'name' | 'emitter' | 'client_id' | 'empresa_id'>,
  act: InvoiceAct,
): Promise<QueuedItem> {
  const source = await invoiceSource(ctx.sql, row.id)
  return enqueue(ctx, {
    integration: houseOf[row.emitter],
    name: `${act === 'emitir' ? 'Emitir' : 'Cancelar'} ${row.name}`,
    key: `${row.uuid}:${act}`,
    client_id: row.client_id,
    empresa_id: row.empresa_id,
    about: { text: row.name, path: `/${serviceInvoices.path}/${row.uuid}` },
    payload: { invoice: row.id, act },
    payload_extras: source && surroundingsOf(source, act),
  })
}

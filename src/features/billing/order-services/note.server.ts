import { maskDocument } from '#kernel/brasil.ts'
import { can } from '#kernel/access.ts'
import { dayIn } from '#kernel/clock.ts'
import { join } from '#kernel/text.ts'
import { emitters, environments } from '#features/people/empresas/empresas.ts'
import { issOf } from '#features/billing/invoices/dps/dps.ts'
import { issuerFacts, takerFacts } from '#features/billing/invoices/facts.server.ts'
import type { InvoiceOrder } from '#features/billing/invoices/issue.server.ts'
import { addressLine, planInvoice } from '#features/billing/invoices/plan.ts'
import { issuerWarnings, type InvoiceLack, type IssuerFacts } from '#features/billing/invoices/issuer.ts'
import { asMade, refusedPiece, type OrderRequest, type Piece } from '#features/billing/order-services/piece.server.ts'
import type { OfferedService, OrderedNote } from '#features/billing/order-services/api.ts'
import type { Ctx } from '#server/operation.ts'

/** What an order calls what a note asks. */
const orderFields: Readonly<Record<string, string>> = {
  value: 'valor_servico',
  description: 'descricao_servico',
  service: 'servico',
}

/** Why the invoice cannot be issued: a lack of the order comes first, then one of the issuer, then one of the client. */
function refusalOf(lacks: readonly InvoiceLack[], { client }: OrderRequest) {
  const [ofOrder] = lacks.filter(({ field }) => field in orderFields)
  if (ofOrder) return refusedPiece(orderFields[ofOrder.field] ?? ofOrder.field, ofOrder.message)
  const ofCompany = lacks.filter(({ field }) => field.startsWith('empresa.'))
  const those = ofCompany.length ? ofCompany : lacks
  const missing = those.filter(({ message, label }) => message === `Falta: ${label}.`).map(({ label }) => label)
  const others = those.flatMap(({ message, label }) => (missing.includes(label) ? [] : [message]))
  const text = [...(missing.length ? [`Para a nota falta: ${join(missing)}.`] : []), ...others].join(' ')
  const link = ofCompany.length
    ? { label: 'Acertar na empresa', path: `/empresas/${client.empresa_responsavel?.uuid}` }
    : { label: 'Acertar no cadastro do cliente', path: `/clients/${client.uuid}` }
  return refusedPiece('gerar_nota_fiscal', text, link)
}

/** Which of the company's services the note is of: the one that was chosen, or the only one. */
const serviceOf = ({ servico }: OrderRequest['draft'], { services }: IssuerFacts) =>
  servico ?? (services.length === 1 ? services[0]?.codigo : undefined)

/** The service invoice of an order, as it would be issued today. */
export async function planNote(
  ctx: Ctx,
  order: OrderRequest,
  issuer: IssuerFacts | null,
): Promise<Piece<OrderedNote, Omit<InvoiceOrder, 'key'>>> {
  const { client, draft } = order
  if (!can(ctx.user, 'service-invoices.emitir'))
    return refusedPiece('gerar_nota_fiscal', 'Seu perfil não emite notas: peça a quem cuida das permissões.')
  const { empresa_responsavel_id: empresa_id } = client
  if (empresa_id === null || !issuer)
    return refusedPiece('gerar_nota_fiscal', 'Falta dizer que empresa responde pelo cliente: é ela que emite a nota.', {
      label: 'Dizer no cadastro do cliente',
      path: `/clients/${client.uuid}`,
    })
  if (draft.valor_servico == null) return refusedPiece('valor_servico', 'Diga quanto custa o serviço.')
  if (!draft.descricao_servico) return refusedPiece('descricao_servico', 'Descreva o serviço, como deve sair na nota.')
  const service = serviceOf(draft, issuer)
  if (service === undefined && issuer.services.length)
    return refusedPiece('servico', `A empresa presta ${issuer.services.length} serviços: escolha de qual é a nota.`)
  const now = new Date()
  const given = {
    client_id: client.id,
    empresa_id,
    value: draft.valor_servico,
    description: draft.descricao_servico,
    service: service ?? '',
    competence: dayIn(now).day,
  }
  const facts = await takerFacts(ctx.sql, { client: client.id, empresa: empresa_id }, issuer.emitter)
  const { lacks, dps } = planInvoice(given, issuer, facts, now)
  if (!dps) return refusalOf(lacks, order)
  const { taker } = dps
  return asMade(
    {
      company: dps.issuer.name,
      number: dps.number,
      serie: dps.series,
      service: `${dps.service.code} · ${dps.service.name}`,
      competence: dps.competence,
      value: dps.cents / 100,
      iss_rate: dps.iss,
      iss_value: dps.iss === null ? null : issOf(dps) / 100,
      taker: [taker.name, maskDocument(taker.document), addressLine(taker)],
      warnings: issuerWarnings(issuer, given.competence),
      issuer: `${emitters[issuer.emitter]}, ${environments[issuer.environment].toLowerCase()}`,
    },
    given,
  )
}

export const offeredBy = (issuer: IssuerFacts | null): readonly OfferedService[] =>
  (issuer?.services ?? []).map(({ codigo, descricao }) => ({ codigo, descricao }))

/** Who would issue an order's note; null where nobody answers for its client. */
export const issuerOf = async (ctx: Ctx, { empresa_responsavel_id: empresa }: OrderRequest['client']) =>
  empresa === null ? null : issuerFacts(ctx.sql, ctx.config, empresa)

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayIn } from '#kernel/clock.ts'
import { problem } from '#kernel/problem.ts'
import { empresas } from '#features/people/empresas/empresas.ts'
import {
  cancelNote,
  correctNote,
  issueNote,
  previewNote,
  readIssuer,
  substituteNote,
} from '#features/billing/invoices/api.ts'
import { cancelReasons } from '#features/billing/invoices/dps/event.ts'
import { unopenedOf } from '#features/billing/invoices/credentials.server.ts'
import { issuerFacts, takerFacts } from '#features/billing/invoices/facts.server.ts'
import { issueInvoice, layInvoice, refuseStrangers, reissueInvoice } from '#features/billing/invoices/issue.server.ts'
import { serviceInvoices, type InvoiceState } from '#features/billing/invoices/invoices.ts'
import { addressLine, planInvoice, noteFields } from '#features/billing/invoices/plan.ts'
import { issuerWarnings, lackingOfIssuer } from '#features/billing/invoices/issuer.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The fields of an order that were sent. */
const sentFields = <T extends { readonly iss_percent?: number | null | undefined }>({ iss_percent, ...rest }: T) => ({
  ...rest,
  ...(iss_percent !== undefined && { iss_percent }),
})

const preview = serve(previewNote, async (ctx, { body }) => {
  await refuseStrangers(ctx, body)
  const issuer = await issuerFacts(ctx.sql, ctx.config, body.empresa_id)
  const taker = await takerFacts(ctx.sql, { client: body.client_id, empresa: body.empresa_id }, issuer.emitter)
  const { lacks, dps } = planInvoice(sentFields(body), issuer, taker, new Date())
  const warnings = issuerWarnings(issuer, body.competence)
  if (!dps) return { data: { lacks, warnings, note: null } }
  const { description, value, iss_percent, iss_value, iss_retained, net_value } = noteFields(dps)
  const note = {
    series: dps.series,
    number: dps.number,
    emitter: issuer.emitter,
    environment: issuer.environment,
    issuer: dps.issuer.name,
    town: dps.issuer.townName,
    taker: dps.taker.name,
    document: dps.taker.document,
    address: addressLine(dps.taker),
    service: `${dps.service.code} · ${dps.service.name}`,
    description,
    value,
    iss_percent,
    iss_value,
    iss_retained,
    net_value,
  }
  return { data: { lacks, warnings, note } }
})

const issue = serve(issueNote, async (ctx, { body }) => {
  const issued = await issueInvoice(ctx, { ...sentFields(body), key: `avulsa:${randomUUID()}` })
  return new Answer(201, doneAnswer(201, `${issued.name} na fila de emissão.`, issued))
})

/** Locks the note; throws `conflict` if its state is not in `states`. */
async function holdIn(ctx: Ctx, id: string, states: readonly InvoiceState[], refusal: string) {
  const held = await ctx.rows(serviceInvoices).hold(id)
  if (!states.includes(held.state)) throw problem('conflict', refusal)
  return held
}

const correct = serve(correctNote, async (ctx, { id, body }) => {
  const held = await holdIn(ctx, id, ['rejeitada'], 'Só uma nota rejeitada é corrigida.')
  const saved = await reissueInvoice(ctx, held, sentFields(body))
  return doneAnswer(200, `${saved.name} corrigida, na fila com o mesmo número.`, saved)
})

/** Throws a 409 where another note is on its way to take the place of this one. */
async function refuseSuccessor(ctx: Ctx, id: number) {
  const { rows } = await sql<{ series: number; number: number; state: InvoiceState }>`
    select series, number, state from service_invoices where replaces_id = ${id} and state <> 'cancelada'`.execute(
    ctx.sql,
  )
  const [found] = rows
  if (!found) return
  const dps = `DPS ${found.series}/${found.number}`
  throw problem(
    'conflict',
    found.state === 'rejeitada'
      ? `A ${dps} já ia substituir esta nota e foi rejeitada: corrija-a, ou descarte-a antes.`
      : `A ${dps} já vai substituir esta nota: espere por ela.`,
  )
}

const substitute = serve(substituteNote, async (ctx, { id, body: { code, reason, ...asked } }) => {
  const held = await holdIn(ctx, id, ['autorizada'], 'Só uma nota autorizada é substituída.')
  if (held.emitter === 'asaas') throw problem('conflict', 'O Asaas não substitui notas: cancele esta e emita outra.')
  await refuseSuccessor(ctx, held.id)
  const { client_id, empresa_id, emitter, environment, nfse_number, access_key } = held
  const issued = await issueInvoice(ctx, {
    ...sentFields(asked),
    client_id,
    empresa_id,
    key: `substitui:${held.uuid}:${randomUUID()}`,
    replaced: { id: held.id, emitter, environment },
    ...(held.bill_id !== null && { bill_id: held.bill_id }),
    replaces: { accessKey: access_key, number: nfse_number ?? '', code, words: reason || null },
  })
  return new Answer(201, doneAnswer(201, `${issued.name} na fila, para substituir ${held.name}.`, issued))
})

const cancel = serve(cancelNote, async (ctx, { id, body }) => {
  const held = await holdIn(ctx, id, ['autorizada', 'rejeitada'], 'Só se cancela uma nota autorizada ou rejeitada.')
  await refuseSuccessor(ctx, held.id)
  const reason = `${cancelReasons[body.code]}: ${body.reason}`.slice(0, 255)
  // Of what was refused there is nothing outside to cancel.
  const isThere = held.state === 'autorizada'
  const changed = isThere
    ? ({ state: 'cancelando', cancel_reason: reason, rejections: [] } as const)
    : ({ state: 'cancelada', cancel_reason: reason, cancelled_at: new Date().toISOString() } as const)
  const saved = await ctx.rows(serviceInvoices).update(held.id, changed, undefined, 'cancelar')
  await sql`
      update service_invoice_sources set cancel_code = ${body.code}, cancel_words = ${body.reason}
      where invoice_id = ${held.id}`.execute(ctx.sql)
  if (isThere) await layInvoice(ctx, saved, 'cancelar')
  return doneAnswer(200, isThere ? `Cancelamento de ${saved.name} na fila.` : `${saved.name} descartada.`, saved)
})

const issuerState = serve(readIssuer, async (ctx, { id }) => {
  const empresa = await ctx.rows(empresas).locate(id)
  const issuer = await issuerFacts(ctx.sql, ctx.config, empresa)
  const { rows } = await sql<{ holder: string | null }>`
      select holder from issuer_credentials where empresa_id = ${empresa}`.execute(ctx.sql)
  const { emitter, environment, next, series, iss, services, certificate } = issuer
  const data = {
    lacks: lackingOfIssuer(issuer, new Date()),
    warnings: issuerWarnings(issuer, dayIn(new Date()).day),
    emitter,
    environment,
    next,
    series,
    iss,
    services,
    keeps_secrets: issuer.keepsSecrets,
    has_token: issuer.hasToken,
    unopened: await unopenedOf(ctx.sql, ctx.config, empresa),
    certificate: certificate && {
      valid_until: certificate.validUntil,
      document: certificate.document,
      holder: rows[0]?.holder ?? '',
    },
  }
  return { data }
})

export const issuingOperations = [preview, issue, correct, substitute, cancel, issuerState]

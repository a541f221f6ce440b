import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { boolean, doneJson, integer, list, maybe, rowJson, shape, string } from '#kernel/json.ts'
import { problem } from '#kernel/problem.ts'
import { day } from '#kernel/schema.ts'
import { empresas } from '#features/empresas/empresas.ts'
import { cancelReasons } from '#features/invoices/dps/event.ts'
import { fitInvoiceLine, strangeIn } from '#features/invoices/dps/fits.ts'
import { unopenedOf } from '#features/invoices/credentials.server.ts'
import { issuerFacts, takerFacts } from '#features/invoices/facts.server.ts'
import { issueInvoice, layInvoice, refuseLacks, refuseStrangers } from '#features/invoices/issue.server.ts'
import { serviceInvoices, type InvoiceState } from '#features/invoices/invoices.ts'
import { addressLine, lackingOfIssuer, planInvoice, toldOf } from '#features/invoices/plan.ts'
import { keepSource } from '#features/invoices/source.server.ts'
import { key } from '#server/crud.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const asked = {
  value: z.number('Informe o valor.'),
  description: z.string('Descreva o serviço.').max(20_000),
  service: z.string('Escolha o serviço.').max(6),
  competence: day,
  iss_percent: z.number().nullish(),
  iss_retained: z.boolean().default(false),
}
const order = z.strictObject({
  client_id: z.int('Escolha o cliente.').positive(),
  empresa_id: z.int('Escolha a empresa.').positive(),
  ...asked,
})
const correction = z.strictObject(asked)
const keyed = z.object({ id: key })
const row = rowJson(serviceInvoices)
const calls = { access: 'permission', scope: serviceInvoices } as const
const lackJson = shape({ field: string, label: string, message: string })

/** What an order is, without what nobody said. */
const said = <T extends { readonly iss_percent?: number | null | undefined }>({ iss_percent, ...rest }: T) => ({
  ...rest,
  ...(iss_percent !== undefined && { iss_percent }),
})

const preview = operation<unknown, unknown, z.infer<typeof order>>({
  ...calls,
  id: 'service-invoices.previa',
  summary: 'Ver a nota que seria emitida, e o que falta para ela',
  method: 'POST',
  url: '/api/v1/service-invoices/previa',
  rate: 'read',
  audit: null,
  body: order,
  answers: {
    200: shape({
      data: shape({
        lacks: list(lackJson),
        note: maybe(
          shape({
            series: integer,
            number: integer,
            emitter: string,
            environment: string,
            issuer: string,
            town: string,
            taker: string,
            document: string,
            address: string,
            service: string,
            description: string,
            value: { type: 'number' },
            iss_percent: maybe({ type: 'number' }),
            iss_value: { type: 'number' },
            iss_retained: boolean,
            net_value: { type: 'number' },
          }),
        ),
      }),
    }),
  },
  handle: async (ctx, { body }) => {
    await refuseStrangers(ctx, body)
    const issuer = await issuerFacts(ctx.sql, ctx.config, body.empresa_id)
    const { lacks, dps } = planInvoice(
      said(body),
      issuer,
      await takerFacts(ctx.sql, body.client_id, issuer.emitter),
      new Date(),
    )
    if (!dps) return { data: { lacks, note: null } }
    const { description, value, iss_percent, iss_value, iss_retained, net_value } = toldOf(dps)
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
    return { data: { lacks, note } }
  },
})

const issue = operation<unknown, unknown, z.infer<typeof order>>({
  ...calls,
  id: 'service-invoices.emitir',
  summary: 'Emitir uma nota de serviço',
  method: 'POST',
  url: '/api/v1/service-invoices/emitir',
  rate: 'write',
  audit: 'service-invoices.store',
  body: order,
  answers: { 201: doneJson(row) },
  handle: async (ctx, { body }) => {
    const issued = await issueInvoice(ctx, { ...said(body), key: `avulsa:${randomUUID()}` })
    return new Answer(201, done(201, `${issued.name} na fila de emissão.`, issued))
  },
})

/** The note as it stands, kept from others; refuses one that is not in this state. */
async function holdIn(ctx: Ctx, id: string, states: readonly InvoiceState[], refusal: string) {
  const held = await ctx.rows(serviceInvoices).hold(id)
  if (!states.includes(held.state)) throw problem('conflict', refusal)
  return held
}

const correct = operation<{ id: string }, unknown, z.infer<typeof correction>>({
  ...calls,
  id: 'service-invoices.corrigir',
  summary: 'Corrigir uma nota rejeitada e reenviar com o mesmo número',
  method: 'PUT',
  url: '/api/v1/service-invoices/:id/corrigir',
  rate: 'write',
  audit: 'service-invoices.corrigir',
  params: keyed,
  body: correction,
  answers: { 200: doneJson(row) },
  handle: async (ctx, { params, body }) => {
    const held = await holdIn(ctx, params.id, ['rejeitada'], 'Só uma nota rejeitada é corrigida.')
    const { series, number: next, emitter, environment } = held
    const issuer = { ...(await issuerFacts(ctx.sql, ctx.config, held.empresa_id)), series, next, emitter, environment }
    const { lacks, dps } = planInvoice(
      said(body),
      issuer,
      await takerFacts(ctx.sql, held.client_id, emitter),
      new Date(),
    )
    refuseLacks(lacks)
    if (!dps) throw problem('internal')
    const changed = { ...toldOf(dps), state: 'pendente', rejections: [] } as const
    const saved = await ctx.rows(serviceInvoices).update(held.id, changed, undefined, 'corrigir')
    await keepSource(ctx.sql, held.id, dps)
    await layInvoice(ctx, saved, 'emitir')
    return done(200, `${saved.name} corrigida, na fila com o mesmo número.`, saved)
  },
})

const cancelling = z.strictObject({
  code: z.enum(['1', '2', '9'], 'Escolha o motivo.'),
  reason: z
    .string('Diga por quê.')
    .transform(fitInvoiceLine)
    .pipe(z.string().min(15, 'Explique em ao menos 15 caracteres.').max(255, 'Explique em até 255 caracteres.'))
    .refine(text => !strangeIn(text).length, 'Tire o que a nota não aceita: símbolos e emojis.'),
})

const cancel = operation<{ id: string }, unknown, z.infer<typeof cancelling>>({
  ...calls,
  id: 'service-invoices.cancelar',
  summary: 'Cancelar uma nota de serviço',
  method: 'PUT',
  url: '/api/v1/service-invoices/:id/cancelar',
  rate: 'write',
  audit: 'service-invoices.cancelar',
  params: keyed,
  body: cancelling,
  answers: { 200: doneJson(row) },
  handle: async (ctx, { params, body }) => {
    const held = await holdIn(
      ctx,
      params.id,
      ['autorizada', 'rejeitada'],
      'Só se cancela uma nota autorizada ou rejeitada.',
    )
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
    return done(200, isThere ? `Cancelamento de ${saved.name} na fila.` : `${saved.name} descartada.`, saved)
  },
})

const issuerState = operation<{ id: string }>({
  ...calls,
  id: 'service-invoices.emissor',
  summary: 'Ver o que falta para uma empresa emitir notas',
  method: 'GET',
  url: '/api/v1/service-invoices/emissor/:id',
  rate: 'read',
  audit: null,
  params: keyed,
  answers: {
    200: shape({
      data: shape({
        lacks: list(lackJson),
        emitter: string,
        environment: string,
        next: integer,
        series: integer,
        iss: maybe({ type: 'number' }),
        services: list(shape({ codigo: string, descricao: string })),
        keeps_secrets: boolean,
        has_token: boolean,
        unopened: list(string),
        certificate: maybe(shape({ valid_until: string, document: maybe(string), holder: string })),
      }),
    }),
  },
  handle: async (ctx, { params }) => {
    const empresa = await ctx.rows(empresas).locate(params.id)
    const issuer = await issuerFacts(ctx.sql, ctx.config, empresa)
    const { rows } = await sql<{ holder: string | null }>`
      select holder from issuer_credentials where empresa_id = ${empresa}`.execute(ctx.sql)
    const { emitter, environment, next, series, iss, services, certificate } = issuer
    const data = {
      lacks: lackingOfIssuer(issuer, new Date()),
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
  },
})

export const issuingOperations = [preview, issue, correct, cancel, issuerState]

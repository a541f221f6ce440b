import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import {
  boolean,
  doneJson,
  integer,
  list,
  maybe,
  pageJson,
  rowJson,
  shape,
  string,
  type JsonSchema,
} from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { draftSchema } from '#kernel/schema.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { createOrder } from '#features/order-services/create.server.ts'
import { endedPieces, type EndedPiece } from '#features/order-services/end.ts'
import { endingsOf, endOrder } from '#features/order-services/end.server.ts'
import { newOrder, orderServices, orderSketch } from '#features/order-services/orders.ts'
import { paperOperations } from '#features/order-services/papers.server.ts'
import { planOrder } from '#features/order-services/plan.server.ts'
import { orderPieces, orderStateSql } from '#features/order-services/standing.server.ts'
import { key, newDraftIn } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const keyed = { access: 'permission', params: z.object({ id: key }) } as const
const url = '/api/v1/clients/:id/order-services'

/** The client an order is for: theirs to see, and still served. */
async function servedClient(ctx: Ctx, id: string) {
  const client = await ctx.rows(clients).find(id, [])
  if (!client.active) throw problem('conflict', 'O cliente está inativo: reative o cadastro antes de registrar ordens.')
  return client
}

const index = operation<{ id: string }, Record<string, unknown>>({
  ...keyed,
  scope: clients,
  id: 'clients.order-services',
  summary: 'Ver as ordens de serviço do cliente',
  method: 'GET',
  url,
  rate: 'read',
  audit: null,
  lists: orderServices,
  answers: { 200: pageJson(rowJson(orderServices, { withLines: false })) },
  handle: async (ctx, { params, query }) => {
    const id = await ctx.rows(clients).locate(params.id)
    const wanted = listQuery(orderServices, { ...query, 'filter[client_id]': String(id) }, !isStaff(ctx.user))
    if (wanted.pagination) return ctx.rows(orderServices).page(wanted)
    const data = await ctx.rows(orderServices).list(wanted)
    return { data, total: data.length }
  },
})

const store = operation<{ id: string }, unknown, unknown>({
  ...keyed,
  scope: clients,
  id: 'clients.order-services.store',
  summary: 'Registrar uma ordem de serviço, com a conta, a nota e o boleto que ela pede',
  method: 'POST',
  url,
  rate: 'write',
  audit: 'order-services.store',
  body: draftSchema(newOrder.fields),
  answers: { 201: doneJson(rowJson(orderServices)) },
  handle: async (ctx, { params, body }) => {
    const client = await servedClient(ctx, params.id)
    const made = await createOrder(ctx, client, newDraftIn(newOrder, ctx, body))
    return new Answer(201, done(201, 'Ordem de serviço registrada com sucesso.', made))
  },
})

const number: JsonSchema = { type: 'number' }
const link = maybe(shape({ label: string, path: string }))
const piece = (made: Readonly<Record<string, JsonSchema>>) =>
  maybe(shape({ made: maybe(shape(made)), refusal: maybe(shape({ text: string, field: string, link })) }))
const planJson = shape({
  bill: piece({ due_date: string, value: number, subject: string, finance_type: string }),
  note: piece({
    company: string,
    number: integer,
    serie: integer,
    service: string,
    competence: string,
    value: number,
    iss_rate: maybe(number),
    iss_value: maybe(number),
    taker: list(string),
    issuer: string,
  }),
  slip: piece({ bank: string, account: string, due_date: string, value: number }),
  services: list(shape({ codigo: string, descricao: string })),
})

const preview = operation<{ id: string }, unknown, unknown>({
  ...keyed,
  scope: clients,
  id: 'clients.order-services.previa',
  summary: 'Ver o que uma ordem de serviço geraria, sem gerar nada',
  method: 'POST',
  url: `${url}/previa`,
  rate: 'read',
  audit: null,
  // It writes nothing: there is nothing to do once, nor to undo.
  transaction: 'own',
  body: draftSchema(orderSketch.fields),
  answers: { 200: shape({ data: planJson }) },
  handle: async (ctx, { params, body }) => {
    const client = await servedClient(ctx, params.id)
    return { data: await planOrder(ctx, { client, draft: newDraftIn(orderSketch, ctx, body) }) }
  },
})

const ending = operation<{ id: string }>({
  ...keyed,
  scope: orderServices,
  id: 'order-services.cancelamento',
  summary: 'Ver o que acontece com a conta, a nota e o boleto de uma ordem se ela for cancelada',
  method: 'GET',
  url: '/api/v1/order-services/:id/cancelamento',
  rate: 'read',
  audit: null,
  answers: {
    200: shape({
      data: list(shape({ piece: { ...string, enum: endedPieces }, ends: boolean, text: string, link })),
    }),
  },
  handle: async (ctx, { params }) => {
    const endings = await endingsOf(ctx, await ctx.rows(orderServices).find(params.id))
    return { data: endings.map(({ told }) => told) }
  },
})

const cancelled = z.strictObject({
  /** What whoever asks was told would end. */
  ends: z.array(
    z.enum(endedPieces, 'Veja antes o que acontece com cada um.'),
    'Veja antes o que acontece com cada um.',
  ),
})
const cancel = operation<{ id: string }, unknown, { readonly ends: readonly EndedPiece[] }>({
  ...keyed,
  scope: orderServices,
  id: 'order-services.cancelar',
  summary: 'Cancelar uma ordem de serviço, com o que dela ainda se desfaz',
  method: 'PUT',
  url: '/api/v1/order-services/:id/cancelar',
  rate: 'write',
  audit: 'order-services.cancelar',
  body: cancelled,
  answers: { 200: doneJson(rowJson(orderServices)) },
  handle: async (ctx, { params, body }) => done(200, 'Ordem cancelada.', await endOrder(ctx, params.id, body.ends)),
})

const extension = extend(orderServices, {
  operations: [index, store, preview, ...paperOperations, ending, cancel],
  derived: {
    name: alias =>
      `'OS ' || ${alias}.id || ' · ' || rtrim(left(split_part(${alias}.descricao_servico, E'\\n', 1), 80), '. ')`,
    state: orderStateSql,
    ...orderPieces,
  },
})

export const orderServicesOnServer: ServerFeature = { extensions: [extension] }

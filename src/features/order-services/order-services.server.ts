import * as z from 'zod'
import { isStaff } from '#kernel/access.ts'
import { doneJson, list, maybe, pageJson, rowJson, shape, string, type JsonSchema } from '#kernel/json.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { draftSchema } from '#kernel/schema.ts'
import { clients } from '#features/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import { createOrder } from '#features/order-services/create.server.ts'
import { newOrder, orderServices, orderSketch } from '#features/order-services/orders.ts'
import type { OrderPlan } from '#features/order-services/plan.ts'
import { planOrder } from '#features/order-services/plan.server.ts'
import { orderStateSql, pieceSql } from '#features/order-services/standing.server.ts'
import { key, newDraftIn } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, done, operation, type Ctx } from '#server/operation.ts'

const ofClient = { access: 'permission', scope: clients, params: z.object({ id: key }) } as const
const url = '/api/v1/clients/:id/order-services'

/** The client an order is for: theirs to see, and still served. */
async function servedClient(ctx: Ctx, id: string) {
  const client = await ctx.rows(clients).find(id, [])
  if (!client.active) throw problem('conflict', 'O cliente está inativo: reative o cadastro antes de registrar ordens.')
  return client
}

const index = operation<{ id: string }, Record<string, unknown>>({
  ...ofClient,
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
  ...ofClient,
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

const piece = (made: JsonSchema) =>
  maybe(
    shape({
      made: maybe(made),
      refusal: maybe(
        shape({ text: string, field: string, link: maybe(shape({ label: string, path: string })) }),
      ),
    }),
  )
const planJson = shape({
  bill: piece(shape({ due_date: string, value: { type: 'number' }, finance_type: string })),
})

/** What people are shown of a plan. */
const shown = ({ bill }: Awaited<ReturnType<typeof planOrder>>): OrderPlan => ({ bill })

const preview = operation<{ id: string }, unknown, unknown>({
  ...ofClient,
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
    return { data: shown(await planOrder(ctx, { client, draft: newDraftIn(orderSketch, ctx, body) })) }
  },
})

const extension = extend(orderServices, {
  operations: [index, store, preview],
  derived: {
    name: alias => `'OS ' || ${alias}.id || ' · ' || left(split_part(${alias}.descricao_servico, E'\\n', 1), 80)`,
    state: orderStateSql,
    bill_state: pieceSql.bill,
  },
})

export const orderServicesOnServer: ServerFeature = { extensions: [extension] }

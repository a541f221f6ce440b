import { isStaff, permission } from '#kernel/access.ts'
import { listQuery } from '#kernel/page.ts'
import { problem } from '#kernel/problem.ts'
import { clients } from '#features/clients/clients/clients.ts'
import type { ServerFeature } from '#features/feature.server.ts'
import {
  cancelOrder,
  createOrder,
  listOrders,
  previewCancel,
  previewOrder,
} from '#features/billing/order-services/api.ts'
import { makeOrder } from '#features/billing/order-services/create.server.ts'
import { endingsOf, endOrder } from '#features/billing/order-services/end.server.ts'
import { newOrder, orderServices, orderSketch } from '#features/billing/order-services/orders.ts'
import { paperRoutes } from '#features/billing/order-services/papers.server.ts'
import { planOrder } from '#features/billing/order-services/plan.server.ts'
import { orderPieces, orderStateSql } from '#features/billing/order-services/standing.server.ts'
import { noteToCancelNotice, waiveNoteRoute } from '#features/billing/order-services/waiver.server.ts'
import { newDraftIn } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { Answer, doneAnswer, type Ctx } from '#server/operation.ts'
import { serve } from '#server/serve.ts'

/** The client an order is for: theirs to see, and still served. */
async function servedClient(ctx: Ctx, id: string) {
  const client = await ctx.rows(clients).find(id, [])
  if (!client.active) throw problem('conflict', 'O cliente está inativo: reative o cadastro antes de registrar ordens.')
  return client
}

const routes = [
  serve(listOrders, async (ctx, input) => {
    const id = await ctx.rows(clients).locate(input.id)
    const wanted = listQuery(orderServices, { ...input.query, 'filter[client_id]': String(id) }, !isStaff(ctx.user))
    if (wanted.pagination) return ctx.rows(orderServices).page(wanted)
    const data = await ctx.rows(orderServices).list(wanted)
    return { data, total: data.length }
  }),
  serve(createOrder, async (ctx, { id, body }) => {
    const made = await makeOrder(ctx, await servedClient(ctx, id), newDraftIn(newOrder, ctx, body))
    return new Answer(201, doneAnswer(201, 'Ordem de serviço registrada com sucesso.', made))
  }),
  serve(previewOrder, async (ctx, { id, body }) => {
    const client = await servedClient(ctx, id)
    return { data: await planOrder(ctx, { client, draft: newDraftIn(orderSketch, ctx, body) }) }
  }),
  ...paperRoutes,
  serve(previewCancel, async (ctx, { id }) => {
    const endings = await endingsOf(ctx, await ctx.rows(orderServices).find(id))
    return { data: endings.map(({ shown }) => shown) }
  }),
  serve(cancelOrder, async (ctx, { id, body }) =>
    doneAnswer(200, 'Ordem cancelada.', await endOrder(ctx, id, body.ends)),
  ),
  waiveNoteRoute,
]

const extension = extend(orderServices, {
  operations: routes,
  derived: {
    name: alias =>
      `'OS ' || ${alias}.id || ' · ' || rtrim(left(split_part(${alias}.descricao_servico, E'\\n', 1), 80), '. ')`,
    state: orderStateSql,
    ...orderPieces,
  },
})

export const orderServicesOnServer: ServerFeature = {
  extensions: [extension],
  notices: [noteToCancelNotice],
  drafts: [
    { form: orderServices, of: orderServices, makes: [createOrder.id], changes: [permission(orderServices, 'update')] },
  ],
}

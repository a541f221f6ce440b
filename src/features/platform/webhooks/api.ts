import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { rowKey } from '#kernel/key.ts'
import { dataShape, doneShape, listShape, noData, rowShape } from '#kernel/wire.ts'
import { webhookEndpoints } from '#features/platform/webhooks/endpoints.ts'
import { integrationQueues } from '#parts/integration/queues.ts'

const subscribable = z.object({
  path: z.string(),
  /** As people call it: 'Clientes'. */
  label: z.string(),
  actions: listShape(z.object({ action: z.string(), label: z.string() })),
})
export type SubscribableSection = z.infer<typeof subscribable>

export const listEventTypes = call.get('/webhook-endpoints/eventos', {
  id: 'webhook-endpoints.eventos',
  summary: 'Ver os eventos que um webhook pode receber',
  of: webhookEndpoints,
  answer: dataShape(listShape(subscribable)),
})

/** No POST: the answers of those are stored for repeated requests, and this one is shown once. */
export const makeSecret = call.put('/webhook-endpoints/:id/segredo', {
  id: 'webhook-endpoints.segredo',
  summary: 'Gerar o segredo de um webhook, mostrado uma vez; o anterior assina por mais um dia',
  of: webhookEndpoints,
  answer: doneShape(z.object({ secret: z.string(), former_until: z.string().nullable() })),
})

export const sendTest = call.put('/webhook-endpoints/:id/teste', {
  id: 'webhook-endpoints.teste',
  summary: 'Enviar um evento de teste a um webhook',
  of: webhookEndpoints,
  writes: [integrationQueues],
  answer: doneShape(noData),
})

export const repeatDelivery = call.put('/webhook-endpoints/:id/repetir', {
  id: 'webhook-endpoints.repetir',
  summary: 'Enviar de novo o que já foi a um webhook',
  of: webhookEndpoints,
  writes: [integrationQueues],
  body: z.strictObject({ delivery: rowKey }),
  answer: doneShape(rowShape(integrationQueues)),
})

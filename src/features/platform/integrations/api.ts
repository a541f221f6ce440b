import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { rowKey } from '#kernel/key.ts'
import { dataShape, doneShape } from '#kernel/wire.ts'
import { integrationQueues } from '#parts/integration/queues.ts'

export const retryItems = call.put('/integration-queues/reprocessar', {
  id: 'integration-queues.reprocessar-varios',
  summary: 'Tentar de novo vários itens da fila, todos ou nenhum',
  of: integrationQueues,
  audit: 'integration-queues.reprocessar',
  body: z.strictObject({
    ids: z
      .array(rowKey, 'Informe a lista de itens.')
      .min(1, 'Escolha ao menos um item.')
      .max(100, 'Escolha no máximo 100.'),
  }),
  answer: doneShape(z.object({ changed: z.int() })),
})

export const summarizeQueue = call.get('/integration-queues/resumo', {
  id: 'integration-queues.resumo',
  summary: 'Ver quantos itens da fila foram, esperam ou falharam',
  of: integrationQueues,
  answer: dataShape(z.object({ sent: z.int(), waiting: z.int(), failed: z.int() })),
})

const anything = dataShape(z.unknown())

export const readItemLogs = call.get('/integration-queues/:id/logs', {
  id: 'integration-queues.logs',
  summary: 'Ver o registro de um item da fila',
  of: integrationQueues,
  answer: anything,
})
export const readPayload = call.get('/integration-queues/:id/payload', {
  id: 'integration-queues.payload',
  summary: 'Ver o conteúdo de um item da fila',
  of: integrationQueues,
  answer: anything,
})
export const readPayloadExtras = call.get('/integration-queues/:id/payload-extras', {
  id: 'integration-queues.payload-extras',
  summary: 'Ver o conteúdo extra de um item da fila',
  of: integrationQueues,
  answer: anything,
})

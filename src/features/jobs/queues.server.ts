import * as z from 'zod'
import { permission } from '#kernel/access.ts'
import { shape, type JsonSchema } from '#kernel/json.ts'
import { integrationQueues } from '#features/jobs/jobs.ts'
import { key } from '#server/crud.ts'
import { extend } from '#server/extend.ts'
import { operation } from '#server/operation.ts'

const anything: JsonSchema = {}
type QueuePart = 'logs' | 'payload' | 'payload_extras'

/** One part of what goes out: what was tried, what is sent. JSON is told as such. */
const part = (verb: string, name: QueuePart, summary: string) =>
  operation<{ id: string }>({
    id: permission(integrationQueues, verb),
    summary,
    method: 'GET',
    url: `/api/v1/integration-queues/:id/${verb}`,
    access: 'permission',
    scope: integrationQueues,
    rate: 'read',
    audit: null,
    params: z.object({ id: key }),
    answers: { 200: shape({ data: anything }) },
    handle: async (ctx, { params }) => {
      const row = await ctx.rows(integrationQueues).find(params.id)
      return { data: parsed(row[name] ?? null) }
    },
  })

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const queuesExtension = extend(integrationQueues, {
  operations: [
    part('logs', 'logs', 'Ver o registro de um item da fila'),
    part('payload', 'payload', 'Ver o conteúdo de um item da fila'),
    part('payload-extras', 'payload_extras', 'Ver o conteúdo extra de um item da fila'),
  ],
})

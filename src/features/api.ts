import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { listShape } from '#kernel/wire.ts'
import { statuses } from '#features/lookups.ts'

const listedStatus = z.object({
  id: z.int(),
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  model: z.string(),
  active: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ListedStatus = z.infer<typeof listedStatus>

/** The statuses of one model, or of all. */
export const listStatuses = call.get('/statuses', {
  id: 'statuses.index',
  summary: 'Status de um modelo',
  of: 'none',
  access: 'session',
  query: z.strictObject({
    model: z.enum(Object.keys(statuses.fields.model.options.choices ?? {}), 'Modelo desconhecido.').optional(),
  }),
  answer: z.object({ data: listShape(listedStatus), total: z.int() }),
})

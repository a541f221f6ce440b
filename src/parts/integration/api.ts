import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, doneShape, listShape } from '#kernel/wire.ts'

const listedIntegration = z.object({
  id: z.int(),
  uuid: z.string(),
  key: z.string(),
  name: z.string(),
  integration_type: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  configured: z.boolean(),
  /** What is still to be configured, in one sentence. */
  lacking: z.string().nullable(),
  /** Items to be sent that wait or are on their way. */
  waiting: z.int(),
  /** Items given up. */
  failed: z.int(),
  /** When the first of those that wait is tried next. */
  next_at: z.string().nullable(),
  last_at: z.string().nullable(),
  /** Its own names, to which fields may be mapped. */
  fields: listShape(z.object({ key: z.string(), label: z.string() })),
  /** A field may go to it under any name: `fields` has none then. */
  takes_any_name: z.boolean(),
  /** Paths of the sections whose fields it takes; null: of any. */
  sections: listShape(z.string()).nullable(),
  /** Where the field of the query goes. */
  pivot: z.object({ value: z.string(), integration_key: z.string() }).nullable(),
})
/** Another system the product talks to. */
export type ListedIntegration = z.infer<typeof listedIntegration>

export const listIntegrations = call.get('/integrations', {
  id: 'integrations.index',
  summary: 'Ver as integrações, o que falta a cada uma e o que espera',
  of: 'none',
  query: z.strictObject({ meta_id: z.coerce.number('Informe o número do campo.').int().positive().optional() }),
  answer: dataShape(listShape(listedIntegration)),
})

export const mapField = call.put('/integration-meta', {
  id: 'integration-meta.update',
  summary: 'Levar um campo a um nome de uma integração, ou deixar de levar',
  of: 'none',
  body: z.strictObject({
    integration_id: z.int('Informe a integração.').positive(),
    meta_id: z.int('Informe o campo.').positive(),
    value: z.string().trim().max(120, 'Use no máximo 120 caracteres.').nullable().default(null),
  }),
  answer: doneShape(z.object({ integration_id: z.int(), meta_id: z.int(), value: z.string().nullable() })),
})

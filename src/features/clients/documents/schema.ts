import * as z from 'zod'
import { keyShape } from '#kernel/wire.ts'
import { pendingStates } from '#features/clients/documents/documents.ts'

export const pendingDocument = z.object({
  document_type: z.object({ id: z.int(), uuid: z.string(), name: z.string() }),
  state: keyShape(pendingStates),
  valid_until: z.string().nullable(),
})
export type Pending = z.infer<typeof pendingDocument>

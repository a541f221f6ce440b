import * as z from 'zod'
import { string } from '#kernel/json.ts'
import { valueShape } from '#kernel/wire.ts'
import { summaryKinds } from '#features/regulatory/regularity/summary-kinds.ts'

/** Something of a month, done or still missing, in words a client may read. */
export const summaryLine = z.object({
  key: z.string(),
  kind: valueShape<keyof typeof summaryKinds>({ ...string, enum: Object.keys(summaryKinds) }),
  text: z.string(),
  done: z.boolean(),
})
export type SummaryLine = z.infer<typeof summaryLine>

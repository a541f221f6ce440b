import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, listShape } from '#kernel/wire.ts'
import { owedKinds } from '#features/platform/home/owed.ts'

const owedThing = z.object({
  kind: z.enum(owedKinds),
  /** The uuid of the coleta (also for a question about it), the type of paper, the bill or the ticket. */
  uuid: z.string(),
  /** 'Pergunta sobre a coleta de out/2026', 'out/2026', 'Procuração', 'nov/2026', 'Enlace caiu'. */
  name: z.string(),
  client: z.object({ uuid: z.string(), name: z.string() }),
  /** Of a coleta, where the client has several. */
  fistel: z.string().nullable(),
  /** Until when, or when it ended, 'AAAA-MM-DD'; null of what has no day. */
  due: z.string().nullable(),
  late: z.boolean(),
  /** Reais, of a bill, and what its boleto is paid by. */
  amount: z.number().nullable(),
  bar_code: z.string().nullable(),
})
/** One thing a client owes. */
export type OwedThing = z.infer<typeof owedThing>

export const listOwed = call.get('/users/me/pendencias', {
  id: 'users.me.pendencias',
  summary: 'Ver o que falta da própria parte',
  of: 'self',
  access: 'session',
  answer: dataShape(listShape(owedThing)),
})

import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { day } from '#kernel/schema.ts'
import { listShape } from '#kernel/wire.ts'

const historyRow = z.object({
  id: z.int(),
  at: z.string(),
  event: z.string(),
  author: z.string().nullable(),
  reason: z.string().nullable(),
  section: z.string(),
  path: z.string(),
  uuid: z.string().nullable(),
  deleted: z.boolean(),
  /** '31 coletas' where one act is over many; the query `act` opens it. */
  title: z.string(),
  /** Of one act over many rows, how many there are. */
  lines: z.int(),
  changes: listShape(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      restorable: z.boolean(),
    }),
  ),
})
export type HistoryRow = z.infer<typeof historyRow>

const historyQuery = z.strictObject({
  page: z.coerce.number('Informe o número da página.').int().min(1).max(10_000).default(1),
  section: z.string().max(100).optional(),
  user_id: z.coerce.number('Escolha uma pessoa.').int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Words among the values before and after, and the reasons. */
  search: z.string().trim().max(100).optional(),
  /** A line: all lines of its act, each by itself. */
  act: z.coerce.number('Informe uma linha do histórico.').int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
export type HistoryQuery = z.infer<typeof historyQuery>

export const searchHistory = call.get('/historico', {
  id: 'historico.index',
  summary: 'Pesquisar no histórico de tudo',
  of: 'none',
  rate: 'heavy',
  query: historyQuery,
  answer: z.object({ data: listShape(historyRow), more: z.boolean() }),
})

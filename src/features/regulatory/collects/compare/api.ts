import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, listShape, rowShape } from '#kernel/wire.ts'
import { collects } from '#features/regulatory/collects/coleta/collects.ts'

/** Something counted in two months: none of it in a month is a zero. */
const countChange = z.object({ name: z.string(), before: z.number(), after: z.number() })
export type CountChange = z.infer<typeof countChange>

const comparison = z.object({
  /** The coleta compared with; null when the fistel has none of the month before. */
  with: z.object({ uuid: z.string(), year: z.int(), month: z.int() }).nullable(),
  accesses: countChange,
  /** Municipalities, all of them, the largest change first. */
  places: listShape(countChange),
  /** Kinds of access in a municipality that appeared, vanished or changed, the largest change first. */
  kinds: listShape(z.object({ place: z.string(), ...countChange.shape })),
  /** Gross billing by state, in reais. */
  billing: listShape(countChange),
})
export type Comparison = z.infer<typeof comparison>

export const readPreviousCollect = call.get('/collects/:id/previous', {
  id: 'collects.previous',
  summary: 'Ver a coleta anterior do mesmo fistel',
  of: collects,
  answer: dataShape(rowShape(collects).nullable()),
})
export const readNextCollect = call.get('/collects/:id/next', {
  id: 'collects.next',
  summary: 'Ver a coleta seguinte do mesmo fistel',
  of: collects,
  answer: dataShape(rowShape(collects).nullable()),
})
export const compareWithLastMonth = call.get('/collects/compare/:id/last-month', {
  id: 'collects.compare',
  summary: 'Comparar a coleta com a do mês anterior',
  of: collects,
  answer: dataShape(comparison),
})
export const findPendingCollect = call.get('/collects/:id/proxima-pendente', {
  id: 'collects.proxima-pendente',
  summary: 'Ver a próxima coleta do mesmo mês ainda por terminar',
  of: collects,
  answer: dataShape(z.object({ uuid: z.string(), client: z.string(), left: z.int() }).nullable()),
})

import * as z from 'zod'
import { call } from '#kernel/call.ts'
import { dataShape, listShape } from '#kernel/wire.ts'

const systemLine = z.object({
  key: z.string(),
  title: z.string(),
  /** Stopped, to be looked at, off or not begun, or well. */
  state: z.enum(['parado', 'atencao', 'neutro', 'ok']),
  /** What is seen and what it means, in a sentence or two. */
  text: z.string(),
  /** Where it is put right, if the reader may go there. */
  link: z.object({ to: z.string(), label: z.string() }).nullable(),
})
export type SystemLine = z.infer<typeof systemLine>

const systemState = z.object({
  /** When it was read, ISO 8601. */
  at: z.string(),
  /** The reader sees one company, and rows of the others are not counted. */
  narrowed: z.boolean(),
  /** The worst first. */
  lines: listShape(systemLine),
})
export type SystemState = z.infer<typeof systemState>

export const readSystem = call.get('/sistema', {
  id: 'sistema.index',
  summary: 'Ver o que no sistema pede atenção, o pior primeiro',
  of: 'none',
  staffOnly: true,
  answer: dataShape(systemState),
})

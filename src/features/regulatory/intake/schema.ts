import * as z from 'zod'
import { sources, type ColumnSource } from '#features/regulatory/intake/mapping.ts'

const text = z.string().max(200)
const isSource = (name: string): name is ColumnSource['from'] => name in sources
/** A mapping as a request or a row has it. */
export const mappingSchema = z.strictObject({
  columns: z.record(
    z.string().max(60),
    z.strictObject({ from: z.enum(Object.keys(sources).filter(isSource)), text }),
    'Informe as colunas.',
  ),
  values: z.array(z.strictObject({ column: z.string().max(60), from: text, to: text })).max(2_000),
  kbps: z.boolean(),
})

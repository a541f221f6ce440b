import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

/** Something counted in two months: none of it in a month is a zero. */
const countChange = z.object({ name: z.string(), before: z.number(), after: z.number() })
export type CountChange = z.infer<typeof countChange>

export const comparison = z.object({
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

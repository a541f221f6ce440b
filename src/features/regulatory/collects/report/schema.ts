import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

/** One line of the picture: a name, and its accesses month by month; null where the month has no coleta. */
const series = z.object({ name: z.string(), values: listShape(z.int().nullable()) })
export type Series = z.infer<typeof series>

export const collectReport = z.object({
  /** The twelve months that end with the coleta's. */
  months: listShape(z.object({ year: z.int(), month: z.int() })),
  total: series,
  by: z.object({
    municipality: listShape(series),
    technology: listShape(series),
    medium: listShape(series),
    band: listShape(series),
  }),
})
/** The year that ends in a coleta: its accesses by where, how, by what and how fast. */
export type CollectReport = z.infer<typeof collectReport>

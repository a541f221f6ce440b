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

export const clientAccesses = z.object({
  /** At most 24 months, the oldest first, up to the last that has accesses; null where no coleta of the month has any. */
  months: listShape(z.object({ year: z.int(), month: z.int(), accesses: z.int().nullable() })),
})
export type ClientAccesses = z.infer<typeof clientAccesses>

import * as z from 'zod'
import { listShape } from '#kernel/wire.ts'

/** Something counted in two versions. */
const versionChange = z.object({ name: z.string(), before: z.int(), after: z.int() })
export const versionDifference = z.object({
  accesses: versionChange,
  /** Municipalities whose total changed, the largest change first. */
  places: listShape(versionChange),
  /** Records that are new, gone or of another number, the largest change first. */
  groups: listShape(z.object({ place: z.string(), ...versionChange.shape })),
})
/** What a version of a coleta's file says that another did not. */
export type Difference = z.infer<typeof versionDifference>

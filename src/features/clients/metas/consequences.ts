import * as z from 'zod'
import { string } from '#kernel/json.ts'
import { valueShape } from '#kernel/wire.ts'
import { fates, type Fate } from '#parts/custom-field/definition.ts'
import type { Consequence } from '#parts/custom-field/definition.ts'

export const countedConsequence = z.object({
  label: z.string(),
  fate: valueShape<Fate>({ ...string, enum: Object.keys(fates) }),
  /** What is filled in, as it is in one of the rows. */
  example: z.string(),
  rows: z.int(),
})
/** What a change of definitions does, counted over the rows it reaches. */
export type CountedConsequence = z.infer<typeof countedConsequence>

/** One line for each field and what becomes of it, with the first example. */
export function countedConsequences(all: readonly Consequence[]): readonly CountedConsequence[] {
  const counted = new Map<string, CountedConsequence>()
  for (const each of all) {
    const key = `${each.fate} ${each.label}`
    const known = counted.get(key)
    counted.set(key, known ? { ...known, rows: known.rows + 1 } : { ...each, rows: 1 })
  }
  return [...counted.values()]
}

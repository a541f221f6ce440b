import type { CountedConsequence } from '#features/clients/metas/api.ts'
import type { Consequence } from '#parts/custom-field/definition.ts'

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

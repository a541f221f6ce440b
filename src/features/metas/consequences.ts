import type { Consequence } from '#parts/custom-field/definition.ts'

/** What a change of definitions does, counted over the rows it reaches. */
export interface CountedConsequence extends Consequence {
  readonly rows: number
}
/** The same as it is answered. */
export interface ToldConsequences {
  readonly consequences: readonly CountedConsequence[]
  /** Clients that have the particularity whose definition it is, and are the reader's to see. */
  readonly clients: number
}

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

/** To which stations fields were brought, or would be, and which were left out, and why. */
export interface SpreadAnswer {
  readonly brought: readonly { readonly uuid: string; readonly name: string; readonly version: number }[]
  readonly left: readonly { readonly uuid: string; readonly name: string; readonly reason: string }[]
}

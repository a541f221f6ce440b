import { isCounted } from '#features/regulatory/collects/coleta/counted.ts'
import { type FormLine, linesOf, numberOf } from '#parts/line/line.ts'

/** These fields identify a kind of access, in the order of Anatel's file. */
export const kinds = ['client_type', 'attendance_type', 'attendance_middle', 'product_type', 'technology_type'] as const

/** Starts the next line: the same kind of access, with speed and number empty. */
export const lineAfter = (line: FormLine | undefined): FormLine => ({
  ...Object.fromEntries(
    kinds.flatMap(kind => [
      [`${kind}_id`, line?.[`${kind}_id`] ?? null],
      [kind, line?.[kind] ?? null],
    ]),
  ),
  speed: null,
  amount: null,
})

/** Drops lines that a key began and nobody filled in; without any, returns the same list. */
export function withoutUntouched(locations: readonly FormLine[]): readonly FormLine[] {
  const isUntouched = (line: FormLine, i: number, all: readonly FormLine[]) =>
    line.id === undefined &&
    line.speed === null &&
    line.amount === null &&
    kinds.every(kind => (line[`${kind}_id`] ?? null) === (all[i - 1]?.[`${kind}_id`] ?? null))
  let dropped = false
  const kept = locations.map(location => {
    const lines = linesOf(location.accesses_ordered)
    const told = lines.filter((line, i) => !isUntouched(line, i, lines))
    // A municipality just chosen keeps its lines: all are still empty.
    if (told.length === lines.length || told.length === 0) return location
    dropped = true
    return { ...location, accesses_ordered: told }
  })
  return dropped ? kept : locations
}

export interface Total {
  readonly lines: number
  readonly accesses: number
  /** The lines that are set aside, which are among those, and their accesses, which are not. */
  readonly aside: { readonly lines: number; readonly accesses: number }
}
const amountIn = (lines: readonly FormLine[]) => lines.reduce((sum, { amount }) => sum + (numberOf(amount) ?? 0), 0)
/** A letter typed in one municipality has no other counted again. */
const knownTotals = new WeakMap<FormLine, Total>()
/** How many accesses a municipality has, of those already understood. */
export function totalOf(location: FormLine): Total {
  const found = knownTotals.get(location)
  if (found) return found
  const lines = linesOf(location.accesses_ordered)
  const aside = lines.filter(line => !isCounted(line))
  const total = {
    lines: lines.length,
    accesses: amountIn(lines) - amountIn(aside),
    aside: { lines: aside.length, accesses: amountIn(aside) },
  }
  knownTotals.set(location, total)
  return total
}
export const totalOfAll = (locations: readonly FormLine[]): Total =>
  locations.map(totalOf).reduce((sum, each): Total => ({ ...added(sum, each), aside: added(sum.aside, each.aside) }), {
    ...noTotal,
    aside: noTotal,
  })
const noTotal = { lines: 0, accesses: 0 }
const added = (one: typeof noTotal, other: typeof noTotal) => ({
  lines: one.lines + other.lines,
  accesses: one.accesses + other.accesses,
})

/** The line with one side of a pair typed: the other is left for `reckon` to find. */
export function typePair(line: FormLine, key: string, value: unknown): FormLine {
  const tax = key.replace(/_percent$/, '')
  const other = key === tax ? `${tax}_percent` : tax
  return { ...line, [key]: value, ...(value !== null && { [other]: null }) }
}

/** A state's money as it is reckoned from. */
export const financeOf = (line: FormLine) => ({
  gross_billing: numberOf(line.gross_billing),
  icms: numberOf(line.icms),
  icms_percent: numberOf(line.icms_percent),
  pis: numberOf(line.pis),
  pis_percent: numberOf(line.pis_percent),
  confins: numberOf(line.confins),
  confins_percent: numberOf(line.confins_percent),
  other_taxes: numberOf(line.other_taxes),
})

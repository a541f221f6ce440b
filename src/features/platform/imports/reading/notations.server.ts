import { setImmediate as nextTurn } from 'node:timers/promises'
import { isProof, withoutUnit, type ColumnNotation } from '#features/platform/imports/section/notation.ts'
import { dayOrdersOf, type DayOrder } from '#kernel/day.ts'
import { decimalSignsOf, type DecimalSign } from '#kernel/numeral.ts'

/** Texts looked at before others are answered. */
const atOnce = 10_000

/** What the texts of a column prove, some thousands at a time: a file may have 200,000 rows. */
export async function notationOf(length: number, textAt: (row: number) => string): Promise<ColumnNotation> {
  const [signs, orders] = [new Set<DecimalSign>(), new Set<DayOrder>()]
  for (let from = 0; from < length; from += atOnce) {
    const proofs = new Set<string>()
    for (let row = from; row < Math.min(length, from + atOnce); row++) {
      const text = textAt(row)
      if (isProof(text)) proofs.add(text)
    }
    for (const each of decimalSignsOf([...proofs].map(withoutUnit))) signs.add(each)
    for (const each of dayOrdersOf([...proofs])) orders.add(each)
    if (length > atOnce) await nextTurn()
  }
  return { signs: [...signs], orders: [...orders] }
}

/** The notation of each column of a file, in their order. */
export async function notationsOf(
  header: readonly string[],
  records: readonly { readonly cells: readonly string[] }[],
): Promise<readonly ColumnNotation[]> {
  const found: ColumnNotation[] = []
  for (const at of header.keys()) found.push(await notationOf(records.length, row => records[row]?.cells[at] ?? ''))
  return found
}

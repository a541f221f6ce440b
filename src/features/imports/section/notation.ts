import { dayOrdersOf, type DayOrder } from '#kernel/day.ts'
import { decimalSignsOf, type DecimalSign } from '#kernel/numeral.ts'

/** How a column writes numbers and dates, by the cells that prove it; two of a kind where they contradict. */
export interface ColumnNotation {
  readonly signs: readonly DecimalSign[]
  readonly orders: readonly DayOrder[]
}
export const unproved: ColumnNotation = { signs: [], orders: [] }

export const contradicts = ({ signs, orders }: ColumnNotation) => signs.length > 1 || orders.length > 1

/** A number without what says that it is money or a percentage. */
export const withoutUnit = (text: string) =>
  text
    .trim()
    .replace(/^(-?)\s*R\$/, '$1')
    .replace(/%$/, '')

/** Neither a number nor a date is as long, with its unit or its hour. */
const longest = 40
const isProof = (text: string) => text.length <= longest && /\d/.test(text) && /[.,/-]|^\d{6}$|^\d{8}$/.test(text)

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
    if (length > atOnce) await new Promise(resolve => setImmediate(resolve))
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

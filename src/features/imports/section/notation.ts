import type { DayOrder } from '#kernel/day.ts'
import type { DecimalSign } from '#kernel/numeral.ts'

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
/** Whether a text may prove how its column writes. */
export const isProof = (text: string) =>
  text.length <= longest && /\d/.test(text) && /[.,/-]|^\d{6}$|^\d{8}$/.test(text)

import { dayOrders, readDate, withoutHour, type DayOrder } from '#kernel/day.ts'
import type { Kind } from '#kernel/field.ts'
import { decimalSigns, readNumeral, type DecimalSign } from '#kernel/numeral.ts'
import { showDate, showDecimal } from '#kernel/show.ts'

/** How a column writes numbers and dates, by the cells that prove it; two of a kind where they contradict. */
export interface ColumnNotation {
  readonly signs: readonly DecimalSign[]
  readonly orders: readonly DayOrder[]
}
/** A user's answer about a column whose cells prove no notation. */
export type NotationAnswer = { readonly sign: DecimalSign } | { readonly order: DayOrder }
export const unproved: ColumnNotation = { signs: [], orders: [] }

export const contradicts = ({ signs, orders }: ColumnNotation) => signs.length > 1 || orders.length > 1

/** A number without what says that it is money or a percentage. */
export const withoutUnit = (text: string) =>
  text
    .trim()
    .replace(/^(-?)\s*R\$/, '$1')
    .replace(/%$/, '')

interface NotationChoice {
  readonly answer: NotationAnswer
  readonly label: string
}

/** The ways a column may be written, with what one of its cells then says; none where the cell has one reading. */
export function notationChoices(kind: Kind, text: string): readonly NotationChoice[] {
  if (kind === 'date') {
    const days = dayOrders.map(order => readDate(withoutHour(text), { orders: [order] }))
    return dayOrders.flatMap((order, at) => {
      const day = days[at]
      return typeof day === 'string' ? [{ answer: { order }, label: `${orderNames[order]}: ${showDate(day)}` }] : []
    })
  }
  const number = withoutUnit(text)
  if (!Array.isArray(readNumeral(number))) return []
  const written = number.includes('.') ? '.' : ','
  return decimalSigns.flatMap(sign => {
    const value = readNumeral(number, sign)
    const separated = sign === written ? 'decimais' : 'milhares'
    const label = `${signNames[written]} separa ${separated}: ${typeof value === 'number' ? showDecimal(value) : ''}`
    return typeof value === 'number' ? [{ answer: { sign }, label }] : []
  })
}
const orderNames: Readonly<Record<DayOrder, string>> = { dia: 'O dia vem primeiro', mes: 'O mês vem primeiro' }
const signNames: Readonly<Record<DecimalSign, string>> = { ',': 'A vírgula', '.': 'O ponto' }

/** Neither a number nor a date is as long, with its unit or its hour. */
const longest = 40
/** Whether a text may prove how its column writes. */
export const isProof = (text: string) =>
  text.length <= longest && /\d/.test(text) && /[.,/-]|^\d{6}$|^\d{8}$/.test(text)

import {
  bareText,
  companyToken,
  dayTokens,
  joinValues,
  meToken,
  splitValues,
  typedDayToken,
  type FilterTest,
} from '#kernel/condition.ts'
import type { Field, Kind } from '#kernel/field.ts'
import { formats, isBare } from '#kernel/format.ts'
import { showDate, showDecimal, showMoney, showPercent } from '#kernel/show.ts'
import { typedDate, typedMoney, typedNumber, typedPercent } from '#kernel/typed.ts'
import type { ChosenFilter } from '#web/table/address.ts'

/** Whether rows are active, as the address says it, in words. */
export const activeStates = { all: 'Ativos e inativos', true: 'Só ativos', false: 'Só inativos' } as const

/** Kinds compared from one value to another; the others are equal or not. */
export const ranged: ReadonlySet<Kind> = new Set<Kind>(['integer', 'decimal', 'money', 'percent', 'date', 'instant'])

const number = (read: (typed: string) => number | null) => (typed: string) => {
  const value = read(typed)
  return value === null ? null : String(value)
}
const text = (typed: string, { options: { format } }: Field) =>
  format && format !== 'email' ? formats[format].parse(typed) : typed.trim()

const readers = {
  text,
  longtext: text,
  richtext: text,
  integer: number(typed => (/^-?\d+$/.test(typed.trim()) ? Number(typed) : null)),
  decimal: number(typedNumber),
  money: number(typedMoney),
  percent: number(typedPercent),
  flag: text,
  date: (typed, { options: { past } }) => typedDayToken(typed) ?? typedDate(typed, past),
  instant: typed => typedDayToken(typed) ?? typedDate(typed),
  choice: text,
  ref: text,
  words: text,
  metas: () => null,
  many: () => null,
} satisfies Record<Kind, (typed: string, field: Field) => string | null>

/** What was typed, as the wire compares it; null when it is no value of the field. */
export function filterValue(field: Field, typed: string, test: FilterTest = 'eq'): string | null {
  if (field.kind !== 'text' || test === 'eq') return readers[field.kind](typed, field)
  const given = typed.trim()
  if ((isBare(field) ? bareText(given) : given) === '') return null
  return test === 'is' || test === 'not' ? joinValues([given]) : given
}

const signs = { gte: '≥', lte: '≤', gt: '>', lt: '<' } as const
const dayWords = { gte: 'desde', lte: 'até', gt: 'depois de', lt: 'antes de' } as const
const isSign = (test: string): test is keyof typeof signs => Object.hasOwn(signs, test)
const isDated = ({ kind }: Field) => kind === 'date' || kind === 'instant'

/** One value of a filter as it is read. */
function valueInWords({ kind, options }: Field, value: string): string {
  const amount = Number(value)
  switch (kind) {
    case 'flag':
      return value === 'true' ? 'Sim' : 'Não'
    case 'date':
    case 'instant':
      return dayTokens[value] ?? showDate(value)
    case 'money':
      return showMoney(amount)
    case 'percent':
      return showPercent(amount)
    case 'decimal':
      return showDecimal(amount)
    case 'ref':
      return value === meToken ? 'eu' : value === companyToken ? 'minha empresa' : value
    case 'text':
      return options.format ? formats[options.format].show(value) : value
    default:
      return options.choices?.[value] ?? value
  }
}

/** A filter in words: ['Razão social contém', '“telecom”']. References are named by who knows their rows. */
export function filterWords({ field, test, value, until = '' }: ChosenFilter): readonly [string, string] {
  const { label } = field
  if (test === 'empty') return [label, value === 'true' ? 'está vazio' : 'não está vazio']
  if (test === 'eq') return [`${label}:`, value === '' ? 'vazio' : valueInWords(field, value)]
  if (test === 'between') return [`${label} entre`, `${valueInWords(field, value)} e ${valueInWords(field, until)}`]
  if (isSign(test)) return [`${label} ${(isDated(field) ? dayWords : signs)[test]}`, valueInWords(field, value)]
  const quoted = (given: string) =>
    field.kind === 'text' ? `“${valueInWords(field, given)}”` : valueInWords(field, given)
  if (test === 'contains') return [`${label} contém`, `“${value}”`]
  if (test === 'starts') return [`${label} começa com`, `“${value}”`]
  const values = splitValues(value)
  if (test === 'in')
    return [`${label}:`, values.length > 1 ? `${values.length} escolhidos` : valueInWords(field, values[0] ?? '')]
  const [only = ''] = values
  if (values.length > 1) return [`${label} ${test === 'not' ? 'não é' : 'é'} um destes:`, `${values.length} valores`]
  return [`${label} ${test === 'not' ? 'não é' : 'é'}`, quoted(only)]
}

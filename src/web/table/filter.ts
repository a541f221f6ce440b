import type { Field, Kind } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import { showDate } from '#kernel/show.ts'
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
  date: (typed, { options: { past } }) => typedDate(typed, past),
  instant: typed => typedDate(typed),
  choice: text,
  ref: text,
  words: text,
  metas: () => null,
  many: () => null,
} satisfies Record<Kind, (typed: string, field: Field) => string | null>

/** What was typed, as the wire compares it; null when it is no value of the field. */
export const filterValue = (field: Field, typed: string): string | null => readers[field.kind](typed, field)

/** A filter in words: ['Construído em desde', '01/02/2020']. References are named by who knows their rows. */
export function filterWords({ field, test, value }: ChosenFilter): readonly [string, string] {
  const { kind, options } = field
  const sign = test === 'gte' ? ' desde' : test === 'lte' ? ' até' : ':'
  const said =
    kind === 'flag'
      ? value === 'true'
        ? 'Sim'
        : 'Não'
      : kind === 'date' || kind === 'instant'
        ? showDate(value)
        : kind === 'text' && options.format
          ? formats[options.format].show(value)
          : (options.choices?.[value] ?? (ranged.has(kind) ? value.replace('.', ',') : value))
  return [`${field.label}${sign}`, (test === 'in' ? `${said.split(',').length} escolhidos` : said) || 'vazio']
}

import { showDecimal, showInteger } from '#kernel/show.ts'
import { decimalSignOf, readNumeral, type DecimalSign } from '#kernel/numeral.ts'
import { writeSpeed } from '#features/regulatory/anatel/access-file.ts'
import { requiredFields } from '#features/regulatory/anatel/layouts.ts'
import { kinds } from '#features/regulatory/collects/coleta/lines.ts'
import { readSpeeds } from '#features/regulatory/anatel/speed.ts'
import type { FormLine } from '#parts/line/line.ts'
import type { Period } from '#parts/period/period.ts'

export type AccessKind = (typeof kinds)[number]
export interface GridColumn {
  /** The wire's key: 'client_type_id', 'speed'. */
  readonly key: string
  /** The field's name: 'client_type', 'speed'. */
  readonly name: string
  /** What may be chosen, nothing until it is known; null where a number is typed. */
  readonly options: readonly KindOption[] | null
}
/** Those of one coleta: each service asks its own of an access. */
export type GridColumns = readonly GridColumn[]

/** What a list offers: how people call it, and how the regulator does. */
export interface KindOption {
  readonly id: number
  readonly name: string
  readonly term?: string | null
}
export type KindOptions = Readonly<Record<AccessKind, readonly KindOption[]>>

/** Lists the columns of a service in a month, in the order of Anatel's file. */
export const columnsFor = (service: string | null, period: Period, options: KindOptions): GridColumns =>
  requiredFields(service, period).map(name => {
    const kind = kinds.find(each => each === name)
    return kind ? { key: `${kind}_id`, name, options: options[kind] } : { key: name, name, options: null }
  })
/** Finds the first number column: a line of a known kind lacks only numbers. */
export const firstNumber = (columns: GridColumns) => columns.findIndex(({ options }) => !options)

/** What was typed or pasted and could not be read stays as its text, for somebody to look at. */
export const isUnread = (value: unknown): value is string => typeof value === 'string'

/** What a cell shows: also what is searched in it. */
export function shownIn(line: FormLine, { key, name, options }: GridColumn): string {
  const value = line[key]
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  if (!options) return key === 'amount' ? showInteger(value) : showDecimal(value)
  const own = line[name]
  return (
    options.find(({ id }) => id === value)?.name ??
    (typeof own === 'object' && own !== null && 'name' in own && 'id' in own && own.id === value
      ? String(own.name)
      : String(value))
  )
}

/** What is copied from a cell, or changed in it: of a number its digits, so that it is read back as it was. */
export function copiedFrom(line: FormLine, column: GridColumn): string {
  const value = line[column.key]
  if (column.options || typeof value !== 'number') return shownIn(line, column)
  return column.key === 'amount' ? String(value) : writeSpeed(value)
}

const withoutUnit = (text: string) => text.trim().replace(/\s*acessos?$/i, '')

/**
 * Parses a column's numbers as typed or pasted: '' becomes null, and text that is no number, or may be two, remains text. The
 * other cells show whether a comma separates thousands.
 */
export function numbersTyped(key: string, texts: readonly string[]): readonly unknown[] {
  const given = texts.map(text => (key === 'amount' ? withoutUnit(text) : text.trim()))
  const speeds = key === 'amount' ? [] : readSpeeds(given)
  const sign = decimalSignOf(given)
  return given.map((text, at) => {
    if (text === '') return null
    const number = key === 'amount' ? wholeIn(text, sign) : speeds[at]
    return typeof number === 'number' ? number : (texts[at]?.trim() ?? text)
  })
}

/** A count has no decimals: '1.234' is a thousand and more, unless its column writes decimals with a point. */
function wholeIn(text: string, sign: DecimalSign | null): number | null {
  const number = readNumeral(text, sign ?? (text.includes('.') ? ',' : null))
  return typeof number === 'number' && Number.isInteger(number) ? number : null
}

export const typedIn = (text: string, { key }: Pick<GridColumn, 'key'>) => numbersTyped(key, [text])[0]

/** Why a cell's text is no value. */
export function whyUnread(text: string, { key }: Pick<GridColumn, 'key'>): string {
  const [speed] = key === 'speed' ? readSpeeds([text]) : []
  return typeof speed === 'object' ? `“${text}” ${speed.reason}` : `“${text}” não foi entendido`
}

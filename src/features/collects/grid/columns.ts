import { showDecimal, showInteger } from '#kernel/show.ts'
import { typedNumber } from '#kernel/typed.ts'
import { fieldsAsked } from '#features/anatel/layouts.ts'
import { kinds } from '#features/collects/coleta/lines.ts'
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

/** What is asked of an access of a service in a month, in the order of Anatel's file. */
export const columnsFor = (service: string | null, period: Period, options: KindOptions): GridColumns =>
  fieldsAsked(service, period).map(name => {
    const kind = kinds.find(each => each === name)
    return kind ? { key: `${kind}_id`, name, options: options[kind] } : { key: name, name, options: null }
  })
/** Where the numbers begin: what is left to tell of a line of the same kind as another. */
export const firstNumber = (columns: GridColumns) => columns.findIndex(({ options }) => !options)

/** What was typed or pasted and could not be read stays as its text, for somebody to look at. */
export const isUnread = (value: unknown): value is string => typeof value === 'string'

/** What a cell says: also what is copied from it and searched in it. */
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

/** '' is nothing; what is no number stays as it was typed. */
export const typedIn = (text: string) => (text.trim() === '' ? null : (typedNumber(text) ?? text))

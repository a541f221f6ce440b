import { showDecimal, showInteger } from '#kernel/show.ts'
import { typedNumber } from '#kernel/typed.ts'
import { kinds, type Line } from '#features/collects/lines.ts'

export type Kind = (typeof kinds)[number]
export interface Column {
  /** The wire's key: 'client_type_id', 'speed'. */
  readonly key: string
  /** The field's name: 'client_type', 'speed'. */
  readonly name: string
  /** Null where a number is typed. */
  readonly kind: Kind | null
}
/** In the order of Anatel's file. */
export const columns: readonly Column[] = [
  ...kinds.map(kind => ({ key: `${kind}_id`, name: kind, kind })),
  { key: 'speed', name: 'speed', kind: null },
  { key: 'amount', name: 'amount', kind: null },
]
export const lastColumn = columns.length - 1
export const speedColumn = columns.findIndex(({ key }) => key === 'speed')

/** What a list offers: how people call it, and how the regulator does. */
export interface Option {
  readonly id: number
  readonly name: string
  readonly term?: string | null
}
export type Options = Readonly<Record<Kind, readonly Option[]>>

/** What was typed or pasted and could not be read stays as its text, for somebody to look at. */
export const isUnread = (value: unknown): value is string => typeof value === 'string'

/** What a cell says: also what is copied from it and searched in it. */
export function shownIn(line: Line, { key, name, kind }: Column, options: Options): string {
  const value = line[key]
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return String(value)
  if (kind === null) return key === 'amount' ? showInteger(value) : showDecimal(value)
  const own = line[name]
  return (
    options[kind].find(({ id }) => id === value)?.name ??
    (typeof own === 'object' && own !== null && 'name' in own && 'id' in own && own.id === value
      ? String(own.name)
      : String(value))
  )
}

/** '' is nothing; what is no number stays as it was typed. */
export const typedIn = (text: string) => (text.trim() === '' ? null : (typedNumber(text) ?? text))

import { anyFields, comparedValue, joinValues, mostValues, readFilterName, splitValues } from '#kernel/condition.ts'
import type { Field } from '#kernel/field.ts'
import { formats } from '#kernel/format.ts'
import type { AnyResource } from '#kernel/resource.ts'
import { foldText } from '#kernel/text.ts'
import { changeSearch, filtersIn, toSearch, type AddressChange, type Search } from '#web/table/address.ts'
import { isRecord } from '#web/storage.ts'

/** An identifier as people write it, punctuation and all, and no word. */
const identifier = /^(?:\+?\d*\s?\(\d+\)\s?)?[\dA-Z./+-]+$/i
const digitsIn = (text: string) => text.replace(/\D/g, '').length
/** Whether commas part identifiers, and not the words of a name or a number from its cents. */
const areIdentifiers = (parts: readonly string[]) =>
  parts.every(part => identifier.test(part) && digitsIn(part) >= (parts.length > 2 ? 1 : 5))

/** The values of a pasted list: lines, cells, or identifiers with commas between. One where it is no list. */
export function pastedValues(text: string): readonly string[] {
  const parts = (sign: RegExp) => [...new Set(text.split(sign).flatMap(part => part.trim() || []))]
  const lines = parts(/[\n\r\t;]+/)
  if (lines.length > 1) return lines
  const commas = parts(/,/)
  return commas.length > 1 && areIdentifiers(commas) ? commas : lines
}

/** Documents without their punctuation, which makes the address shorter. */
export const shortValue = (value: string) => formats.document.parse(value) ?? value

/** Beyond this, proxies refuse the request line: nginx takes 8 kB, of which some is the list's own. */
const longestSearch = 7_700
/** Why a list is not filtered by so many values; null where it is. */
export function whyTooMany(values: readonly string[], search: Search): string | null {
  if (values.length > mostValues)
    return `Cole no máximo ${mostValues} valores por vez. Há ${values.length.toLocaleString('pt-BR')}.`
  return toSearch(search).length > longestSearch
    ? 'Os valores são longos demais para o endereço da lista. Cole menos por vez.'
    : null
}

/** Narrows a list to rows that have one of these in a searched column; answers why not, where it does not. */
export function narrowToValues(
  values: readonly string[],
  search: Search,
  onChange: (by: AddressChange) => void,
): string | null {
  const by = { any: joinValues(values.map(shortValue)), search: null }
  const why = whyTooMany(values, changeSearch(search, by))
  if (why === null) onChange(by)
  return why
}

/** A list of values that narrows a list of rows, and the columns they are looked for in. */
export interface ValueList {
  /** Its name in the address. */
  readonly name: string
  readonly values: readonly string[]
  readonly fields: readonly (readonly [name: string, field: Field])[]
}
/** The lists of values in an address. */
export function valueListsIn(resource: AnyResource, search: Search, outside: boolean): readonly ValueList[] {
  const any = search.any ? [{ name: 'any', values: splitValues(search.any), fields: anyFields(resource, outside) }] : []
  const own = filtersIn(resource, search).flatMap(({ names, field, test, value }): readonly ValueList[] => {
    const [at = ''] = names
    const name = readFilterName(at)?.key ?? ''
    const isList = (test === 'is' && field.kind === 'text') || (test === 'in' && field.kind === 'integer')
    return isList ? [{ name: at, values: splitValues(value), fields: [[name, field]] }] : []
  })
  return [...any, ...own].filter(({ values }) => values.length > 1)
}

const textIn = (field: Field, value: unknown) =>
  field.kind === 'ref'
    ? isRecord(value)
      ? foldText(String(value.name))
      : ''
    : comparedText(field, String(value ?? ''))
const comparedText = (field: Field, value: string) =>
  field.kind === 'integer' ? String(Number(value.replace('#', ''))) : comparedValue(field, value)

/** The values that none of these rows has. */
export function missingValues({ values, fields }: ValueList, rows: readonly Readonly<Record<string, unknown>>[]) {
  const had = new Set(rows.flatMap(row => fields.map(([name, field]) => `${name} ${textIn(field, row[name])}`)))
  return values.filter(value => !fields.some(([name, field]) => had.has(`${name} ${comparedText(field, value)}`)))
}

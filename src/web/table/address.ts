import type { Field } from '#kernel/field.ts'
import { columnOf, listQuery } from '#kernel/page.ts'
import { Problem } from '#kernel/problem.ts'
import { titleOf, type AnyResource } from '#kernel/resource.ts'

/** A list's query as its address holds it, in the wire's own words. */
export type Search = Readonly<Record<string, string>>
/** What to put in the address; null leaves it, and so does '' but where it stood: a filter for what is empty. */
export type AddressChange = Readonly<Record<string, string | null>>

/** What an address asks of a list. Words the list does not know are left out: the address may be of another day. */
export function fromSearch(resource: AnyResource, address: string, outside = false): Search {
  const said = Object.fromEntries(new URLSearchParams(address))
  try {
    listQuery(resource, said, outside)
    return said
  } catch (error) {
    const wrong = error instanceof Problem ? (error.detail.errors ?? {}) : {}
    return Object.fromEntries(Object.entries(said).filter(([name]) => !Object.hasOwn(wrong, name)))
  }
}

export function toSearch(search: Search): string {
  const words = new URLSearchParams(search).toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
  return words && `?${words}`
}

/** The address after a change: any but the page's own starts again at the first page. */
export function changeSearch(search: Search, change: AddressChange): Search {
  const next = { ...search, ...('page' in change ? {} : { page: '' }), ...change }
  return Object.fromEntries(
    Object.entries(next).filter(
      (pair): pair is [string, string] => Boolean(pair[1]) || (pair[1] === '' && search[pair[0]] === ''),
    ),
  )
}

/** The order a list is shown in: the address's, or the one it declares. */
export const orderOf = (resource: AnyResource, { sort }: Search) => sort ?? resource.list.sort ?? titleOf(resource)

/** The order after a click on a column, 'name' or 'year,month': upwards first, then downwards, and so on. */
export const turnSort = (sort: string, column: string) => (sort === column ? column.replaceAll(/\w+/g, '-$&') : column)

/** A filter of the address: its name there, the field it compares, how, and with what. */
export interface ChosenFilter {
  readonly name: string
  readonly field: Field
  readonly test: string
  readonly value: string
}

export const filterName = (key: string, test = 'eq') => `filter[${key}]${test === 'eq' ? '' : `[${test}]`}`

export const filtersIn = (resource: AnyResource, search: Search): readonly ChosenFilter[] =>
  Object.entries(search).flatMap(([name, value]) => {
    const [, key = '', test = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name) ?? []
    const field = columnOf(resource, key)
    return field ? [{ name, field, test, value }] : []
  })

/** Fields a reader may filter by: those whose values can be compared at a glance. */
export const filterable = (resource: AnyResource, outside: boolean) =>
  Object.entries(resource.fields).filter(
    ([, { kind, options }]) =>
      !options.secret &&
      !(outside && options.internal) &&
      !['many', 'metas', 'words', 'richtext', 'longtext'].includes(kind),
  )

/** Does the address narrow the list? */
export const isNarrowed = (search: Search) =>
  Object.keys(search).some(name => !['page', 'per_page', 'sort'].includes(name))

import { filterName, mostAlike, plainSearch, readFilterName, type FilterTest } from '#kernel/condition.ts'
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
  const words = plainSearch(new URLSearchParams(search))
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

/** A filter of the address: its names there, the field it compares, how, and with what; from one value to another, both. */
export interface ChosenFilter {
  readonly names: readonly string[]
  readonly field: Field
  readonly test: FilterTest | 'between'
  readonly value: string
  readonly until?: string
  /** The group of alternatives it is in; 0 of none. */
  readonly group: number
}

export const filtersIn = (resource: AnyResource, search: Search): readonly ChosenFilter[] =>
  Object.entries(search).flatMap(([name, value]): readonly ChosenFilter[] => {
    const read = readFilterName(name)
    const field = read && columnOf(resource, read.key)
    if (!field) return []
    const { key, test, nth, group } = read
    const [from, to] = [filterName(key, 'gte', nth, group), filterName(key, 'lte', nth, group)]
    const until = search[to]
    if (search[from] === undefined || until === undefined) return [{ names: [name], field, test, value, group }]
    if (name === to) return []
    return [
      name === from
        ? { names: [from, to], field, test: 'between', value, until, group }
        : { names: [name], field, test, value, group },
    ]
  })

const upToMost = Array.from({ length: mostAlike }, (_, index) => index + 1)

/**
 * The name of one more condition: a field may contain several texts, and be none of several values. Alternatives of one field have
 * different numbers, so that 'from 100' or 'to 10' is not read as 'from 100 to 10'.
 */
export function nextFilterName(search: Search, key: string, test: FilterTest, group = 0): string {
  const names = Object.keys(search).map(name => readFilterName(name))
  const isTaken = (nth: number) =>
    group === 0
      ? (test === 'contains' || test === 'not') && search[filterName(key, test, nth)] !== undefined
      : names.some(name => name?.key === key && name.nth === nth && name.group === group)
  return filterName(key, test, upToMost.find(nth => !isTaken(nth)) ?? mostAlike, group)
}

/** The group in which a filter gets alternatives, and how it moves there; nothing where every group is in use. */
export function groupFor(
  search: Search,
  { names, group }: ChosenFilter,
): { readonly group: number; readonly moved: AddressChange } | null {
  if (group !== 0) return { group, moved: {} }
  const used = new Set(Object.keys(search).map(name => readFilterName(name)?.group))
  const free = upToMost.find(each => !used.has(each))
  if (free === undefined) return null
  const moves = names.flatMap((name): readonly (readonly [string, string | null])[] => {
    const read = readFilterName(name)
    return read
      ? [
          [name, null],
          [filterName(read.key, read.test, 1, free), search[name] ?? null],
        ]
      : []
  })
  return { group: free, moved: Object.fromEntries(moves) }
}

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
  Object.keys(search).some(name => !['page', 'per_page', 'sort', 'columns'].includes(name))

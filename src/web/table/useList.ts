import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { isStaff } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { AnyResource, Stamps } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'
import { changeSearch, fromSearch, toSearch, type AddressChange, type Search } from '#web/table/address.ts'

/** A row of any list: its stamps, and its fields by name. */
export type ListedRow = Stamps & Readonly<Record<string, unknown>>

/** One page of a resource's rows; the rows before stay while the next ones come. */
export const usePage = (resource: Pick<AnyResource, 'path'>, search: Search) =>
  useQuery({
    queryKey: [resource.path, 'list', search],
    queryFn: ({ signal }) => api.get<Page<ListedRow>>(`/${resource.path}`, { query: search, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

/** What the address asks of the list, and how to ask otherwise: each change is a step Back undoes. */
export function useSearch(resource: AnyResource) {
  const { pathname, searchStr } = useLocation()
  const { history } = useRouter()
  const search = fromSearch(resource, searchStr, !isStaff(useUser()))
  const change = (by: AddressChange) => history.push(`${pathname}${toSearch(changeSearch(search, by))}`)
  /** Another search in the place of this one: a saved view. */
  const open = (words: string) => history.push(`${pathname}${toSearch(fromSearch(resource, words))}`)
  return { search, change, open }
}

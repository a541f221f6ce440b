import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { isStaff } from '#kernel/access.ts'
import type { Page } from '#kernel/page.ts'
import type { AnyResource, Stamps } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { queryClient } from '#web/query.ts'
import { sessionStore, useUser } from '#web/session/store.ts'
import { changeSearch, fromSearch, toSearch, type AddressChange, type Search } from '#web/table/address.ts'
import { tasteQuery } from '#web/table/taste.ts'

/** A row of any list: its stamps, and its fields by name. */
export type ListedRow = Stamps & Readonly<Record<string, unknown>>

export const pageQuery = ({ path }: Pick<AnyResource, 'path'>, search: Search) =>
  queryOptions({
    queryKey: [path, 'list', search],
    queryFn: ({ signal }) => api.get<Page<ListedRow>>(`/${path}`, { query: search, signal, quiet: true }),
  })

/** One page of a resource's rows; the rows before stay while the next ones come. */
export const usePage = (resource: Pick<AnyResource, 'path'>, search: Search) =>
  useQuery({ ...pageQuery(resource, search), placeholderData: keepPreviousData })

/** Asks for what a list will show before its screen is drawn. */
export async function askAhead(resource: AnyResource, searchStr: string) {
  const { user } = sessionStore.get()
  if (!user) return
  await Promise.all([
    queryClient.prefetchQuery(tasteQuery(resource)),
    queryClient.prefetchQuery(pageQuery(resource, fromSearch(resource, searchStr, !isStaff(user)))),
  ])
}

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

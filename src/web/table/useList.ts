import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { isStaff } from '#kernel/access.ts'
import { callsOf } from '#kernel/call.ts'
import type { AnyResource, Stamps } from '#kernel/resource.ts'
import { answerOptions } from '#web/call.ts'
import { queryClient } from '#web/query.ts'
import { sessionStore, useUser } from '#web/session/store.ts'
import { changeSearch, fromSearch, toSearch, type AddressChange, type Search } from '#web/table/address.ts'
import { chosenColumns, drawnColumns } from '#web/table/columns.ts'
import { declaredTaste, tasteQuery, useTaste } from '#web/table/taste.ts'

/** A row of any list: its stamps, and its fields by name. */
export type ListedRow = Stamps & Readonly<Record<string, unknown>>

const pageQuery = (resource: AnyResource, search: Search, columns: readonly string[]) =>
  answerOptions(callsOf(resource).list, { query: { ...search, columns: columns.join(',') } })

/** One page of a resource's rows, of which the columns the reader likes; the rows before stay while the next ones come. */
export function usePage(resource: AnyResource, search: Search) {
  const { taste } = useTaste(resource)
  const columns = drawnColumns(resource, chosenColumns(search, taste), !isStaff(useUser()))
  return useQuery({ ...pageQuery(resource, search, columns), placeholderData: keepPreviousData })
}

/**
 * Prefetches what a list will show. It does not wait for the user's choice of columns: most use the declared ones, and for
 * the others a second request follows.
 */
export async function askAhead(resource: AnyResource, searchStr: string) {
  const { user } = sessionStore.get()
  if (!user) return
  const outside = !isStaff(user)
  const search = fromSearch(resource, searchStr, outside)
  const taste = queryClient.getQueryData(tasteQuery(resource).queryKey) ?? declaredTaste
  await Promise.all([
    queryClient.prefetchQuery(tasteQuery(resource)),
    queryClient.prefetchQuery(
      pageQuery(resource, search, drawnColumns(resource, chosenColumns(search, taste), outside)),
    ),
  ])
}

/** What the address asks of the list, and how to ask otherwise: each change is a step Back undoes. */
export function useSearch(resource: AnyResource) {
  const { pathname, searchStr } = useLocation()
  const { history } = useRouter()
  const outside = !isStaff(useUser())
  const search = fromSearch(resource, searchStr, outside)
  /**
   * Changes the address as it is now, and only while it is this list's: words are searched a moment after the last key, in which
   * the user may have added a filter, or pressed a row whose screen is still on its way.
   */
  const change = (by: AddressChange) => {
    const now = history.location
    if (now.pathname !== pathname) return
    history.push(`${pathname}${toSearch(changeSearch(fromSearch(resource, now.search, outside), by))}`)
  }
  /** Another search in the place of this one: a saved view. */
  const open = (words: string) => history.push(`${pathname}${toSearch(fromSearch(resource, words))}`)
  return { search, change, open }
}

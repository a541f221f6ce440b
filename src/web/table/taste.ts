import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import { sideMenuKey } from '#web/layout/pins.ts'
import type { Taste, View, ViewReach } from '#web/table/columns.ts'

export const declaredTaste: Taste = { columns: null, views: [], shares: false }

const urlOf = ({ path }: AnyResource) => `/users/me/listas/${path}`

export const tasteQuery = (resource: AnyResource) =>
  queryOptions({
    queryKey: [resource.path, 'taste'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await api.get<{ data: Taste }>(urlOf(resource), { signal, quiet: true })).data,
  })

export function useTaste(resource: AnyResource) {
  const queries = useQueryClient()
  const query = tasteQuery(resource)
  const { queryKey } = query
  const { data = declaredTaste } = useQuery(query)
  /** Shows a change at once and takes it back when the server refuses; the reason appears on top of the page. */
  const like = async (columns: Taste['columns']) => {
    queries.setQueryData(queryKey, { ...data, columns })
    await api.put(urlOf(resource), { columns }).catch(() => queries.setQueryData(queryKey, data))
  }
  /** Sends a change of a view, after which lists and pins are read again. Throws ApiError. */
  const sent = async (call: Promise<unknown>) => {
    await call
    await Promise.all([queries.invalidateQueries({ queryKey }), queries.invalidateQueries({ queryKey: sideMenuKey })])
  }
  const quiet = { quiet: true }
  const viewActs = {
    add: (name: string, search: string) => sent(api.post(`${urlOf(resource)}/visoes`, { name, search }, quiet)),
    change: (view: string, change: Partial<Pick<View, 'name' | 'search'>>) =>
      sent(api.put(`/users/me/visoes/${view}`, change, quiet)),
    share: (view: string, audience: ViewReach) =>
      sent(
        audience === 'all'
          ? api.put(`/users/me/visoes/${view}/para-todos`, undefined, quiet)
          : api.put(`/users/me/visoes/${view}`, { audience }, quiet),
      ),
    remove: (view: string) => sent(api.delete(`/users/me/visoes/${view}`, quiet)),
  }
  return { taste: data, like, viewActs }
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import type { Taste } from '#web/table/columns.ts'

export const declaredTaste: Taste = { columns: null, views: [] }

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
  const like = async (change: Partial<Taste>) => {
    const next = { ...data, ...change }
    queries.setQueryData(queryKey, next)
    await api.put(urlOf(resource), next).catch(() => queries.setQueryData(queryKey, data))
  }
  return { taste: data, like }
}

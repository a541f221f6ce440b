import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnyResource } from '#kernel/resource.ts'
import { api } from '#web/api.ts'
import type { Taste } from '#web/table/columns.ts'

const plain: Taste = { columns: null, views: [] }

export function useTaste({ path }: AnyResource) {
  const queries = useQueryClient()
  const queryKey = [path, 'taste']
  const url = `/users/me/listas/${path}`
  const { data = plain } = useQuery({
    queryKey,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await api.get<{ data: Taste }>(url, { signal, quiet: true })).data,
  })
  /** Shown at once; taken back when the server refuses, which tells why on top of the page. */
  const like = async (change: Partial<Taste>) => {
    const next = { ...data, ...change }
    queries.setQueryData(queryKey, next)
    await api.put(url, next).catch(() => queries.setQueryData(queryKey, data))
  }
  return { taste: data, like }
}

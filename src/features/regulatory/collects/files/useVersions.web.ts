import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { can } from '#kernel/access.ts'
import type { Versions } from '#features/regulatory/collects/files/versions.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/store.ts'

/** Selects two versions by number; by default the newest and the one before it. */
export interface Pair {
  readonly de?: number
  readonly ate?: number
}

/** The versions of a coleta that were sent, and what changed from one to another. */
export function useVersions(uuid: string, version: string | null, pair: Pair = {}) {
  const user = useUser()
  return useQuery({
    queryKey: ['collects', 'versoes', uuid, version, pair],
    enabled: can(user, 'collects.versoes'),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Versions }>(`/collects/${uuid}/versoes`, { query: { ...pair }, signal, quiet: true }))
        .data,
  })
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Collect } from '#features/regulatory/collects/coleta/collects.ts'
import { api } from '#web/api.ts'

export interface CollectRead {
  readonly row: Collect
  readonly version: string | null
}

export const collectKey = (uuid: string) => ['collects', 'one', uuid] as const

/** A coleta with its version, under the key every screen of one row reads by. */
export const collectQuery = (uuid: string) =>
  queryOptions({
    queryKey: collectKey(uuid),
    queryFn: async ({ signal }): Promise<CollectRead> => {
      const { body, version } = await api.read<{ data: Collect }>(`/collects/${uuid}`, { signal, quiet: true })
      return { row: body.data, version }
    },
  })

export const useCollect = (uuid: string) => useQuery(collectQuery(uuid))

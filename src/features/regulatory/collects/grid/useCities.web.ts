import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#kernel/page.ts'
import type { City } from '#features/regulatory/collects/grid/paste.ts'
import { nameFor, type FormLine } from '#parts/line/line.ts'
import { api } from '#web/api.ts'

/** Loads every municipality once: a pasted block may name any of them. */
const cities = {
  queryKey: ['cities', 'all'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await api.get<Page<City>>('/cities', { query: { pagination: 'false' }, quiet: true })).data,
}

/** Names for the municipalities that came without theirs, as in a draft taken up again. */
export function useCities(locations: readonly FormLine[]) {
  const queries = useQueryClient()
  const nameless = locations.some(({ city, city_id }) => typeof city_id === 'number' && !nameFor(city, city_id))
  const { data } = useQuery({ ...cities, enabled: nameless, select: namesOf })
  return { names: data ?? noNames, all: () => queries.fetchQuery(cities) }
}
export type Cities = ReturnType<typeof useCities>
const noNames: ReadonlyMap<number, string> = new Map()
const namesOf = (all: readonly City[]) => new Map(all.map(({ id, label }) => [id, label]))

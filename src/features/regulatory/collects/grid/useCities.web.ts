import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callsOf } from '#kernel/call.ts'
import { cities } from '#features/network/cities/cities.ts'
import type { City } from '#features/regulatory/collects/grid/paste.ts'
import { nameFor, type FormLine } from '#parts/line/line.ts'
import { answerOptions, sendCall } from '#web/call.ts'

const { list } = callsOf(cities)
const everyCity = { query: { pagination: 'false' } } as const
/** Loads every municipality once: a pasted block may name any of them. */
const cityQuery = {
  ...answerOptions(list, everyCity, { staleTime: Number.POSITIVE_INFINITY }),
  // No signal aborts it: a block that is being pasted waits for the names, though its grid is left meanwhile.
  queryFn: () => sendCall(list, everyCity, { quiet: true }),
}

/** Names for the municipalities that came without theirs, as in a draft taken up again. */
export function useCities(locations: readonly FormLine[]) {
  const queries = useQueryClient()
  const nameless = locations.some(({ city, city_id }) => typeof city_id === 'number' && !nameFor(city, city_id))
  const { data } = useQuery({ ...cityQuery, enabled: nameless, select: namesOf })
  return { names: data ?? noNames, all: async () => (await queries.fetchQuery(cityQuery)).data }
}
export type Cities = ReturnType<typeof useCities>
const noNames: ReadonlyMap<number, string> = new Map()
const namesOf = ({ data }: { readonly data: readonly City[] }) => new Map(data.map(({ id, label }) => [id, label]))

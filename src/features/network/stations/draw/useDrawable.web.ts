import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { DrawableStation } from '#features/network/stations/draw/pairs.ts'
import { mapNetworkOfClient, type MapStation } from '#features/network/stations/map/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { queryKeyOf, sendCall } from '#web/call.ts'

const alphabet = new Intl.Collator('pt-BR', { numeric: true })
const unplaced = { 'filter[has_coordinates]': 'false', columns: 'name', sort: 'name', pagination: 'false' }
const nothing: Awaited<ReturnType<typeof askStations>> = { placed: [], without: [], joined: [] }

/** The stations a link of these clients may join: their own and those shared with them, with coordinates or without. */
export function useDrawable(clients: readonly number[]) {
  const query = useQuery({
    queryKey: [...queryKeyOf(mapNetworkOfClient), 'drawable', clients],
    enabled: clients.length > 0,
    queryFn: ({ signal }) => askStations(clients, signal),
  })
  const { data = nothing, error, refetch } = query
  const network = useMemo(() => {
    const placed = new Map(data.placed.map(each => [each.id, each]))
    const all = new Map<number, DrawableStation>([...data.without, ...placed.values()].map(each => [each.id, each]))
    return {
      placed,
      byId: all,
      /** Those with coordinates, which the map shows; and all of them, by name. */
      onMap: [...placed.values()],
      /** Stations that a connection joins, of any link. */
      joined: data.joined,
      listed: [...all.values()].toSorted((one, other) => alphabet.compare(one.name, other.name)),
    }
  }, [data])
  return { ...network, pending: clients.length > 0 && query.isPending, error, retry: () => void refetch() }
}

async function askStations(clients: readonly number[], signal: AbortSignal) {
  const placed: MapStation[] = []
  const without: DrawableStation[] = []
  const joined: (readonly [number, number])[] = []
  for (const client of clients) {
    const [map, rest] = await Promise.all([
      sendCall(mapNetworkOfClient, { client }, { signal, quiet: true }),
      sendCall(
        callsOf(stations).list,
        { query: { ...unplaced, 'filter[client_id]': client } },
        { signal, quiet: true },
      ),
    ])
    placed.push(...map.data.stations)
    without.push(...rest.data)
    joined.push(...map.data.links.map(each => [each.station_1_id, each.station_2_id] as const))
  }
  return { placed, without, joined }
}

import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callsOf } from '#kernel/call.ts'
import type { DrawableStation } from '#features/network/stations/draw/pairs.ts'
import { mapNetworkOfClient } from '#features/network/stations/map/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { answerOptions } from '#web/call.ts'

const alphabet = new Intl.Collator('pt-BR', { numeric: true })
const unplaced = { 'filter[has_coordinates]': 'false', columns: 'name', sort: 'name', pagination: 'false' }
const { list } = callsOf(stations)

/** The stations a link of these clients may join: their own and those shared with them, with coordinates or without. */
export function useDrawable(clients: readonly number[]) {
  const maps = useQueries({
    queries: clients.map(client => answerOptions(mapNetworkOfClient, { client })),
    combine: together,
  })
  const lists = useQueries({
    queries: clients.map(client => answerOptions(list, { query: { ...unplaced, 'filter[client_id]': client } })),
    combine: together,
  })
  const network = useMemo(() => {
    // Nothing is drawn before the stations of all clients are there.
    const [drawn, listed] = maps.answers && lists.answers ? [maps.answers, lists.answers] : [[], []]
    const placed = new Map(drawn.flatMap(({ data }) => data.stations).map(each => [each.id, each]))
    const without = listed.flatMap(({ data }) => data)
    const all = new Map<number, DrawableStation>([...without, ...placed.values()].map(each => [each.id, each]))
    return {
      placed,
      byId: all,
      /** Those with coordinates, which the map shows; and all of them, by name. */
      onMap: [...placed.values()],
      /** Stations that a connection joins, of any link. */
      joined: drawn.flatMap(({ data }) => data.links.map(each => [each.station_1_id, each.station_2_id] as const)),
      listed: [...all.values()].toSorted((one, other) => alphabet.compare(one.name, other.name)),
    }
  }, [maps.answers, lists.answers])
  const error = maps.error ?? lists.error
  const retry = () => {
    maps.retry()
    lists.retry()
  }
  return { ...network, pending: !(maps.answers && lists.answers) && !error, error, retry }
}

/** The answers of all clients, null until the last one is there. */
function together<T>(results: readonly UseQueryResult<T>[]) {
  const answers = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return {
    answers: answers.length === results.length ? answers : null,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => results.forEach(({ refetch }) => void refetch()),
  }
}

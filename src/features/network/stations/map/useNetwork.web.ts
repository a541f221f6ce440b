import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isStaff } from '#kernel/access.ts'
import { mapNetwork, mapNetworkOfClient } from '#features/network/stations/map/api.ts'
import { stations } from '#features/network/stations/stations.ts'
import { answerOptions } from '#web/call.ts'
import { queryClient } from '#web/query.ts'
import { sessionStore } from '#web/session/store.ts'
import { fromSearch, type Search } from '#web/table/address.ts'

const networkQuery = (client: string, search: Search) =>
  client ? answerOptions(mapNetworkOfClient, { client, query: search }) : answerOptions(mapNetwork, { query: search })

/** What is on the map, of one client or, without one, of all; what was there before stays until the next comes. */
export const useNetwork = (client: string, search: Search) =>
  useQuery({ ...networkQuery(client, search), placeholderData: keepPreviousData })

/** Asks for what the map of everybody will show before its code is there. */
export async function askNetworkAhead(searchStr: string) {
  const { user } = sessionStore.get()
  const [, client = ''] = /^\/station-links-map\/([^/]+)/.exec(location.pathname) ?? []
  if (user) await queryClient.prefetchQuery(networkQuery(client, fromSearch(stations, searchStr, !isStaff(user))))
}

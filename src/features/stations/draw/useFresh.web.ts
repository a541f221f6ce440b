import { useQueryClient } from '@tanstack/react-query'
import {
  stationLinkProperties,
  stationLinkPropertyConnections,
  stationLinks,
  stations,
} from '#features/stations/stations.ts'

/** Has everything read anew that is made of what a drawing writes. */
export function useFresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [stationLinks, stationLinkProperties, stationLinkPropertyConnections, stations].map(({ path }) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    )
}

import { gapsOfAnyDay } from '#features/network/stations/gaps.ts'
import { filingRules, type FilingFinding } from '#features/regulatory/infrastructure/check.ts'
import { stationLinkPropertyConnections, stations } from '#features/network/stations/stations.ts'

/** An address lists at most this many ids; above that it uses the filter of the list. */
const mostNamed = 100

/** Answers the list that shows a finding, and its query: exact ids if they are few. */
export function listOfFinding({ rule, ids }: FilingFinding, client: number) {
  const path = filingRules[rule].of === 'estacoes' ? stations.path : stationLinkPropertyConnections.path
  const gap = gapsOfAnyDay.find(({ key }) => key === rule)
  const query: Readonly<Record<string, string>> =
    ids.length > mostNamed && gap
      ? { ...gap.query, 'filter[client_id]': String(client) }
      : { 'filter[id][in]': ids.slice(0, mostNamed).join(',') }
  return { path: `/${path}`, query }
}

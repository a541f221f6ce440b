import { gapsOfAnyDay } from '#features/stations/gaps.ts'
import { filingRules, type FilingFinding } from '#features/infrastructure/check.ts'
import { stationLinkPropertyConnections, stations } from '#features/stations/stations.ts'

/** Rows an address names one by one; of more, the list is asked for as the list itself would ask. */
const mostNamed = 100

/** The list that shows what was found, and how it is asked: exactly those rows, where they are few. */
export function listOfFinding({ rule, ids }: FilingFinding, client: number) {
  const path = filingRules[rule].of === 'estacoes' ? stations.path : stationLinkPropertyConnections.path
  const gap = gapsOfAnyDay.find(({ key }) => key === rule)
  const query: Readonly<Record<string, string>> =
    ids.length > mostNamed && gap
      ? { ...gap.query, 'filter[client_id]': String(client) }
      : { 'filter[id][in]': ids.slice(0, mostNamed).join(',') }
  return { path: `/${path}`, query }
}

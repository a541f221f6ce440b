import { stations } from '#features/network/stations/stations.ts'
import {
  accessOf,
  clientCases,
  draftWithoutFields,
  foreignOwner,
  newRowRequests,
  type MatrixCase,
  type MatrixCases,
} from '#test/support/matrix/cases.ts'
import type { Owner } from '#test/support/world.ts'

export const stationsMatrix: MatrixCases = {
  'stations.client': (world, who) => clientCases(world, who, client => `stations/client/${client}`),
  'stations.middles': (world, who) => clientCases(world, who, client => `stations/client/${client}/attendance-middles`),
  'stations.client.middle': (world, who) =>
    clientCases(world, who, client => `stations/client/${client}/attendance-middle/1`),
  'stations.shared': (world, who) => clientCases(world, who, client => `clients/${client}/stations-shared-with-client`),
  'stations.shared.middle': (world, who) =>
    clientCases(world, who, client => `stations/shared/${client}/attendance-middle/1`),
  'stations.shared.owner': (world, who) =>
    clientCases(world, who, client => `clients/${client}/stations-shared-with-client/1/attendance-middles`),
  'stations.shared.owner.middle': (world, who) =>
    clientCases(world, who, client => `clients/${client}/stations-shared-with-client/1/attendance-middles/1/stations`),
  'stations.service-type': () => [{ about: 'any', url: 'stations/service-type/1', status: 200 }],
  'stations.conferir': () => [
    { about: 'like ones', url: 'stations/conferir?client_id=1&name=zz&lat=-23&lng=-45', status: 200 },
  ],
  'stations.taxas': (world, who) => clientCases(world, who, client => `clients/${client}/taxas-de-estacoes?year=2027`),
  'stations.taxas.planilha': (world, who) =>
    clientCases(world, who, client => `clients/${client}/taxas-de-estacoes/planilha?year=2027`),
  'stations.pendencias': () => [{ about: 'all of theirs', url: 'stations/pendencias', status: 200 }],
  'stations.serie': (world, who) => {
    const { sees } = accessOf[who]
    const foreign = foreignOwner(who)
    const series = (about: string, owner: Owner, status: number): MatrixCase => ({
      about,
      url: 'stations/serie',
      body: { stations: [sees[0] ?? 'A1', owner].map(each => draftWithoutFields(who, world.draft(stations, each))) },
      status,
      audits: 2,
    })
    return [...(foreign ? [series('one of others', foreign, 422)] : []), series('own', sees[0] ?? 'A1', 201)]
  },
  'stations.desfazer': (world, who) =>
    newRowRequests(world, who, stations, ({ id }) => ({
      url: 'stations/desfazer',
      body: { stations: [id] },
    })),
  'stations.kml': (world, who) => clientCases(world, who, client => `stations/kml/${client}`),
  'stations.kml.ler': () => [
    {
      about: 'a file of one point',
      url: 'stations/kml',
      body: '<kml><Document><Placemark><Point><coordinates>-47,-22</coordinates></Point></Placemark></Document></kml>',
      headers: { 'content-type': 'application/octet-stream' },
      status: 200,
    },
  ],
  'stations.lugares': () => [{ about: 'nobody to ask', url: 'stations/lugares?search=Itajuba', status: 424 }],
  'stations.map': () => [{ about: 'all of theirs', url: 'station-links-map', status: 200 }],
  'stations.map.client': (world, who) => clientCases(world, who, client => `station-links-map/${client}`),
}

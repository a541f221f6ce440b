import { stationLinks } from '#features/network/stations/stations.ts'
import { owners, sees, newRowRequests, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases of the drawing of a link: an own one, and a foreign one. */
const drawnLinkCases = (world: World, who: Principal): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: `station-links/desenho/${world.target('station-links', owner)?.uuid}`,
    status: sees(who, owner) ? 200 : 404,
  }))

export const linksMatrix: MatrixCases = {
  'station-links.desenho': (world, who) => drawnLinkCases(world, who),
  'station-links.redesenhar': (world, who) =>
    newRowRequests(world, who, stationLinks, ({ uuid }) => ({
      url: `station-links/desenho/${uuid}`,
      body: { observations: `desenhado por ${who}` },
    })),
  'station-links.desenhar': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: 'station-links/desenho',
      body: { client_id: world.target('clients', owner)?.id, create_anyway: true },
      status: sees(who, owner) ? 201 : 422,
    })),
  'station-links.serie': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: 'station-links/serie',
      body: { links: [{ client_id: world.target('clients', owner)?.id, create_anyway: true }] },
      status: sees(who, owner) ? 201 : 422,
    })),
  'station-links.parecidos': (world, who) =>
    owners.map(owner => ({
      about: owner,
      url: `station-links/parecidos?client_id=${world.target('clients', owner)?.id}&stations=1,2`,
      status: sees(who, owner) ? 200 : 404,
    })),
}

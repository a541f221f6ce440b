import {
  accessOf,
  clientCases,
  owners,
  sees,
  textFile,
  type MatrixCase,
  type MatrixCases,
} from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases on a filing that was not generated yet: of an own client, and of a foreign one. */
const filingCases = (world: World, who: Principal, verb: string, body?: unknown): readonly MatrixCase[] =>
  owners.map(owner => ({
    about: owner,
    url: `infrastructure-filings/${world.target('infrastructure-filings', owner)?.uuid ?? ''}/${verb}`,
    body,
    status: sees(who, owner) ? 409 : 404,
  }))

export const infrastructureMatrix: MatrixCases = {
  'infrastructure-filings.quadro': () => [
    { about: 'all of theirs', url: 'infrastructure-filings/quadro?year=2025', status: 200 },
  ],
  'infrastructure-filings.conferencia': (world, who) =>
    clientCases(world, who, client => `infrastructure-filings/conferencia?client=${client}&year=2025`),
  // There is no ninety-ninth version whose omissions a user could have reviewed.
  'infrastructure-filings.gerar': (world, who) =>
    ['A1', 'B1'].map(owner => ({
      about: owner,
      url: 'infrastructure-filings/gerar',
      body: {
        client: world.target('clients', owner === 'A1' ? 'A1' : 'B1')?.uuid,
        year: 2025,
        edition: 99,
        left_out: 0,
      },
      status: accessOf[who].sees.some(each => each === owner) ? 409 : 404,
    })),
  'infrastructure-filings.comparar': (world, who) =>
    clientCases(world, who, client => `infrastructure-filings/comparar?client=${client}`).map(each => ({
      ...each,
      body: 'NumEstacao;Latitude;Longitude\r\n1;-22,9;-47,1\r\n',
      headers: { 'content-type': 'application/vnd.anatel.csv' },
    })),
  'infrastructure-filings.enviar': (world, who) => filingCases(world, who, 'enviar', { edition: 1 }),
  'infrastructure-filings.erro': (world, who) => filingCases(world, who, 'erro', { error: 'Linha 2' }),
  'infrastructure-filings.desfazer-envio': (world, who) => filingCases(world, who, 'desfazer-envio'),
  'infrastructure-filings.retificar': (world, who) => filingCases(world, who, 'retificar'),
  'infrastructure-filings.protocolo': (world, who) => filingCases(world, who, 'protocolo', { protocol: '2026-1' }),
  'infrastructure-filings.recibo': (world, who) =>
    filingCases(world, who, 'recibo?name=a.txt').map(each => ({ ...each, ...textFile })),
}

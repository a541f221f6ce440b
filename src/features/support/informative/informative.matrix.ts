import { accessOf, administratorMarks, type MatrixCase, type MatrixCases } from '#test/support/matrix/cases.ts'
import type { Principal, World } from '#test/support/world.ts'

/** Cases on news for everyone who may read news. */
const newsCases = (
  world: World,
  who: Principal,
  status: number,
  url: (news: string) => string,
): readonly MatrixCase[] => [
  {
    about: 'of everybody',
    url: `users/me/informativos/${url(world.target('informative', 'A1')?.uuid ?? '')}`,
    status: accessOf[who].role === 'withoutPermissions' ? 404 : status,
    audits: 0,
  },
]

export const informativeMatrix: MatrixCases = {
  'users.me.informativos.publicos': () => [
    { about: 'what there is', url: 'users/me/informativos/publicos', status: 200 },
  ],
  'users.me.informativos.leitura': (world, who) => newsCases(world, who, 200, news => `${news}/leitura`),
  // These news need no confirmation.
  'users.me.informativos.ciente': (world, who) => newsCases(world, who, 409, news => `${news}/ciente`),
  'informative.leituras': world => [
    {
      about: 'that of all companies',
      url: `informative/${world.target('informative', 'A1')?.uuid}/leituras`,
      status: 200,
      // The readers include people who work for all companies.
      shows: [...administratorMarks, 'SUPER'],
    },
  ],
  'informative.lembrar': (world, who) => [
    {
      about: 'of what is not to be read',
      url: `informative/${world.target('informative', 'A1')?.uuid}/lembrar`,
      status: who === 'superAdmin' ? 409 : 403,
    },
  ],
}

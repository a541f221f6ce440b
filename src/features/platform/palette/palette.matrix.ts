import type { MatrixCases } from '#test/support/matrix/cases.ts'

/** Who may list and open clients, and sees this one. */
const opens: ReadonlySet<string> = new Set(['clientA', 'staffA', 'adminA', 'superAdmin', 'frontDeskA'])

export const paletteMatrix: MatrixCases = {
  'users.me.procurar': () => [{ about: 'own', url: 'users/me/procurar?q=vale', status: 200 }],
  'users.me.recentes': () => [{ about: 'own', url: 'users/me/recentes', status: 200 }],
  'users.me.recentes.update': (world, who) => [
    {
      about: 'own',
      url: 'users/me/recentes',
      body: { kind: 'clients', uuid: world.target('clients', 'A1')?.uuid },
      status: opens.has(who) ? 200 : 404,
      audits: 0,
    },
  ],
}

import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const noticesMatrix: MatrixCases = {
  'users.me.sino': () => [{ about: 'own', url: 'users/me/sino', status: 200 }],
  'users.me.informativos.lidos': () => [
    { about: 'all of theirs', url: 'users/me/informativos/lidos', body: {}, status: 200, audits: 0 },
  ],
  // The notice belongs to the first user.
  'notices.show': (world, who) => [
    {
      about: 'the first user’s',
      url: `notices/${world.target('notices', 'A1')?.uuid}`,
      status: who === 'superAdmin' ? 200 : 404,
    },
  ],
  'notices.historico': (world, who) => [
    {
      about: 'of the first user’s',
      url: `notices/${world.target('notices', 'A1')?.uuid}/historico`,
      status: who === 'superAdmin' ? 200 : 404,
    },
  ],
  'users.me.avisos.lidos': () => [
    {
      about: 'own',
      url: 'users/me/avisos/lidos',
      body: { uuids: ['00000000-0000-4000-8000-000000000000'] },
      status: 200,
      audits: 0,
    },
  ],
  'users.me.avisos.preferencias': () => [{ about: 'own', url: 'users/me/avisos/preferencias', status: 200 }],
  'users.me.avisos.preferencias.update': () => [
    {
      about: 'own',
      url: 'users/me/avisos/preferencias',
      body: { choices: [{ name: 'leitura', in_app: true, in_digest: false }] },
      status: 200,
      audits: 0,
    },
  ],
}

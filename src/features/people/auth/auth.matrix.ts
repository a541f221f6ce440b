import { accessOf, administratorMarks, type MatrixCases } from '#test/support/matrix/cases.ts'
import { principals } from '#test/support/world.ts'

export const authMatrix: MatrixCases = {
  'auth.token': () => [{ about: 'nothing asked', url: '/oauth/token', body: {}, status: 400 }],
  'auth.recovery': (_world, who) => [
    {
      about: 'an unknown e-mail',
      url: 'password-recovery',
      body: { email: `${who}@ninguem.com.br` },
      status: 200,
      audits: 0,
    },
  ],
  'auth.reset': () => [
    {
      about: 'an invented link',
      url: 'reset-password',
      body: {
        token: 'x'.repeat(43),
        password: 'quatro cavalos no telhado',
        password_confirmation: 'quatro cavalos no telhado',
      },
      status: 422,
    },
  ],
  'auth.directory': () => [{ about: 'no directory here', url: 'entrar-pelo-diretorio', body: {}, status: 404 }],
  logout: (world, who) => {
    const renew = () => world.enter(who, world.people[who])
    return [{ about: 'own', url: 'logout', status: 200, after: renew }]
  },
  'users.me': () => [{ about: 'own', url: 'users/me', status: 200 }],
  'users.me.update': (_world, who) => [
    { about: 'own', url: 'users/me', body: { birthday: `1990-01-${10 + principals.indexOf(who)}` }, status: 200 },
  ],
  'users.me.empresa': (world, who) => {
    const url = 'users/me/empresa-visualizacao-id'
    const choose = (empresa_visualizacao_id: number | string) => () =>
      world.call(who, 'PUT', url, { body: { empresa_visualizacao_id } })
    return accessOf[who].role === 'admin'
      ? [
          {
            about: 'own',
            url,
            body: { empresa_visualizacao_id: world.companies.B },
            status: 200,
            after: choose(who === 'adminA' ? world.companies.A : 'todos'),
          },
        ]
      : [{ about: 'own', url, body: { empresa_visualizacao_id: world.companies.B }, status: 403 }]
  },
  'users.me.sessions': () => [{ about: 'own', url: 'users/me/sessions', status: 200 }],
  'users.me.sessions.destroy': async (world, who) => {
    const url = 'users/me/sessions'
    const other = who === 'staffB' ? 'staffA' : 'staffB'
    const refused = [
      { about: 'missing', url: `${url}/999999999`, status: 404 },
      { about: 'foreign', url: `${url}/${await world.sessionOf(world.people[other])}`, status: 404 },
    ]
    if (accessOf[who].role === 'signedOut') return refused
    await world.enter('another device', world.people[who])
    return [...refused, { about: 'own', url: `${url}/${await world.sessionOf(world.people[who])}`, status: 200 }]
  },
  // Staff see who their administrators are; people of clients see only the name of the company.
  'users.me.acesso': (_world, who) => [
    {
      about: 'own',
      url: 'users/me/acesso',
      status: 200,
      // The name of the company, and for its own people the administrators who grant access.
      shows: [
        ...(who === 'withoutRoutes' ? ['A1'] : []),
        ...(accessOf[who].role === 'client' ? [] : administratorMarks),
      ],
    },
  ],
  'users.me.calendario': () => [{ about: 'own', url: 'users/me/calendario', status: 200 }],
  'users.me.calendario.update': () => [{ about: 'own', url: 'users/me/calendario', status: 200 }],
  'users.me.calendario.destroy': () => [{ about: 'own', url: 'users/me/calendario', status: 200 }],
  inicializacao: () => [{ about: 'own', url: 'inicializacao', status: 200 }],
  'users.upcoming-birthdays': () => [{ about: 'own', url: 'users/upcoming-birthdays', status: 200 }],
}

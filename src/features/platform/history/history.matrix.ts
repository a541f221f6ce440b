import { clientCases, staffOnly, type MatrixCases } from '#test/support/matrix/cases.ts'

export const historyMatrix: MatrixCases = {
  'historico.index': (world, who) => [
    // The history includes deleted rows.
    ...['', '?section=clients&search=zz', `?user_id=${world.people.superAdmin}`].map(query => ({
      about: `as narrowed by '${query}'`,
      url: `historico${query}`,
      status: 200,
      shows: ['DELETED', 'INTD'],
    })),
    { about: 'of nothing', url: 'historico?section=nada', status: who === 'anonymous' ? 401 : 422 },
  ],
  'clients.linha-do-tempo': (world, who) =>
    clientCases(world, who, client => `clients/${client}/linha-do-tempo`).map(staffOnly(who)),
}

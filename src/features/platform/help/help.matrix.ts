import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const helpMatrix: MatrixCases = {
  'users.me.novidades': () => [{ about: 'own', url: 'users/me/novidades', status: 200 }],
  'users.me.novidades.update': () => [
    { about: 'own', url: 'users/me/novidades', body: { read_until: '2026-01-05' }, status: 200, audits: 0 },
  ],
}

import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const homeMatrix: MatrixCases = {
  'users.me.pendencias': () => [{ about: 'own', url: 'users/me/pendencias', status: 200 }],
}

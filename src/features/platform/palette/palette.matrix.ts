import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const paletteMatrix: MatrixCases = {
  'users.me.procurar': () => [{ about: 'own', url: 'users/me/procurar?q=vale', status: 200 }],
  'users.me.recentes': () => [{ about: 'own', url: 'users/me/recentes', status: 200 }],
}

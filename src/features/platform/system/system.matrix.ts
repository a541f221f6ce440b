import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const systemMatrix: MatrixCases = {
  'sistema.index': () => [{ about: 'all', url: 'sistema', status: 200 }],
}

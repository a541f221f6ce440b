import type { MatrixCases } from '#test/support/matrix/cases.ts'

export const statusesMatrix: MatrixCases = {
  'statuses.index': () => [{ about: 'those of a coleta', url: 'statuses?model=Collect', status: 200 }],
}
